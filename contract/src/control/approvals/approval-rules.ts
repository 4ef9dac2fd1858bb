// Opens, decides and uses approvals, and applies an approval to the decision of the request that names it.
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

/** A stored approval. Its expiry follows from the clock. Instants are milliseconds since 1970. */
export interface ApprovalRecord extends Omit<Approval, "status"> {
  status: Exclude<Approval["status"], "expired">;
}

/** The status of an approval at an instant; an unused approval expires. */
export const approvalStatusAt = (
  { status, expiresAt }: Pick<ApprovalRecord, "status" | "expiresAt">,
  now: number,
): Approval["status"] =>
  (status === "pending" || status === "approved") && expiresAt <= now ? "expired" : status;

/** A command that approves or rejects. */
export interface ApprovalCommand {
  id: string;
  decision: "approve" | "reject";
  reason: string | null;
}

/** The state loaded by the caller, with the evidence log locked. */
export interface ApprovalState {
  approval: ApprovalRecord | undefined;
  /** Whether the caller's key and the requester's key have the same owner. */
  isOwn: boolean;
}

/** Requires an approval. @throws {ApiError} 404 `not_found` if it does not exist. */
export function requireApproval(approval: ApprovalRecord | undefined, id: string): ApprovalRecord {
  if (!approval) throw approvalNotFound(id);
  return approval;
}

const statusOfDecision = { approve: "approved", reject: "rejected" } as const;

/**
 * Decides an approval or a rejection. A repeated decision by the same key changes nothing.
 *
 * @throws {ApiError} 404 for an unknown approval; 403 `insufficient_scope` for a key of the requester's
 *   owner; 409 `invalid_state` for an approval that is not pending. Nothing changes on an error.
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

/** The effect of a decision on approvals. */
export type ApprovalUse =
  | { type: "use"; approval: ApprovalRecord; decisionId: string }
  | { type: "open"; decisionId: string; evaluated: EvaluatedDecision; secrets: readonly string[] };

/**
 * Applies a decision to an approval: `use` consumes it, `open` creates one unless an equal one is waiting.
 *
 * @param waiting of the same action, requested by the same key, pending and not expired; undefined: none.
 * @throws {Error} for the use of an approval that is not approved; `approvalUseOf` never returns such a use.
 */
export function decideApprovalUse(
  waiting: ApprovalRecord | undefined,
  command: ApprovalUse,
  context: RuleContext,
): Decision<ApprovalRecord, never, ControlWebhookEvent> {
  if (command.type === "open") return waiting ? unchanged(waiting) : openApproval(command, context);
  const { approval, decisionId } = command;
  if (approvalStatusAt(approval, context.now) !== "approved")
    throw new Error(`Approval ${approval.id} is not approved; it cannot be used.`);
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
  const { said: logged } = loggedRequestOf(call, secrets);
  const record: ApprovalRecord = {
    id: newId("approval"),
    status: "pending",
    decisionId,
    subject,
    action: { name: action.name },
    resource,
    args: logged === null ? null : { ...logged.args },
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

/** The approval that a request names. */
export interface SentApproval {
  /** The id in the request. */
  sent: string;
  /** Undefined: unknown id. */
  approval: ApprovalRecord | undefined;
  /** Whether a key of the caller's own owner decided it. */
  isOwn: boolean;
}

/**
 * The effect of a decision on approvals. The outcome ask opens an approval; a request permitted by an
 * approval uses it. Undefined: no effect.
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

/** An approval, as a decision references it. */
export const approvalReference = (approval: ApprovalRecord | undefined) =>
  approval ? { id: approval.id, expiresAt: approval.expiresAt } : null;

/** The reason why an approval does not apply to a call; undefined: it applies. */
export function approvalObstacle(
  { approval, sent, isOwn }: SentApproval,
  evaluated: Pick<EvaluatedDecision, "call" | "policySet">,
  now: number,
): { code: string; message: string } | undefined {
  const refuse = (code: string, why: string) => ({
    code,
    message: `Approval ${JSON.stringify(sent)} ${why}.`.slice(0, 1000),
  });
  if (!approval) return refuse("approval_unknown", "not found");
  if (approval.actionDigest !== bindingOf(evaluated)) {
    return refuse(
      "approval_mismatch",
      "was requested for another action, other arguments, or under other policies",
    );
  }
  const because = approval.reason === null ? "" : `: ${approval.reason.replace(/[.]$/, "")}`;
  switch (approvalStatusAt(approval, now)) {
    case "approved":
      // The user of an approval acts as a requester, so the approver must have another owner.
      return isOwn
        ? refuse(
            "approval_own",
            "was given with a key of the same owner; it must be given with a key of another owner",
          )
        : undefined;
    case "rejected":
      return refuse("approval_rejected", `was rejected${because}`);
    case "used":
      return refuse("approval_used", "was already used; an approval permits one use");
    case "expired":
      return refuse("approval_expired", "has expired");
    case "pending":
      return refuse("approval_pending", "is pending");
  }
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
  const obstacle = approvalObstacle(approval, evaluated, now) ?? withoutEffect(approval, evaluated);
  if (!obstacle) return evaluated;
  if (obstacle.code === "approval_rejected" && verdict.outcome === "ask") {
    const reason = { policyId: null, version: null, outcome: "deny" as const, ...obstacle };
    return { ...evaluated, verdict: { ...verdict, outcome: "deny", reasons: [reason, ...verdict.reasons] } };
  }
  return {
    ...evaluated,
    verdict: { ...verdict, warnings: [...verdict.warnings, { policyId: null, ...obstacle }] },
  };
}
