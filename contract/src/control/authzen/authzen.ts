import * as z from "zod";
import { argsInput, contextInput, refuseConflicts, refuseTwoArgs } from "../decisions/authorize-input.ts";
import {
  actionInput,
  entityInput,
  partialAction,
  partialEntity,
  partialSubject,
  subjectInput,
} from "../hierarchy/decision-entities.ts";
import {
  actionSearch,
  authzenExample,
  found,
  foundActions,
  resourceSearch,
  subjectSearch,
} from "./authzen-search.ts";
import { answers, c, route } from "../../platform/c.ts";
import { itemInput } from "./authzen-item.ts";
import { optional, withDefault } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { problem } from "../../platform/problem.ts";

// AuthZEN Authorization API 1.0, OpenID Foundation: names with underscores and responses without ids come
// from this standard.

const contextResponse = z
  .record(z.string().max(200), z.unknown())
  .meta({ description: "Details from policies: `outcome`, `approvalId`, `transform`, `obligations`." });

const decision = z
  .object({
    decision: z.boolean().meta({ description: "Whether the request is permitted." }),
    context: contextResponse.optional(),
  })
  .meta({ id: "AuthZenDecision", description: "A decision.", examples: [{ decision: true }] });

const evaluationBody = z
  .object({
    subject: subjectInput,
    action: actionInput,
    resource: entityInput,
    context: optional(contextInput),
    args: optional(argsInput),
  })
  .superRefine(refuseConflicts)
  .meta({
    id: "AuthZenEvaluation",
    description: "A request for a decision. Unknown members are ignored.",
    examples: [authzenExample],
  });

const semantics = ["execute_all", "deny_on_first_deny", "permit_on_first_permit"] as const;

/** Defaults for the listed items of a batch. Items and defaults may both be incomplete. */
const partial = {
  subject: optional(partialSubject.meta({ description: "The subject of the request." })),
  action: optional(partialAction.meta({ description: "The requested action." })),
  resource: optional(partialEntity.meta({ description: "The resource of the request." })),
  context: optional(contextInput),
  args: optional(argsInput),
};

const evaluationsBody = z
  .object({
    ...partial,
    evaluations: optional(
      z
        .array(itemInput)
        .max(limits.decisionsPerBatch)
        .meta({
          description: `At most ${limits.decisionsPerBatch} items. The other members of the body are defaults. They are used for items without this member, and for entities and actions without a \`type\`, \`id\` or \`name\`. If the list is absent or empty, the request is a single evaluation.`,
        }),
    ),
    options: optional(
      z
        .object({
          evaluations_semantic: withDefault(
            z.enum(semantics).meta({
              description:
                "`execute_all`: every item; `deny_on_first_deny`: up to the first denied item; `permit_on_first_permit`: up to the first permitted item.",
            }),
            "execute_all",
          ),
        })
        .meta({ description: "Order and end of the evaluation." }),
    ),
  })
  .superRefine((body, context) => {
    if (body.evaluations && body.evaluations.length > 0) return refuseTwoArgs(body, context);
    const single = evaluationBody.safeParse(body);
    // Copies whole issues, because the error text depends on the kind of the issue.
    for (const issue of single.error?.issues ?? []) context.issues.push({ ...issue, input: undefined });
  })
  .meta({
    id: "AuthZenEvaluations",
    description: "Several evaluations.",
    examples: [
      {
        subject: { type: "user", id: "alice" },
        action: { name: "read" },
        evaluations: [{ resource: { type: "record", id: "record-1" } }],
      },
    ],
  });

const evaluationsResponse = z
  .object({
    evaluations: z
      .array(decision)
      .max(limits.decisionsPerBatch)
      .optional()
      .meta({ description: "One for each evaluated item, in order." }),
    decision: z
      .boolean()
      .optional()
      .meta({ description: "The decision, if a single evaluation was requested." }),
    context: contextResponse.optional(),
  })
  .meta({
    id: "AuthZenDecisions",
    description: "Several decisions, or the decision of a single evaluation.",
    examples: [{ evaluations: [{ decision: true }] }],
  });

/** The path of each operation. */
const authzenPaths = {
  evaluation: "/access/v1/evaluation",
  evaluations: "/access/v1/evaluations",
  searchSubject: "/access/v1/search/subject",
  searchResource: "/access/v1/search/resource",
  searchAction: "/access/v1/search/action",
} as const;

