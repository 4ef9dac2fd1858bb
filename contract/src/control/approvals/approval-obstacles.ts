// Applies the approval that a request names to the decision on the request.
import type { EvaluatedDecision } from "../decisions/policy-decision.ts";
import { bindingDifferences, bindsCall, type BoundCall } from "./approval-binding.ts";
import { type ApprovalRecord, approvalStatusAt } from "./approval-record.ts";

/** The approval that a request names. */
export interface SentApproval {
  /** The id in the request. */
  sent: string;
  /** Undefined: unknown id. */
  approval: ApprovalRecord | undefined;
  /** Whether a key of the caller's own owner gave an approval. */
  isOwn: boolean;
  /** The keys of given approvals that are revoked or expired. */
  inactiveKeys: ReadonlySet<string>;
  /** Known secrets: the agent's own key. */
  secrets: readonly string[];
}

interface Obstacle {
  code: string;
  message: string;
}

const obstacle = (sent: string, code: string, why: string): Obstacle => ({
  code,
  message: `Approval ${JSON.stringify(sent).slice(0, 210)} ${why}.`,
});

/** The reason why an approval does not apply to a call; undefined: it applies. */
export function approvalObstacle(sent: SentApproval, bound: BoundCall, now: number): Obstacle | undefined {
  const { approval } = sent;
  if (!approval) return obstacle(sent.sent, "approval_unknown", "not found");
  if (!bindsCall(approval, bound)) {
    const paths = bindingDifferences(approval, bound, sent.secrets);
    const where = paths.length === 0 ? "" : `; different: ${paths.join(", ")}`;
    return obstacle(
      sent.sent,
      "approval_mismatch",
      `was requested for another action, other arguments or context, or under other policies${where}`,
    );
  }
  return statusObstacle(sent, approval, now);
}

function statusObstacle(sent: SentApproval, approval: ApprovalRecord, now: number): Obstacle | undefined {
  const refuse = (code: string, why: string) => obstacle(sent.sent, code, why);
  const because = approval.reason === null ? "" : `: ${approval.reason.replace(/[.]$/, "")}`;
  const status = approvalStatusAt(approval, now);
  switch (status) {
    case "approved":
      return approverObstacle(sent, approval);
    case "rejected":
      return refuse("approval_rejected", `was rejected${because}`.slice(0, 780));
    case "withdrawn":
      return refuse("approval_withdrawn", "was withdrawn");
    case "used":
      return refuse("approval_used", "was already used; an approval permits one use");
    case "expired":
      return refuse("approval_expired", "has expired");
    case "pending":
      return refuse("approval_pending", "is pending");
    default:
      throw new TypeError(`The status ${JSON.stringify(status satisfies never)} is not known.`);
  }
}

function approverObstacle(
  { sent, isOwn, inactiveKeys }: SentApproval,
  { approvals, requiredApprovals }: ApprovalRecord,
): Obstacle | undefined {
  // The user of an approval acts as a requester, so the approvers must be other owners.
  if (isOwn) {
    const why = "was given with a key of the same owner; it must be given with a key of another owner";
    return obstacle(sent, "approval_own", why);
  }
  const count = approvals.filter(({ keyId }) => !inactiveKeys.has(keyId)).length;
  if (count >= requiredApprovals) return undefined;
  const why = `has ${count} of ${requiredApprovals} required approvals; the API key of an approver is revoked or has expired`;
  return obstacle(sent, "approval_incomplete", why);
}

/**
 * A policy that returns ask without reading `context.facts.approved` never permits the request; warn its
 * author.
 */
const withoutEffect = ({ sent }: SentApproval, { verdict }: EvaluatedDecision) =>
  verdict.outcome === "ask"
    ? {
        code: "approval_without_effect",
        message: `Approval ${JSON.stringify(sent)} is valid, but a policy returns ask without reading context.facts.approved.`,
      }
    : undefined;

/**
 * Applies the named approval to a verdict: a rejection turns ask into deny; any other obstacle, or a missing
 * effect, becomes a warning.
 */
export function withApproval(
  evaluated: EvaluatedDecision,
  approval: SentApproval,
  now: number,
): EvaluatedDecision {
  const { verdict } = evaluated;
  const found = approvalObstacle(approval, evaluated, now) ?? withoutEffect(approval, evaluated);
  if (!found) return evaluated;
  if (found.code === "approval_rejected" && verdict.outcome === "ask") {
    const reason = { policyId: null, version: null, outcome: "deny" as const, ...found };
    return { ...evaluated, verdict: { ...verdict, outcome: "deny", reasons: [reason, ...verdict.reasons] } };
  }
  return {
    ...evaluated,
    verdict: { ...verdict, warnings: [...verdict.warnings, { policyId: null, ...found }] },
  };
}
