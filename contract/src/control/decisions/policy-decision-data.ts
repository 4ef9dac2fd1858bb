import * as z from "zod";
import { policyOutcomes } from "../../domain/policy/policy-outcomes.ts";
import { digestText } from "../../evidence/events/event-object.ts";
import { exampleDecisionPayload } from "../../evidence/records/example-record.ts";
import { idOf, milliseconds } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { policyFacts } from "../policies/policy-facts-object.ts";

const outcome = z
  .enum(policyOutcomes)
  .meta({ description: "Deny overrides ask, ask overrides transform, transform overrides allow." });

/** A reason for a decision's outcome. */
export const policyReason = z
  .object({
    policyId: z
      .string()
      .max(200)
      .nullable()
      .meta({ description: "Policy id; null for a rule of the engine." }),
    version: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: "Version of the policy; null for an engine rule." }),
    outcome,
    code: z.string().max(100).meta({ description: "Code of the reason." }),
    message: z.string().max(2000).meta({ description: "Text of the reason." }),
    remedy: z.string().max(1000).optional().meta({ description: "Remedy, if known." }),
  })
  .meta({
    id: "PolicyReason",
    description: "A policy, or an engine rule, that determined a decision.",
    examples: [
      {
        policyId: "latch-4",
        version: 1,
        outcome: "ask",
        code: "approval_required",
        message: "The call is of high risk: a human has to approve it.",
        remedy: "Wait for the approval and send the request again with context.approvalId.",
      },
    ],
  });

const entity = z.object({ type: z.string().max(200), id: z.string().max(1000) });
const record = z.record(z.string().max(1000), z.unknown());

/**
 * The `data` of the server's `policy_decision` events: the decision, and the input with which a simulation
 * recomputes it. Filters for events read `agentId` and `outcome`.
 */
export const policyDecisionData = z.object({
  decisionId: z.string().max(64),
  /** Null if the subject is not an agent. */
  agentId: z.string().max(200).nullable(),
  outcome,
  /** The `decision` of the response: true for allow, and for a transform that the caller supports. */
  decision: z.boolean(),
  subject: entity,
  action: z.object({ name: z.string().max(1000) }),
  /** The groups that contained the action; absent if there were none. */
  actionGroups: z.array(z.string().max(1000)).max(1000).optional(),
  resource: entity,
  /** The request with redacted secrets; null if the request was too large to store. */
  said: z
    .object({
      args: record,
      context: record,
      subjectProperties: record,
      actionProperties: record,
      resourceProperties: record,
      /** Absent if the request has no `onBehalfOf`. */
      onBehalfOf: record.optional(),
      subjectParents: z.array(entity).max(32).optional(),
      resourceParents: z.array(entity).max(32).optional(),
    })
    .nullable(),
  /**
   * Digests of the stored properties and ancestors of subject and resource (RFC 8785); absent if none were
   * stored.
   */
  stored: z
    .object({
      subject: digestText("Digest of the subject's stored state.").optional(),
      resource: digestText("Digest of the resource's stored state.").optional(),
      /** One digest for each principal in `onBehalfOf`; null if neither properties nor ancestors were stored. */
      onBehalfOf: z.array(digestText("Digest of the principal's stored state.").nullable()).max(5).optional(),
    })
    .optional(),
  /**
   * The redacted secrets, each with its kind and a JSON Pointer into `said`. If the secret was in a name, the
   * pointer leads into these data (`/resource/id`) or is `/session`.
   */
  redacted: z.array(z.object({ type: z.string().max(100), path: z.string().max(4000) })).max(10_010),
  facts: policyFacts,
  /** The principals on whose behalf the subject acts, the immediate one first; absent if there are none. */
  onBehalfOf: z.array(entity).max(5).optional(),
  /** Digest of caller, content and idempotency key; absent if the request had no idempotency key. */
  requestKey: z.string().max(64).optional(),
  /** Id of the first decision that this decision repeats; absent if it repeats none. */
  replayOf: z.string().max(64).optional(),
  /** Id of the caller's API key; absent in the first events. */
  keyId: z.string().max(64).optional(),
  /** The agent to which the API key is bound; null if it is not bound. Absent in the first events. */
  keyAgent: z.string().max(200).nullable().optional(),
  reasons: z.array(policyReason).max(500),
  shadow: z.array(policyReason).max(500),
  policySet: z.object({
    digest: digestText("Digest of the set."),
    policies: z
      .array(
        z.object({
          id: z.string().max(200),
          version: z.int().min(1),
          digest: digestText("Digest of the version's contents."),
        }),
      )
      .max(2000),
    unresolved: z.array(z.string().max(200)).max(100),
  }),
  inputDigest: digestText(
    "Digest of subject, action, resource, arguments and context, unredacted (RFC 8785).",
  ),
  /** Milliseconds since 1970. */
  evaluatedAt: z.int().min(0),
  /** The approval that the decision opened or used. */
  approvalId: z.string().max(64).optional(),
});

/** The `data` of a `policy_decision` event. */
export type PolicyDecisionData = z.output<typeof policyDecisionData>;

/** Such data, for tests and the mock. */
export const examplePolicyDecision: PolicyDecisionData = exampleDecisionPayload;

const exampleSettlement = {
  decisionId: exampleIds.decision,
  agentId: "triage-bot",
  reserved: 0.02,
  cost: 0.018,
  settledAt: 1_772_443_802_000,
};

/** The response to a settlement. */
export const settlement = z
  .object({
    decisionId: idOf("decision"),
    agentId: z.string().max(256).meta({ description: "The agent of the call." }),
    reserved: z.number().min(0).max(limits.largestCost).meta({ description: "The reserved cost." }),
    cost: z
      .number()
      .min(0)
      .max(limits.largestCost)
      .meta({ description: "The actual cost, which counts instead of the reserved cost." }),
    settledAt: milliseconds("Settlement time."),
  })
  .meta({
    id: "Settlement",
    description: "The settled cost of a call.",
    examples: [exampleSettlement],
  });
