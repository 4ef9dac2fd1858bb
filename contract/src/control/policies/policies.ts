import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, queryInteger } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import {
  policySimulation,
  policyTestReport,
  policyValidation,
  policyVersions,
  rollbackPolicyBody,
  simulatePolicyBody,
  testPolicyBody,
  validatePolicyBody,
} from "./policy-answers.ts";
import {
  createPolicyBody,
  examplePolicySummary,
  pathPolicy,
  policy,
  policySummary,
  replacePolicyBody,
} from "./policy-object.ts";

const tag = "Policies";
const write = { tag, scope: "policies:write", workspaceLevel: true } as const;
const read = { tag, scope: "policies:read", workspaceLevel: true } as const;
const textFaults =
  "A text that does not hold is refused with 400, each fault with its line and column; what was in force stays in force.";

export const policyRoutes = c.router({
  create: route({
    method: "POST",
    path: "/api/policies",
    summary: "Store a policy",
    description: `Its first version. The same id with the same contents gives the stored policy, with others 409. ${textFaults} The ids of the baseline cannot be taken: 403.`,
    headers: idempotencyHeaders,
    body: createPolicyBody,
    responses: answers({ 200: policy }, 409),
    metadata: { operationId: "createPolicy", sdk: "control.policies.create", ...write },
  }),
  list: route({
    method: "GET",
    path: "/api/policies",
    summary: "List policies",
    description:
      "The baseline, then the workspace's own by id: the latest version of each, without text and tests.",
    responses: answers({
      200: z
        .array(policySummary)
        .max(limits.policiesPerWorkspace + 100)
        .meta({ id: "PolicyList", description: "All policies.", examples: [[examplePolicySummary]] }),
    }),
    metadata: { operationId: "listPolicies", sdk: "control.policies.list", ...read },
  }),
  validate: route({
    method: "POST",
    path: "/api/policies/validate",
    summary: "Check a policy's text",
    description: "Stores nothing. Answers 200 also for a text that does not hold.",
    headers: idempotencyHeaders,
    body: validatePolicyBody,
    responses: answers({ 200: policyValidation }, 409),
    metadata: { operationId: "validatePolicy", sdk: "control.policies.validate", ...read },
  }),
  simulate: route({
    method: "POST",
    path: "/api/policies/simulate",
    summary: "Try a draft on decisions that were made",
    description:
      "Makes the last decisions anew from what the evidence log keeps of them, with the draft among their policies, and says which would have come out otherwise. Changes nothing. Decisions that cannot be made anew, as where redaction took away what a policy reads, are named.",
    headers: idempotencyHeaders,
    body: simulatePolicyBody,
    responses: answers({ 200: policySimulation }, 409),
    metadata: { operationId: "simulatePolicy", sdk: "control.policies.simulate", ...read },
  }),
  get: route({
    method: "GET",
    path: "/api/policies/:id",
    summary: "Get a policy",
    description: "Its latest version, or the one named.",
    pathParams: pathPolicy,
    query: z.strictObject({
      version: queryInteger("The version; the latest when left out.", 1, 2_147_483_647),
    }),
    responses: answers({ 200: policy }),
    metadata: { operationId: "getPolicy", sdk: "control.policies.get", ...read },
  }),
  replace: route({
    method: "PUT",
    path: "/api/policies/:id",
    summary: "Store a policy's next version",
    description: `Versions are never changed. The contents of the latest version give that version. ${textFaults} The baseline cannot be changed: 403.`,
    pathParams: pathPolicy,
    body: replacePolicyBody,
    responses: answers({ 200: policy }),
    metadata: { operationId: "replacePolicy", sdk: "control.policies.replace", ...write },
  }),
  versions: route({
    method: "GET",
    path: "/api/policies/:id/versions",
    summary: "List a policy's versions",
    description: "The newest first.",
    pathParams: pathPolicy,
    query: z.strictObject({
      limit: queryInteger("Page size, 1 to 100; 20 when left out.", 1, 100),
      cursor: z.string().min(1).max(2000).optional().meta({
        description: "`nextCursor` of the page before.",
      }),
    }),
    responses: answers({ 200: policyVersions }),
    metadata: { operationId: "listPolicyVersions", sdk: "control.policies.versions", ...read },
  }),
  rollback: route({
    method: "POST",
    path: "/api/policies/:id/rollback",
    summary: "Go back to an earlier version",
    description:
      "Stores a further version with its contents, status included. The baseline cannot be changed: 403.",
    pathParams: pathPolicy,
    headers: idempotencyHeaders,
    body: rollbackPolicyBody,
    responses: answers({ 200: policy }, 409, 422),
    metadata: { operationId: "rollbackPolicy", sdk: "control.policies.rollback", ...write },
  }),
  test: route({
    method: "POST",
    path: "/api/policies/:id/test",
    summary: "Run a policy's test cases",
    description:
      "Each case is put to the policy alone, without the baseline. Works for the baseline's policies, too.",
    pathParams: pathPolicy,
    headers: idempotencyHeaders,
    body: testPolicyBody,
    responses: answers({ 200: policyTestReport }, 409, 422),
    metadata: { operationId: "testPolicy", sdk: "control.policies.test", ...read },
  }),
});
