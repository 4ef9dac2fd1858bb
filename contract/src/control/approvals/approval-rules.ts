// How approvals are opened, decided and used, and what one means for the decision of a request that is sent with it.
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { type ControlEvent, approvalDecided } from "../control-evidence.ts";
import type { ControlWebhookEvent } from "../control-events.ts";
import {
  bindingOf,
  isGranted,
  type EvaluatedDecision,
  namedOf,
  loggedRequestOf,
} from "../decisions/policy-decision.ts";
import { approvalClosed, approvalNotFound, ownApproval } from "./approval-refusals.ts";
import type { Approval } from "./approvals.ts";

/** A stored approval. That it has expired follows from the clock. Instants are milliseconds since 1970. */
export interface ApprovalRecord extends Omit<Approval, "status"> {
  status: Exclude<Approval["status"], "expired">;
}

/** The status of an approval at an instant: one that was not used in time has expired. */
export const approvalStatusAt = (
  { status, expiresAt }: Pick<ApprovalRecord, "status" | "expiresAt">,
  now: number,
): Approval["status"] =>
  (status === "pending" || status === "approved") && expiresAt <= now ? "expired" : status;

/** A request that approves or rejects. */
export interface ApprovalCommand {
  id: string;
  decision: "approve" | "reject";
  reason: string | null;
}

/** What the caller has loaded, with the evidence log locked. */
export interface ApprovalState {
  approval: ApprovalRecord | undefined;
  /** Whether the caller's key and the one that requested the approval have one owner. */
  isOwn: boolean;
}

/** An approval that was looked up. @throws {ApiError} 404 `not_found` when there is none. */
export function requireApproval(approval: ApprovalRecord | undefined, id: string): ApprovalRecord {
  if (!approval) throw approvalNotFound(id);
  return approval;
}

const statusOfDecision = { approve: "approved", reject: "rejected" } as const;

/**
 * Decides whether an approval is given. The same decision of the same key again changes nothing.
 *
 * @throws {ApiError} 404 for an unknown approval; 403 `insufficient_scope` for a key of the owner who requested it; 409
 *   `invalid_state` for one that is not pending. Nothing is changed then.
 */
export function decideApproval(
  state: ApprovalState,
  { id, decision, reason }: ApprovalCommand,
  { now, actor }: RuleContext,
): Decision<ApprovalRecord, ControlEvent, never> {
  const approval = requireApproval(state.approval, id);
  if (state.isOwn) throw ownApproval(id);
  const [status, wanted] = [approvalStatusAt(approval, now), statusOfDecision[decision]];
  if (status === wanted && approval.decidedBy === actor) return unchanged(approval);
  if (status !== "pending") throw approvalClosed(id, status);
  const change = changeApproval(approval, { status: wanted, decidedAt: now, decidedBy: actor, reason });
  return { ...change, evidence: [approvalDecided(change.record, actor)] };
}

/** What a decision does to approvals. */
export type ApprovalUse =
  | { type: "use"; approval: ApprovalRecord; decisionId: string }
  | { type: "open"; decisionId: string; evaluated: EvaluatedDecision; secrets: readonly string[] };

/**
 * Decides what becomes of an approval by a decision: `use` consumes it, `open` makes one unless one waits already.
 *
 * @param waiting of the same action, requested by the same key, pending and not expired; undefined: there is none.
 * @throws {Error} for the use of an approval that is not approved: `approvalUseOf` names none such.
 */
export function decideApprovalUse(
  waiting: ApprovalRecord | undefined,
  command: ApprovalUse,
  context: RuleContext,
): Decision<ApprovalRecord, never, ControlWebhookEvent> {
  if (command.type === "open") return waiting ? unchanged(waiting) : openApproval(command, context);
  const { approval, decisionId } = command;
  if (approvalStatusAt(approval, context.now) !== "approved")
    throw new Error(`The approval ${approval.id} is not approved, so it cannot be used.`);
  return changeApproval(approval, { status: "used", usedAt: context.now, usedBy: decisionId });
}

const changeApproval = (approval: ApprovalRecord, set: Partial<ApprovalRecord>) => ({
  record: { ...approval, ...set },
  changes: [{ op: "update" as const, id: approval.id, set }],
  evidence: [],
  events: [],
});

