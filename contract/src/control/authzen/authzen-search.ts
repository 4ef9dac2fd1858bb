import * as z from "zod";
import { actionInput, contextInput, entityInput } from "../decisions/authorize-input.ts";
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
    token: optional(z.string().min(1).max(4000).meta({ description: "`next_token` of the page before." })),
    limit: optional(
      z
        .int()
        .min(1)
        .max(limits.searchResultsPerPage)
        .meta({ description: `Most results; ${limits.searchResultsPerPage} when left out.` }),
    ),
  })
  .meta({ description: "Which page." });
const anyOne = z
  .object({ type: entityInput.shape.type, properties: entityInput.shape.properties })
  .meta({ description: "Of which type; an id is ignored." });
const further = { context: optional(contextInput), page: optional(page) };

const searched = {
  subject: { type: "user" },
  action: { name: "read" },
  resource: authzenExample.resource,
};
export const subjectSearch = z
  .object({ subject: anyOne, action: actionInput, resource: entityInput, ...further })
  .meta({ id: "AuthZenSubjectSearch", description: "Who may do this to that?", examples: [searched] });
export const resourceSearch = z
  .object({ subject: entityInput, action: actionInput, resource: anyOne, ...further })
  .meta({
    id: "AuthZenResourceSearch",
    description: "What may this one do that to?",
    examples: [{ ...authzenExample, resource: { type: "record" } }],
  });
export const actionSearch = z.object({ subject: entityInput, resource: entityInput, ...further }).meta({
  id: "AuthZenActionSearch",
  description: "What may this one do to that?",
  examples: [{ subject: authzenExample.subject, resource: authzenExample.resource }],
});

const pageAnswer = z
  .object({
    next_token: z
      .string()
      .max(4000)
      .meta({ description: "`page.token` of the next page; empty: none follows." }),
  })
  .optional()
  .meta({
    description: "Where the next page begins; left out when everything is here and no page was asked for.",
  });
export const found = z
  .object({
    results: z
      .array(
        z.object({
          type: z.string().max(128).meta({ description: "Its type." }),
          id: z.string().max(256).meta({ description: "Its id." }),
        }),
      )
      .max(limits.searchResultsPerPage)
      .meta({ description: "What was found." }),
    page: pageAnswer,
  })
  .meta({
    id: "AuthZenEntities",
    description: "Subjects or resources.",
    examples: [{ results: [{ type: "user", id: "alice" }] }],
  });
export const foundActions = z
  .object({
    results: z
      .array(z.object({ name: z.string().max(128).meta({ description: "Its name." }) }))
      .max(limits.searchResultsPerPage)
      .meta({ description: "What was found." }),
    page: pageAnswer,
  })
  .meta({ id: "AuthZenActions", description: "Actions.", examples: [{ results: [{ name: "read" }] }] });
