// Applies an approval to the decision on the request that names the approval.
import type { EvaluatedDecision } from "../decisions/policy-decision.ts";
import { bindingDifferences, bindsCall, type BoundCall } from "./approval-binding.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import {
  type ApprovalRecord,
  approvalStatusAt,
  isSameOwner,
  type KeyOwner,
  visibleApproval,
} from "./approval-record.ts";

/** The approval that a request names. */
export interface SentApproval {
  /** The id in the request. */
  sent: string;
  /** Undefined: unknown id. */
  approval: ApprovalRecord | undefined;
  /** Whether a key with the same owner as the caller's key approved the call. */
  isOwn: boolean;
  /** The keys that approved the call and are now revoked or expired. */
  inactiveKeys: ReadonlySet<string>;
  /** The known secrets: the agent's own key, if it has one. */
  secrets: readonly string[];
}

/** Returns the ids of the keys that approved a call and are now revoked, expired or unknown. */
export const inactiveKeysOf = (
  approval: ApprovalRecord | undefined,
  isActive: (keyId: string) => boolean,
): Set<string> =>
  new Set((approval?.approvals ?? []).map(({ keyId }) => keyId).filter((keyId) => !isActive(keyId)));

/**
 * Describes the approval that a request names.
 *
 * @param found the approval with the id `sent`, whether or not the caller can see it.
 * @param isActive returns whether a key that approved it can be used.
 */
export function sentApprovalOf(
  { sent, found, isActive, secrets }: NamedApproval,
  { keyAgent, ...owner }: KeyOwner & { keyAgent: KeyAgent },
): SentApproval {
  const approval = visibleApproval(found, keyAgent);
  return {
    sent,
    approval,
    isOwn: approval?.approvals.some((given) => isSameOwner(given, owner)) === true,
    inactiveKeys: inactiveKeysOf(approval, isActive),
    secrets,
  };
}

interface NamedApproval extends Pick<SentApproval, "sent" | "secrets"> {
  found: ApprovalRecord | undefined;
  isActive: (keyId: string) => boolean;
}

interface Obstacle {
  code: string;
  message: string;
}

const obstacle = (sent: string, code: string, why: string): Obstacle => ({
  code,
  message: `Approval ${JSON.stringify(sent).slice(0, 210)} ${why}.`,
});

/** Returns the reason why an approval does not apply to a call; undefined if it applies. */
export function approvalObstacle(sent: SentApproval, bound: BoundCall, now: number): Obstacle | undefined {
  const { approval } = sent;
  if (!approval) return obstacle(sent.sent, "approval_unknown", "not found");
  if (!bindsCall(approval, bound)) {
    const paths = bindingDifferences(approval, bound, sent.secrets);
    const where = paths.length === 0 ? "" : `; differing paths: ${paths.join(", ")}`;
    return obstacle(
      sent.sent,
      "approval_mismatch",
      `was not requested for this call: the action, the arguments, the context or the policies differ${where}`,
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
  // The caller who uses an approval acts as its requester, so the approving keys must have other owners.
  if (isOwn) {
    const why = "was given by the owner of the calling API key; it must be given by a different owner";
    return obstacle(sent, "approval_own", why);
  }
  const count = approvals.filter(({ keyId }) => !inactiveKeys.has(keyId)).length;
  if (count >= requiredApprovals) return undefined;
  const why = `has ${count} of ${requiredApprovals} required approvals; the API key of an approver is revoked or has expired`;
  return obstacle(sent, "approval_incomplete", why);
}

/**
 * Warns the author of a policy that returns ask without reading `context.facts.approved`: no approval can
 * lead to a permit.
 */
const withoutEffect = ({ sent }: SentApproval, { verdict }: EvaluatedDecision) =>
  verdict.outcome === "ask"
    ? {
        code: "approval_without_effect",
        message: `Approval ${JSON.stringify(sent)} is valid, but a policy returns ask without reading context.facts.approved.`,
      }
    : undefined;

/**
 * Applies the named approval to a verdict. A rejected approval turns ask into deny. Any other obstacle
 * becomes a warning, and so does an approval without effect.
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
