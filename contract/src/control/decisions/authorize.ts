import * as z from "zod";
import { authorizeBatchBody, authorizeBody, settleBody } from "./authorize-input.ts";
import { refusedRequest } from "./authorize-batch-object.ts";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, idOf, milliseconds, reference } from "../../platform/common.ts";
import { policyOutcomes } from "../../domain/policy/policy-outcomes.ts";
import { digestText, seqOf } from "../../evidence/events/event-object.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { policyReason, settlement } from "./policy-decision-data.ts";

const policyIdText = z.string().max(200);

const warning = z
  .object({
    policyId: policyIdText.nullable().meta({ description: "Policy id; null for a rule of the engine." }),
    code: z.string().max(100).meta({ description: "Code of the warning." }),
    message: z.string().max(4000).meta({ description: "Text of the warning." }),
  })
  .meta({
    id: "DecisionWarning",
    description: "A warning that did not affect the outcome.",
    examples: [
      { policyId: "exports", code: "policy_not_in_force", message: "No version of it is in force." },
    ],
  });

const obligation = z
  .object({
    policyId: policyIdText.meta({ description: "The policy of the obligation." }),
    obligation: z.string().max(1000).meta({ description: "Text of the obligation." }),
  })
  .meta({
    id: "DecisionObligation",
    description: "An obligation for the system that enforces the decision.",
    examples: [{ policyId: "charts", obligation: "log_access" }],
  });

const operation = z
  .object({
    op: z.enum(["add", "replace", "remove"]).meta({ description: "The operation (RFC 6902)." }),
    path: z.string().max(4000).meta({ description: "JSON Pointer into the arguments." }),
    value: z.unknown().optional().meta({ description: "The new value; absent for `remove`." }),
  })
  .meta({
    id: "ArgumentChange",
    description: "A change to the arguments.",
    examples: [{ op: "replace", path: "/limit", value: 10 }],
  });

const exampleAuthorization = {
  decision: false,
  outcome: "ask" as const,
  decisionId: exampleIds.decision,
  replayOf: null,
  evaluatedAt: 1_772_443_800_000,
  expiresAt: 1_772_444_700_000,
  reasons: [
    {
      policyId: "latch-4",
      version: 1,
      outcome: "ask" as const,
      code: "approval_required",
      message: "The call is of high risk: a human has to approve it.",
      remedy: "Wait for the approval and send the request again with context.approvalId.",
    },
  ],
  warnings: [],
  obligations: [],
  transform: null,
  policySet: { digest: exampleDigest, policies: [{ id: "latch-4", version: 1 }] },
  inputDigest: exampleDigest,
  evidence: { eventId: exampleIds.event, seq: 42, leafHash: exampleDigest },
  context: {
    code: "approval_required",
    message: "The call is of high risk: a human has to approve it.",
    remedy: "Wait for the approval and send the request again with context.approvalId.",
    approvalId: exampleIds.approval,
    approvalExpiresAt: 1_772_444_700_000,
  },
};

const evidence = z
  .object({
    eventId: idOf("event"),
    seq: seqOf("Position in the workspace's log."),
    leafHash: digestText("Leaf hash in the log's Merkle tree."),
  })
  .meta({
    id: "DecisionEvidence",
    description: "The evidence event of the decision, written to disk before the response.",
    examples: [exampleAuthorization.evidence],
  });

const policySet = z
  .object({
    digest: digestText("Digest of the set."),
    policies: z
      .array(
        z.object({
          id: policyIdText.meta({ description: "Id." }),
          version: z.int().min(1).meta({ description: "Version." }),
        }),
      )
      .max(2000)
      .meta({ description: "The evaluated policies, in order." }),
  })
  .meta({
    id: "DecisionPolicySet",
    description: "The policy set of the decision.",
    examples: [exampleAuthorization.policySet],
  });

const decisionContext = z
  .object({
    code: z.string().max(100).optional().meta({ description: "Code of the first reason." }),
    message: z.string().max(2000).optional().meta({ description: "Message of the first reason." }),
    remedy: z.string().max(1000).optional().meta({ description: "Remedy of the first reason." }),
    approvalId: z.string().max(64).optional().meta({
      description: "The pending approval; send its id as `context.approvalId` with the next request.",
    }),
    approvalExpiresAt: milliseconds("Expiry of the approval.").optional(),
  })
  .meta({
    id: "DecisionContext",
    description: "Summary of the decision.",
    examples: [exampleAuthorization.context],
  });

