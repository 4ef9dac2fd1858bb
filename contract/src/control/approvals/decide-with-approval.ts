// Decides a request while the log is locked, with the approval that the request names and the agent's usage.
import type { DecisionCaller } from "../decisions/caller-identity.ts";
import type { LockedFacts } from "../decisions/evaluate-request.ts";
import {
  type DecisionMetadata,
  type EvaluatedDecision,
  expiryOf,
  withoutSecrets,
} from "../decisions/policy-decision.ts";
import {
  countUsage,
  type FirstDecision,
  type Repeat,
  type Usage,
  type UsageChange,
} from "../decisions/usage-rules.ts";
import type { ApprovalSettings } from "../settings/approval-settings.ts";
import { approvalObstacle, type SentApproval, withApproval } from "./approval-obstacles.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import { approvalReference, type ApprovalUse, approvalUseOf } from "./approval-use-rules.ts";

/** An evaluated request, and the state of the locked log on which its decision depends. */
export interface LockedRequest {
  /** The decision for the default facts: the request is not approved, and no ceiling is reached. */
  first: EvaluatedDecision;
  /** Evaluates the request again. */
  evaluate: (facts: LockedFacts) => EvaluatedDecision;
  /** The approval that the request names; undefined if it names none. */
  sent: SentApproval | undefined;
  usage: Usage;
  settings: ApprovalSettings;
  /** The known secrets: the agent's own key, if it has one. */
  secrets: readonly string[];
  decisionId: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The decision on a request, and its effects outside the log. */
export interface DecidedRequest {
  /** Without secrets. */
  evaluated: EvaluatedDecision;
  /** Undefined if the decision has no effect on approvals. */
  use: ApprovalUse | undefined;
  usage: UsageChange;
}

/** Evaluates a request again only if an approval or a ceiling changes its facts, which is rare. */
function evaluateLocked({ first, evaluate, sent, usage, now }: LockedRequest): EvaluatedDecision {
  const approved = sent !== undefined && approvalObstacle(sent, first, now) === undefined;
  const { rateExceeded, budgetExceeded } = usage.facts;
  const isDefault = !approved && !rateExceeded && !budgetExceeded;
  const evaluated = isDefault ? first : evaluate({ approved, rateExceeded, budgetExceeded });
  return sent ? withApproval(evaluated, sent, now) : evaluated;
}

/** Decides a request: evaluates it, applies the approval that it names, and counts its usage. */
export function decideRequest(request: LockedRequest): DecidedRequest {
  const { sent, secrets, settings, decisionId: id, now } = request;
  const evaluated = withoutSecrets(evaluateLocked(request), secrets);
  return {
    evaluated,
    use: approvalUseOf(evaluated, sent, { decisionId: id, secrets, settings }),
    usage: countUsage(request.usage, evaluated, { id, now }),
  };
}

/** The data that identify a decision before it is made. */
export interface DecisionIdentity {
  decisionId: string;
  /** Milliseconds since 1970. */
  now: number;
  inputDigest: string;
  caller: DecisionCaller;
  requestKey: string | undefined;
}

/** Builds the metadata of a decision. @param approval the approval that the decision opened or used. */
export const metadataOf = (
  { now: evaluatedAt, decisionId, inputDigest, caller, requestKey }: DecisionIdentity,
  approval: ApprovalRecord | undefined,
  repeat: Repeat | null,
): DecisionMetadata => ({
  decisionId,
  inputDigest,
  caller,
  requestKey,
  evaluatedAt,
  approval: approvalReference(approval),
  replayOf: repeat?.replayOf ?? null,
});

/** The first decision under an idempotency key, with which later requests are compared. */
export const firstDecisionOf = (evaluated: EvaluatedDecision, metadata: DecisionMetadata): FirstDecision => ({
  decisionId: metadata.decisionId,
  expiresAt: expiryOf(evaluated, metadata),
});
