import * as z from "zod";
import { argsInput, contextInput, refuseTwoArgs } from "../decisions/authorize-input.ts";
import { actionInput, entityInput, entityShape, subjectInput } from "../hierarchy/decision-entities.ts";
import { onBehalfOfInput } from "../hierarchy/on-behalf-of.ts";
import { optional } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";

/** The example requests of AuthZEN. */
export const authzenExample = {
  subject: { type: "user", id: "alice" },
  action: { name: "read" },
  resource: { type: "record", id: "record-1" },
};

const page = z
  .object({
    token: optional(z.string().min(1).max(4000).meta({ description: "`next_token` of the previous page." })),
    limit: optional(
      z
        .int()
        .min(1)
        .max(limits.searchResultsPerPage)
        .meta({ description: `Maximum number of results; default ${limits.searchResultsPerPage}.` }),
    ),
  })
  .meta({ description: "The requested page." });
const anyOne = z
  .object({ type: entityShape.type, properties: entityShape.properties })
  .meta({ description: "Type of the entities to search; an id is ignored." });
const anySubject = anyOne
  .extend({ onBehalfOf: optional(onBehalfOfInput) })
  .meta({ description: "Type of the subjects to search; an id is ignored." });
const further = { context: optional(contextInput), args: optional(argsInput), page: optional(page) };

const searched = {
  subject: { type: "user" },
  action: { name: "read" },
  resource: authzenExample.resource,
};
export const subjectSearch = z
  .object({ subject: anySubject, action: actionInput, resource: entityInput, ...further })
  .superRefine(refuseTwoArgs)
  .meta({
    id: "AuthZenSubjectSearch",
    description: "Search for subjects that may perform an action on a resource.",
    examples: [searched],
  });
export const resourceSearch = z
  .object({ subject: subjectInput, action: actionInput, resource: anyOne, ...further })
  .superRefine(refuseTwoArgs)
  .meta({
    id: "AuthZenResourceSearch",
    description: "Search for resources on which a subject may perform an action.",
    examples: [{ ...authzenExample, resource: { type: "record" } }],
  });
export const actionSearch = z
  .object({ subject: subjectInput, resource: entityInput, ...further })
  .superRefine(refuseTwoArgs)
  .meta({
    id: "AuthZenActionSearch",
    description: "Search for actions that a subject may perform on a resource.",
    examples: [{ subject: authzenExample.subject, resource: authzenExample.resource }],
  });

const pageResponse = z
  .object({
    next_token: z
      .string()
      .max(4000)
      .meta({ description: "`page.token` of the next page; empty on the last page." }),
  })
  .optional()
  .meta({
    description:
      "Position of the next page; absent if the response is complete and the request has no `page`.",
  });
export const found = z
  .object({
    results: z
      .array(
        z.object({
          type: z.string().max(128).meta({ description: "Type." }),
          id: z.string().max(256).meta({ description: "Id." }),
        }),
      )
      .max(limits.searchResultsPerPage)
      .meta({ description: "A result." }),
    page: pageResponse,
  })
  .meta({
    id: "AuthZenEntities",
    description: "Subjects or resources.",
    examples: [{ results: [{ type: "user", id: "alice" }] }],
  });
export const foundActions = z
  .object({
    results: z
      .array(z.object({ name: z.string().max(128).meta({ description: "Name." }) }))
      .max(limits.searchResultsPerPage)
      .meta({ description: "A result." }),
    page: pageResponse,
  })
  .meta({ id: "AuthZenActions", description: "Actions.", examples: [{ results: [{ name: "read" }] }] });
