import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, queryInteger } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import {
  policyDetails,
  policySimulation,
  policyTestReport,
  policyValidation,
  policyVersions,
  rollbackPolicyBody,
  simulatePolicyBody,
  storedPolicy,
  testPolicyBody,
  validatePolicyBody,
} from "./policy-responses.ts";
import {
  createPolicyBody,
  examplePolicySummary,
  pathPolicy,
  policySummary,
  replacePolicyBody,
} from "./policy-object.ts";

const tag = "Policies";
const write = { tag, scope: "policies:write", workspaceLevel: true } as const;
const read = { tag, scope: "policies:read", workspaceLevel: true } as const;
const bodyLimits = "call";
const textFaults =
  "400 for an invalid text, and for a misspelt name in an active, enforced policy. Each fault has its line and column, and the version in force does not change.";

export const policyRoutes = c.router({
  create: route({
    method: "POST",
    path: "/api/policies",
    summary: "Create a policy",
    description: `Stores the first version. If the id exists with identical contents, returns the stored policy; 409 for different contents. ${textFaults} 403 for ids of the baseline, which are reserved.`,
    headers: idempotencyHeaders,
    body: createPolicyBody,
    responses: answers({ 200: storedPolicy }, 409),
    metadata: { operationId: "createPolicy", sdk: "control.policies.create", bodyLimits, ...write },
  }),
  list: route({
    method: "GET",
    path: "/api/policies",
    summary: "List policies",
    description:
      "Returns the baseline, then the workspace's own policies by id: the latest version of each, without text and tests.",
    responses: answers({
      200: z
        .array(policySummary)
        .max(limits.policiesPerWorkspace + 100)
        .meta({ id: "PolicyList", description: "All policies.", examples: [[examplePolicySummary]] }),
    }),
    metadata: { operationId: "listPolicies", sdk: "control.policies.list", itemsMember: "", ...read },
  }),
  validate: route({
    method: "POST",
    path: "/api/policies/validate",
    summary: "Validate a policy's text",
    description:
      "Validates a policy text without storing it. Makes the checks that creating a policy with this mode, status and treatment of unknown names would make. Returns 200 for an invalid text too.",
    headers: idempotencyHeaders,
    body: validatePolicyBody,
    responses: answers({ 200: policyValidation }, 409),
    metadata: { operationId: "validatePolicy", sdk: "control.policies.validate", bodyLimits, ...read },
  }),
  simulate: route({
    method: "POST",
    path: "/api/policies/simulate",
    summary: "Simulate a draft on past decisions",
    description:
      "Recomputes the latest decisions from the evidence log with the draft, and lists decisions with a changed outcome. Decisions that cannot be recomputed are listed with the reason, and those that remain after 2,000,000,000 steps of cost or 30 seconds with `budget_spent`. Changes nothing. 429 if 4 computations of the workspace already wait; 422 if the data need too much memory.",
    headers: idempotencyHeaders,
    body: simulatePolicyBody,
    responses: answers({ 200: policySimulation }, 409, 422),
    metadata: { operationId: "simulatePolicy", sdk: "control.policies.simulate", bodyLimits, ...read },
  }),
  get: route({
    method: "GET",
    path: "/api/policies/:id",
    summary: "Get a policy",
    description: "Returns the latest or the requested version, with the unknown names in its policy text.",
    pathParams: pathPolicy,
    query: z.strictObject({
      version: queryInteger("Version; default the latest.", 1, 2_147_483_647),
    }),
    responses: answers({ 200: policyDetails }),
    metadata: { operationId: "getPolicy", sdk: "control.policies.get", ...read },
  }),
  replace: route({
    method: "PUT",
    path: "/api/policies/:id",
    summary: "Create a policy's next version",
    description: `Stores a new version; versions never change. If the contents equal the latest version, returns that version. ${textFaults} Baseline policies cannot change: 403.`,
    pathParams: pathPolicy,
    body: replacePolicyBody,
    responses: answers({ 200: storedPolicy }),
    metadata: { operationId: "replacePolicy", sdk: "control.policies.replace", bodyLimits, ...write },
  }),
  versions: route({
    method: "GET",
    path: "/api/policies/:id/versions",
    summary: "List a policy's versions",
    description: "Returns the versions, the newest first.",
    pathParams: pathPolicy,
    query: z.strictObject({
      limit: queryInteger("Page size, 1 to 100; default 20.", 1, 100),
      cursor: z.string().min(1).max(2000).optional().meta({
        description: "`nextCursor` of the previous page.",
      }),
    }),
    responses: answers({ 200: policyVersions }),
    metadata: {
      operationId: "listPolicyVersions",
      sdk: "control.policies.versions",
      itemsMember: "versions",
      ...read,
    },
  }),
  rollback: route({
    method: "POST",
    path: "/api/policies/:id/rollback",
    summary: "Roll back to an earlier version",
    description:
      "Stores a new version with the contents and the status of an earlier version. The names in its text are checked again. Baseline policies cannot change: 403.",
    pathParams: pathPolicy,
    headers: idempotencyHeaders,
    body: rollbackPolicyBody,
    responses: answers({ 200: storedPolicy }, 409, 422),
    metadata: { operationId: "rollbackPolicy", sdk: "control.policies.rollback", bodyLimits, ...write },
  }),
  test: route({
    method: "POST",
    path: "/api/policies/:id/test",
    summary: "Run a policy's test cases",
    description:
      "Evaluates each case with this policy only, without the baseline. Also accepts baseline policies.",
    pathParams: pathPolicy,
    headers: idempotencyHeaders,
    body: testPolicyBody,
    responses: answers({ 200: policyTestReport }, 409, 422),
    metadata: { operationId: "testPolicy", sdk: "control.policies.test", bodyLimits, ...read },
  }),
});
