// Decides, withdraws and expires approvals.
import { type RuleContext, unchanged } from "../../platform/decision.ts";
import { insufficientScope } from "../../platform/refusals.ts";
import type { Scope } from "../../platform/scopes.ts";
import { type ApprovalDecision, changedApproval } from "./approval-changes.ts";
import type { KeyAgent } from "../../workspace/key-agent.ts";
import {
  type ApprovalRecord,
  approvalStatusAt,
  isSameOwner,
  type KeyOwner,
  visibleApproval,
} from "./approval-record.ts";
import {
  approvalClosed,
  approvalNotFound,
  approverNotQualified,
  notOwnApproval,
  ownApproval,
} from "./approval-refusals.ts";
import { type Approver, disqualifiedApprover } from "./approval-requirement.ts";

/** A command that approves, rejects or withdraws. */
export interface ApprovalCommand {
  id: string;
  decision: "approve" | "reject" | "withdraw";
  reason: string | null;
}

/** The state loaded by the caller, with the evidence log locked. */
export interface ApprovalState {
  approval: ApprovalRecord | undefined;
  caller: KeyOwner & { scopes: ReadonlySet<Scope>; keyAgent: KeyAgent };
  /** The reviewer of the requester's key; null if the key has no reviewer and is itself the owner. */
  requesterReviewer: string | null;
  /** The caller's reviewer; undefined if the caller's key belongs to no reviewer. */
  approver: Approver | undefined;
  /** The keys that approved the call and are now revoked or expired. */
  inactiveKeys: ReadonlySet<string>;
}

/** The state of a command on an existing approval. */
interface KnownState extends ApprovalState {
  approval: ApprovalRecord;
  status: ApprovalRecord["status"];
}

/**
 * Requires an approval that the caller can see.
 *
 * @throws {ApiError} 404 `not_found` if the approval does not exist or the caller cannot see it.
 */
export function requireApproval(
  approval: ApprovalRecord | undefined,
  { id, keyAgent }: { id: string; keyAgent: KeyAgent },
): ApprovalRecord {
  const seen = visibleApproval(approval, keyAgent);
  if (!seen) throw approvalNotFound(id);
  return seen;
}

const isOpen = (status: ApprovalRecord["status"]): boolean => status === "pending" || status === "approved";

const unchangedApproval = (approval: ApprovalRecord): ApprovalDecision => ({
  ...unchanged(approval),
  record: approval,
});

/**
 * Decides a command on an approval. If an owner repeats a decision, nothing changes. Nothing changes on an
 * error either.
 *
 * @throws {ApiError} 404 for an unknown approval. To approve or reject: 403 `insufficient_scope` if the
 *   caller's owner is also the requester's owner, 403 `approver_not_qualified` if the key does not meet the
 *   requirement. To withdraw: 403 if the caller's owner neither requested nor approved the call, or if the
 *   scope is missing. After these checks: 409 `invalid_state` if the state of the approval does not permit
 *   the command.
 */
export function decideApproval(
  state: ApprovalState,
  command: ApprovalCommand,
  context: Pick<RuleContext, "now" | "actor">,
): ApprovalDecision {
  const { keyAgent } = state.caller;
  const approval = requireApproval(state.approval, { id: command.id, keyAgent });
  const known = { ...state, approval, status: approvalStatusAt(approval, context.now) };
  if (command.decision === "withdraw") return withdraw(known, command, context);
  if (isRequester(known)) throw ownApproval(approval.id);
  const { approverRequirement } = approval;
  const because = disqualifiedApprover(approverRequirement, state.approver, context.now);
  if (because !== null) throw approverNotQualified(approval.id, because);
  return command.decision === "reject" ? reject(known, command, context) : approve(known, command, context);
}

const isRequester = ({ approval, caller, requesterReviewer }: KnownState): boolean =>
  isSameOwner(caller, { keyId: approval.requestedBy, reviewer: requesterReviewer });

type Terms = Pick<RuleContext, "now" | "actor">;

const decided = (reason: string | null, { now, actor }: Terms) => ({
  decidedAt: now,
  decidedBy: actor,
  reason,
});
const undecided = { decidedAt: null, decidedBy: null, reason: null };

function approve(
  { approval, status, caller, inactiveKeys }: KnownState,
  { reason }: ApprovalCommand,
  context: Terms,
): ApprovalDecision {
  const counted = approval.approvals.filter(({ keyId }) => !inactiveKeys.has(keyId));
  const isGiven = counted.some((given) => isSameOwner(given, caller));
  if (isGiven && isOpen(status)) return unchangedApproval(approval);
  if (status !== "pending") throw approvalClosed(approval.id, status);
  const { now, actor } = context;
  const approvals = [...counted, { keyId: actor, reviewer: caller.reviewer, reason, at: now }];
  return approvals.length < approval.requiredApprovals
    ? changedApproval(approval, { approvals }, { kind: "approval.given", now, by: actor })
    : changedApproval(
        approval,
        { approvals, status: "approved", ...decided(reason, context) },
        { kind: "approval.approved", now, by: actor },
      );
}

function reject(
  { approval, status }: KnownState,
  { reason }: ApprovalCommand,
  context: Terms,
): ApprovalDecision {
  const { now, actor } = context;
  if (status === "rejected" && approval.decidedBy === actor) return unchangedApproval(approval);
  if (!isOpen(status)) throw approvalClosed(approval.id, status, ["pending", "approved"]);
  return changedApproval(
    approval,
    { status: "rejected", ...decided(reason, context) },
    { kind: "approval.rejected", now, by: actor },
  );
}

/**
 * Withdraws a request or an approver's decision. If the requester withdraws, the approval ends. If an
 * approver withdraws, only their own decision is removed and the status becomes pending.
 */
function withdraw(state: KnownState, { reason }: ApprovalCommand, context: Terms): ApprovalDecision {
  const { approval, status, caller } = state;
  const { now, actor } = context;
  const isRequest = isRequester(state);
  const others = approval.approvals.filter((given) => !isSameOwner(given, caller));
  if (!isRequest && others.length === approval.approvals.length) throw notOwnApproval(approval.id);
  const scope = isRequest ? "authorize" : "approvals:decide";
  if (!caller.scopes.has(scope)) throw insufficientScope(scope);
  if (isRequest && status === "withdrawn") return unchangedApproval(approval);
  if (!isOpen(status)) throw approvalClosed(approval.id, status, ["pending", "approved"]);
  return changedApproval(
    approval,
    isRequest
      ? { status: "withdrawn", ...decided(reason, context) }
      : { status: "pending", approvals: others, ...undecided },
    { kind: "approval.withdrawn", now, by: actor },
  );
}

/**
 * Stores that an approval has expired. An approval that has not expired or has a final status does not
 * change.
 */
export function decideApprovalExpiry(approval: ApprovalRecord, now: number): ApprovalDecision {
  const isDue = isOpen(approval.status) && approvalStatusAt(approval, now) === "expired";
  if (!isDue) return unchangedApproval(approval);
  return changedApproval(approval, { status: "expired" }, { kind: "approval.expired", now, by: null });
}

/**
 * Withdraws an open approval of an agent that is deleted. An agent that is registered later under the same id is
 * another agent, so the approval must not permit its calls. Other approvals do not change.
 */
export function decideAgentRemoval(approval: ApprovalRecord, context: Terms): ApprovalDecision {
  if (!isOpen(approvalStatusAt(approval, context.now))) return unchangedApproval(approval);
  return changedApproval(
    approval,
    { status: "withdrawn", ...decided("The agent was deleted.", context) },
    { kind: "approval.withdrawn", now: context.now, by: context.actor },
  );
}