const authorization = z
  .object({
    decision: z.boolean().meta({
      description:
        'Whether the action may proceed: true for `allow`, and for `transform` if the request has `context.supports: ["transform"]`.',
    }),
    outcome: z
      .enum(policyOutcomes)
      .meta({ description: "Deny overrides ask, ask overrides transform, transform overrides allow." }),
    decisionId: idOf("decision"),
    replayOf: idOf("decision").nullable().meta({
      description: "The first decision, which this decision repeats; null if this decision is not a repeat.",
    }),
    evaluatedAt: milliseconds("Decision time."),
    expiresAt: milliseconds("Expiry of the decision; for `ask`, expiry of the approval."),
    reasons: z.array(policyReason).max(500).meta({ description: "All reasons that determined the outcome." }),
    warnings: z.array(warning).max(500).meta({ description: "Warnings, which did not affect the outcome." }),
    obligations: z.array(obligation).max(500).meta({ description: "Obligations for the enforcing system." }),
    transform: z
      .array(operation)
      .max(2000)
      .nullable()
      .meta({ description: "Changes to the arguments; null unless the outcome is `transform`." }),
    policySet,
    inputDigest: digestText("Digest of subject, action, resource, arguments and context (RFC 8785)."),
    evidence,
    context: decisionContext,
  })
  .meta({
    id: "Authorization",
    description: "A decision, with its reasons and its evidence.",
    examples: [exampleAuthorization],
  });

const authorizations = z
  .object({
    decisions: z
      .array(z.union([authorization, refusedRequest]))
      .max(limits.decisionsPerBatch)
      .meta({
        description:
          "One for each request, in order. A request that is not valid has `decisionId: null` and an `error`.",
      }),
  })
  .meta({
    id: "Authorizations",
    description: "Several decisions, all written to disk.",
    examples: [{ decisions: [exampleAuthorization] }],
  });

const tag = "Authorize";
const write = { tag, scope: "authorize", workspaceLevel: true, exemptFromRateLimit: true } as const;
const one = { ...write, bodyLimits: "call" } as const;
const repeatHeaders = {
  "idempotency-key": z.string().min(1).max(255).optional().meta({
    description:
      "Idempotency key. A call that equals an earlier call with this key is a repeat of the first call. This rule applies until the first decision's `expiresAt`, or until the cost of the first decision is settled. A repeat shares the reserved cost and has `replayOf`. Each repeat is evaluated again, and counts as a call.",
  }),
};

export const authorizeRoutes = c.router({
  decide: route({
    method: "POST",
    path: "/api/policy/authorize",
    summary: "Decide whether an agent may act",
    description:
      "Returns 200 for every outcome, once the `policy_decision` event is on disk. If the event cannot be written, the response is 503, never `allow`. A failed evaluation denies. If a ceiling is reached, the response has `Retry-After`. The rate limit does not count this operation.",
    headers: repeatHeaders,
    body: authorizeBody,
    responses: answers({ 200: authorization }),
    metadata: { operationId: "authorize", sdk: "control.authorize", openBody: true, ...one },
  }),
  batch: route({
    method: "POST",
    path: "/api/policy/authorize/batch",
    summary: "Decide several requests",
    description:
      "Decides each request separately. All decisions are written in one commit, or none. A request that is not valid is denied with `request_invalid` and does not stop the remaining requests; no event is written for it, and it does not count.",
    headers: repeatHeaders,
    body: authorizeBatchBody,
    responses: answers({ 200: authorizations }),
    metadata: {
      operationId: "authorizeBatch",
      sdk: "control.authorizeBatch",
      itemsIn: "requests",
      openBody: true,
      bodyLimits: "batch",
      ...write,
    },
  }),
  settle: route({
    method: "POST",
    path: "/api/policy/authorize/:id/settle",
    summary: "Settle the cost of a call",
    description:
      "Replaces the reserved cost of the decision (`context.cost`) with the actual cost. For a repeat, this is the cost that the repeat shares. Settling again at an equal cost changes nothing. 409 for a different cost, or after `expiresAt`, when the reserved cost counts as spent.",
    pathParams: z.object({ id: reference("decision") }),
    headers: idempotencyHeaders,
    body: settleBody,
    responses: answers({ 200: settlement }, 409),
    metadata: { operationId: "settleDecision", sdk: "control.settle", ...one },
  }),
});
