import * as z from "zod";
import { authorizeBatchBody, authorizeBody, settleBody } from "./authorize-input.ts";
import { answers, c, route } from "../../platform/c.ts";
import { idempotencyHeaders, idOf, milliseconds, reference } from "../../platform/common.ts";
import { policyOutcomes } from "../../domain/policy/policy-outcomes.ts";
import { digestText, seqOf } from "../../evidence/events/event-object.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { policyReason } from "./policy-decision-data.ts";

const policyIdText = z.string().max(200);

const warning = z
  .object({
    policyId: policyIdText.nullable().meta({ description: "Null: a rule of the engine." }),
    code: z.string().max(100).meta({ description: "Kind of warning, for programs." }),
    message: z.string().max(4000).meta({ description: "What it is." }),
  })
  .meta({
    id: "DecisionWarning",
    description: "Something that determined nothing and should be known.",
    examples: [
      { policyId: "exports", code: "policy_not_in_force", message: "No version of it is in force." },
    ],
  });

const obligation = z
  .object({
    policyId: policyIdText.meta({ description: "The policy that obliges." }),
    obligation: z.string().max(1000).meta({ description: "What has to be done besides." }),
  })
  .meta({
    id: "DecisionObligation",
    description: "What whoever enforces the decision has to do besides.",
    examples: [{ policyId: "charts", obligation: "log_access" }],
  });

const operation = z
  .object({
    op: z.enum(["add", "replace", "remove"]).meta({ description: "What to do (RFC 6902)." }),
    path: z.string().max(4000).meta({ description: "JSON Pointer into the arguments." }),
    value: z.unknown().optional().meta({ description: "The new value; none for `remove`." }),
  })
  .meta({
    id: "ArgumentChange",
    description: "A change of the arguments.",
    examples: [{ op: "replace", path: "/limit", value: 10 }],
  });

const exampleAuthorization = {
  decision: false,
  outcome: "ask" as const,
  decisionId: exampleIds.decision,
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
    seq: seqOf("Its place in the workspace's log."),
    leafHash: digestText("Its leaf in the log's Merkle tree."),
  })
  .meta({
    id: "DecisionEvidence",
    description: "The event of the decision, which was on the disk before the answer.",
    examples: [exampleAuthorization.evidence],
  });

const policySet = z
  .object({
    digest: digestText("Of the set."),
    policies: z
      .array(
        z.object({
          id: policyIdText.meta({ description: "Its id." }),
          version: z.int().min(1).meta({ description: "Its version." }),
        }),
      )
      .max(2000)
      .meta({ description: "The policies that were asked, in their order." }),
  })
  .meta({
    id: "DecisionPolicySet",
    description: "The policies that decided.",
    examples: [exampleAuthorization.policySet],
  });

const decisionContext = z
  .object({
    code: z.string().max(100).optional().meta({ description: "Code of the first reason." }),
    message: z.string().max(2000).optional().meta({ description: "Its message." }),
    remedy: z.string().max(1000).optional().meta({ description: "Its remedy." }),
    approvalId: z.string().max(64).optional().meta({
      description: "The approval that is waited for; sent again as `context.approvalId`.",
    }),
    approvalExpiresAt: milliseconds("Until when it can be given and used.").optional(),
  })
  .meta({
    id: "DecisionContext",
    description: "The decision in short.",
    examples: [exampleAuthorization.context],
  });

const authorization = z
  .object({
    decision: z.boolean().meta({
      description:
        'Whether to go on: true for `allow`, and for `transform` when the request said `context.supports: ["transform"]`.',
    }),
    outcome: z.enum(policyOutcomes).meta({ description: "Deny beats ask beats transform beats allow." }),
    decisionId: idOf("decision"),
    evaluatedAt: milliseconds("When it was decided."),
    expiresAt: milliseconds("Until when it holds; of `ask`: until when it can be approved."),
    reasons: z.array(policyReason).max(500).meta({ description: "All that determined it." }),
    warnings: z.array(warning).max(500).meta({ description: "What should be known besides." }),
    obligations: z.array(obligation).max(500).meta({ description: "What has to be done besides." }),
    transform: z
      .array(operation)
      .max(2000)
      .nullable()
      .meta({ description: "How to change the arguments; null unless the outcome is `transform`." }),
    policySet,
    inputDigest: digestText("Of subject, action, resource, arguments and context (RFC 8785)."),
    evidence,
    context: decisionContext,
  })
  .meta({
    id: "Authorization",
    description: "A decision, with all that it rests on.",
    examples: [exampleAuthorization],
  });

const authorizations = z
  .object({
    decisions: z
      .array(authorization)
      .max(limits.decisionsPerBatch)
      .meta({ description: "One for each request, in their order." }),
  })
  .meta({
    id: "Authorizations",
    description: "Several decisions, all on the disk.",
    examples: [{ decisions: [exampleAuthorization] }],
  });

const exampleSettlement = {
  decisionId: exampleIds.decision,
  agentId: "triage-bot",
  reserved: 0.02,
  cost: 0.018,
  settledAt: 1_772_443_802_000,
};

const settlement = z
  .object({
    decisionId: idOf("decision"),
    agentId: z.string().max(256).meta({ description: "The agent that spent it." }),
    reserved: z.number().min(0).max(limits.largestCost).meta({ description: "What was reserved." }),
    cost: z.number().min(0).max(limits.largestCost).meta({ description: "What counts instead." }),
    settledAt: milliseconds("When it was settled."),
  })
  .meta({
    id: "Settlement",
    description: "What a call cost.",
    examples: [exampleSettlement],
  });

const tag = "Authorize";
const write = { tag, scope: "authorize", workspaceLevel: true, exemptFromRateLimit: true } as const;
const countedOnce = {
  "idempotency-key": z.string().min(1).max(255).optional().meta({
    description:
      "The same call under the same key counts once towards the ceilings of its agent, for 24 hours. It is decided anew each time: no earlier decision comes back.",
  }),
};

export const authorizeRoutes = c.router({
  decide: route({
    method: "POST",
    path: "/api/policy/authorize",
    summary: "Decide whether an agent may act",
    description:
      "200 for every outcome, once the `policy_decision` event is on the disk; 503 when it cannot be written: no evidence, no allow. Whatever goes wrong denies. A ceiling that is reached comes with `Retry-After`. Not counted by the rate limit.",
    headers: countedOnce,
    body: authorizeBody,
    responses: answers({ 200: authorization }),
    metadata: { operationId: "authorize", sdk: "control.authorize", openBody: true, ...write },
  }),
  batch: route({
    method: "POST",
    path: "/api/policy/authorize/batch",
    summary: "Decide on several requests",
    description: "Each gets its own decision; all of them are written in one commit, or none is.",
    headers: countedOnce,
    body: authorizeBatchBody,
    responses: answers({ 200: authorizations }),
    metadata: { operationId: "authorizeBatch", sdk: "control.authorizeBatch", openBody: true, ...write },
  }),
  settle: route({
    method: "POST",
    path: "/api/policy/authorize/:id/settle",
    summary: "Settle what a call cost",
    description:
      "The cost takes the place of what the decision reserved (`context.cost`). Again with the same cost changes nothing; with another one, or after `expiresAt`, when what was reserved counts as spent: 409.",
    pathParams: z.object({ id: reference("decision") }),
    headers: idempotencyHeaders,
    body: settleBody,
    responses: answers({ 200: settlement }, 409),
    metadata: { operationId: "settleDecision", sdk: "control.settle", ...write },
  }),
});
