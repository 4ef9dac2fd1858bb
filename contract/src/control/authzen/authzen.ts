import * as z from "zod";
import { actionInput, contextInput, entityInput } from "../decisions/authorize-input.ts";
import {
  actionSearch,
  authzenExample,
  found,
  foundActions,
  resourceSearch,
  subjectSearch,
} from "./authzen-search.ts";
import { answers, c, route } from "../../platform/c.ts";
import { optional, withDefault } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { problem } from "../../platform/problem.ts";

// AuthZEN Authorization API 1.0, OpenID Foundation: names with underscores and responses without ids come
// from this standard.

const contextAnswer = z
  .record(z.string().max(200), z.unknown())
  .meta({ description: "What policies say besides: `outcome`, `approvalId`, `transform`, `obligations`." });

const decision = z
  .object({
    decision: z.boolean().meta({ description: "Whether it is permitted." }),
    context: contextAnswer.optional(),
  })
  .meta({ id: "AuthZenDecision", description: "A decision.", examples: [{ decision: true }] });

const evaluationBody = z
  .object({
    subject: entityInput,
    action: actionInput,
    resource: entityInput,
    context: optional(contextInput),
  })
  .meta({
    id: "AuthZenEvaluation",
    description: "What is asked. Members that are not listed are ignored.",
    examples: [authzenExample],
  });

const semantics = ["execute_all", "deny_on_first_deny", "permit_on_first_permit"] as const;

const loose = (description: string) =>
  optional(z.record(z.string().max(1000), z.unknown()).meta({ description }));
/** Members outside the list are defaults of the items, so neither need be complete. */
const partial = {
  subject: loose("Who wants to act."),
  action: loose("What it wants to do."),
  resource: loose("What it wants to do it to."),
  context: loose("What else policies see."),
};

/** An invalid item is denied; the request is not rejected. */
const item = {
  subject: z.unknown().optional().meta({ description: "Who wants to act." }),
  action: z.unknown().optional().meta({ description: "What it wants to do." }),
  resource: z.unknown().optional().meta({ description: "What it wants to do it to." }),
  context: z.unknown().optional().meta({ description: "What else policies see." }),
};

const evaluationsBody = z
  .object({
    ...partial,
    evaluations: optional(
      z
        .array(z.object(item))
        .max(limits.decisionsPerBatch)
        .meta({
          description: `At most ${limits.decisionsPerBatch} items; what one lacks is taken from beside the list: a member as a whole, and of one that is there its \`type\`, \`id\` or \`name\`. Absent or empty: the request is a single evaluation.`,
        }),
    ),
    options: optional(
      z
        .object({
          evaluations_semantic: withDefault(
            z.enum(semantics).meta({
              description:
                "`execute_all`: every item; `deny_on_first_deny`, `permit_on_first_permit`: up to the first such decision.",
            }),
            "execute_all",
          ),
        })
        .meta({ description: "How the items are gone through." }),
    ),
  })
  .superRefine((body, context) => {
    if (body.evaluations && body.evaluations.length > 0) return;
    const single = evaluationBody.safeParse(body);
    // Whole, not their messages alone: what is said of a fault is made of its kind.
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

const evaluationsAnswer = z
  .object({
    evaluations: z
      .array(decision)
      .max(limits.decisionsPerBatch)
      .optional()
      .meta({ description: "One for each item that was gone through, in their order." }),
    decision: z.boolean().optional().meta({ description: "Of a single evaluation." }),
    context: contextAnswer.optional(),
  })
  .meta({
    id: "AuthZenDecisions",
    description: "Several decisions, or that of a single evaluation.",
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
    .meta({ description: `Where ${what}.` });
const configuration = z
  .object({
    policy_decision_point: url("the service is"),
    access_evaluation_endpoint: url("evaluations are asked for"),
    access_evaluations_endpoint: url("several at a time are"),
    search_subject_endpoint: url("subjects are searched"),
    search_resource_endpoint: url("resources are searched"),
    search_action_endpoint: url("actions are searched"),
  })
  .meta({
    id: "AuthZenConfiguration",
    description: "What the service can do, and where.",
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
} as const;
const search =
  "Over the stored entities, the agents and their tools, and the declared actions; what is not among these has no results. Writes no events.";

export const authzenRoutes = c.router({
  configuration: route({
    method: "GET",
    path: "/.well-known/authzen-configuration",
    summary: "What the AuthZEN service can do",
    description: "The addresses of its operations.",
    responses: { 200: configuration, 405: problem, 500: problem },
    metadata: { operationId: "getAuthZenConfiguration", tag: "AuthZEN", scope: "public", sdk: null },
  }),
  evaluation: route({
    method: "POST",
    path: authzenPaths.evaluation,
    summary: "Decide (AuthZEN)",
    description:
      "A bare decision; its id and its place in the log are in `X-Decision-Id` and `X-Evidence-Seq`. Agents are under the baseline and their policies, other subjects under all policies of the workspace that are in force.",
    body: evaluationBody,
    responses: answers({ 200: decision }),
    metadata: { operationId: "authzenEvaluation", ...standard },
  }),
  evaluations: route({
    method: "POST",
    path: authzenPaths.evaluations,
    summary: "Decide on several (AuthZEN)",
    description: "In one commit. An item that lacks a member after the defaults are filled in is denied.",
    body: evaluationsBody,
    responses: answers({ 200: evaluationsAnswer }),
    metadata: { operationId: "authzenEvaluations", ...standard },
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