const url = (what: string) =>
  z
    .url()
    .max(2000)
    .meta({ description: `URL of ${what}.` });
const configuration = z
  .object({
    policy_decision_point: url("the service"),
    access_evaluation_endpoint: url("the evaluation endpoint"),
    access_evaluations_endpoint: url("the endpoint for several evaluations"),
    search_subject_endpoint: url("the subject search"),
    search_resource_endpoint: url("the resource search"),
    search_action_endpoint: url("the action search"),
  })
  .meta({
    id: "AuthZenConfiguration",
    description: "The endpoints of the service.",
    examples: [configurationAt("https://assay.example.org")],
  });

/** The metadata of the service. @param base its URL, without a trailing slash. */
export function configurationAt(base: string) {
  return {
    policy_decision_point: base,
    access_evaluation_endpoint: `${base}${authzenPaths.evaluation}`,
    access_evaluations_endpoint: `${base}${authzenPaths.evaluations}`,
    search_subject_endpoint: `${base}${authzenPaths.searchSubject}`,
    search_resource_endpoint: `${base}${authzenPaths.searchResource}`,
    search_action_endpoint: `${base}${authzenPaths.searchAction}`,
  };
}

const standard = {
  tag: "AuthZEN",
  scope: "authorize",
  sdk: null,
  workspaceLevel: true,
  openBody: true,
  exemptFromRateLimit: true,
  wrongTypeIsMalformed: true,
  bodyLimits: "call",
} as const;
const search =
  "Searches stored entities, agents and their tools, and declared actions; candidates of other kinds have no results. Writes no events.";

export const authzenRoutes = c.router({
  configuration: route({
    method: "GET",
    path: "/.well-known/authzen-configuration",
    summary: "Get the AuthZEN service metadata",
    description:
      "Returns the endpoints of the service under its configured public URL or its loopback address; 503 if it has neither. No header of the request changes the response.",
    responses: { 200: configuration, 405: problem, 500: problem, 503: problem },
    metadata: { operationId: "getAuthZenConfiguration", tag: "AuthZEN", scope: "public", sdk: null },
  }),
  evaluation: route({
    method: "POST",
    path: authzenPaths.evaluation,
    summary: "Evaluate a request (AuthZEN)",
    description:
      "Returns the decision only; headers `X-Decision-Id` and `X-Evidence-Seq` contain its id and its position in the log. The baseline and the agent's policies apply to agents; if the subject is not an agent, all policies in force of the workspace apply.",
    body: evaluationBody,
    responses: answers({ 200: decision }),
    metadata: { operationId: "authzenEvaluation", ...standard },
  }),
  evaluations: route({
    method: "POST",
    path: authzenPaths.evaluations,
    summary: "Evaluate several requests (AuthZEN)",
    description:
      "Evaluates all items in one commit. An item without a required member, after defaults, is denied.",
    body: evaluationsBody,
    responses: answers({ 200: evaluationsResponse }),
    metadata: {
      ...standard,
      operationId: "authzenEvaluations",
      itemsIn: "evaluations",
      bodyLimits: "batch",
    },
  }),
  searchSubject: route({
    method: "POST",
    path: authzenPaths.searchSubject,
    summary: "Search subjects (AuthZEN)",
    description: search,
    body: subjectSearch,
    responses: answers({ 200: found }),
    metadata: { operationId: "authzenSearchSubject", ...standard },
  }),
  searchResource: route({
    method: "POST",
    path: authzenPaths.searchResource,
    summary: "Search resources (AuthZEN)",
    description: search,
    body: resourceSearch,
    responses: answers({ 200: found }),
    metadata: { operationId: "authzenSearchResource", ...standard },
  }),
  searchAction: route({
    method: "POST",
    path: authzenPaths.searchAction,
    summary: "Search actions (AuthZEN)",
    description: search,
    body: actionSearch,
    responses: answers({ 200: foundActions }),
    metadata: { operationId: "authzenSearchAction", ...standard },
  }),
});

/** A validated request for several evaluations. */
export type AuthZenEvaluationsBody = z.output<typeof evaluationsBody>;
export { evaluationBody as authzenEvaluationBody };