function openApproval(
  { decisionId, evaluated, secrets }: Extract<ApprovalUse, { type: "open" }>,
  { now, actor, newId, limits }: RuleContext,
): Decision<ApprovalRecord, never, ControlWebhookEvent> {
  const { call, verdict } = evaluated;
  const { subject, action, resource, session } = namedOf(call, secrets);
  const { said } = loggedRequestOf(call, secrets);
  const record: ApprovalRecord = {
    id: newId("approval"),
    status: "pending",
    decisionId,
    subject,
    action: { name: action.name },
    resource,
    args: said === null ? null : { ...said.args },
    session,
    reasons: verdict.reasons.map((reason) => ({ ...reason })),
    actionDigest: bindingOf(evaluated),
    requestedBy: actor,
    createdAt: now,
    expiresAt: now + limits.approvalSeconds * 1000,
    decidedAt: null,
    decidedBy: null,
    reason: null,
    usedAt: null,
    usedBy: null,
  };
  return {
    record,
    changes: [{ op: "insert", record }],
    evidence: [],
    events: [{ event: "approval.requested", at: now, data: record }],
  };
}

/** An approval that a request is sent with. */
export interface SentApproval {
  /** Its id, as it was sent. */
  sent: string;
  /** Undefined: there is none of this id. */
  approval: ApprovalRecord | undefined;
  /** Whether a key of the sender's own owner decided it. */
  isOwn: boolean;
}

/**
 * What a decision does to approvals: an ask opens one, a request that may go on because it was approved uses the one that it
 * was sent with. Undefined: nothing.
 */
export function approvalUseOf(
  evaluated: EvaluatedDecision,
  sent: SentApproval | undefined,
  { decisionId, secrets }: { decisionId: string; secrets: readonly string[] },
): ApprovalUse | undefined {
  if (evaluated.verdict.outcome === "ask") return { type: "open", decisionId, evaluated, secrets };
  const approval = evaluated.facts.approved && isGranted(evaluated) ? sent?.approval : undefined;
  return approval && { type: "use", approval, decisionId };
}

/** An approval as a decision names it. */
export const approvalReference = (approval: ApprovalRecord | undefined) =>
  approval ? { id: approval.id, expiresAt: approval.expiresAt } : null;

/** What stands against using an approval for a call; undefined: nothing. */
export function approvalObstacle(
  { approval, sent, isOwn }: SentApproval,
  judged: Pick<EvaluatedDecision, "call" | "policySet">,
  now: number,
): { code: string; message: string } | undefined {
  const refuse = (code: string, why: string) => ({
    code,
    message: `The approval ${JSON.stringify(sent)} ${why}.`.slice(0, 1000),
  });
  if (!approval) return refuse("approval_unknown", "does not exist");
  if (approval.actionDigest !== bindingOf(judged)) {
    return refuse(
      "approval_mismatch",
      "was asked for another action, other arguments, or under other policies",
    );
  }
  const because = approval.reason === null ? "" : `: ${approval.reason.replace(/[.]$/, "")}`;
  switch (approvalStatusAt(approval, now)) {
    case "approved":
      // Whoever uses it asks, too: it takes two, whichever of them asked first.
      return isOwn
        ? refuse("approval_own", "was given by a key of the same owner; somebody else has to give it")
        : undefined;
    case "rejected":
      return refuse("approval_rejected", `was rejected${because}`);
    case "used":
      return refuse("approval_used", "was used already; each holds once");
    case "expired":
      return refuse("approval_expired", "has expired");
    case "pending":
      return refuse("approval_pending", "is not given yet");
  }
}

/** A policy that asks without a look at `context.facts.approved` asks for ever: whoever wrote it should know. */
const withoutEffect = ({ sent }: SentApproval, { verdict }: EvaluatedDecision) =>
  verdict.outcome === "ask"
    ? {
        code: "approval_without_effect",
        message: `The approval ${JSON.stringify(sent)} holds, and a policy asks whatever was approved: it does not look at context.facts.approved.`,
      }
    : undefined;

/**
 * A verdict with what is to be said of the approval that the call was sent with: a rejection turns an ask into a deny;
 * whatever else stands against it, or that it changed nothing, is a warning.
 */
export function withApproval(
  judged: EvaluatedDecision,
  approval: SentApproval,
  now: number,
): EvaluatedDecision {
  const { verdict } = judged;
  const obstacle = approvalObstacle(approval, judged, now) ?? withoutEffect(approval, judged);
  if (!obstacle) return judged;
  if (obstacle.code === "approval_rejected" && verdict.outcome === "ask") {
    const reason = { policyId: null, version: null, outcome: "deny" as const, ...obstacle };
    return { ...judged, verdict: { ...verdict, outcome: "deny", reasons: [reason, ...verdict.reasons] } };
  }
  return {
    ...judged,
    verdict: { ...verdict, warnings: [...verdict.warnings, { policyId: null, ...obstacle }] },
  };
}
