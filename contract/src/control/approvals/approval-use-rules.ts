// Opens and uses approvals.
import { type RuleContext, unchanged } from "../../platform/decision.ts";
import { costOf } from "../decisions/authorize-call.ts";
import { cleanFacts, type EvaluatedDecision, isGranted } from "../decisions/policy-decision.ts";
import { namedOf, redactedRequestOf } from "../decisions/logged/logged-request.ts";
import type { ApprovalSettings } from "../settings/approval-settings.ts";
import { bindingOf, bindingPartsOf, boundContext } from "./approval-binding.ts";
import { type ApprovalDecision, changedApproval, insertedApproval } from "./approval-changes.ts";
import type { SentApproval } from "./approval-obstacles.ts";
import { type ApprovalRecord, approvalStatusAt } from "./approval-record.ts";
import { requirementOf } from "./approval-requirement.ts";

/** The effect of a decision on approvals: the decision uses an approval, or opens one. */
export type ApprovalUse =
  | { type: "use"; approval: ApprovalRecord; decisionId: string }
  | ({ type: "open"; evaluated: EvaluatedDecision } & OpeningParts);

/** The data of a new approval in addition to its call. */
interface OpeningParts {
  decisionId: string;
  /** The known secrets: the agent's own key, if it has one. */
  secrets: readonly string[];
  settings: ApprovalSettings;
}

/**
 * Applies a decision to approvals. `use` consumes an approval. `open` creates an approval unless an equal one
 * is pending.
 *
 * @param waiting a pending approval of the same action that was requested with the same key; undefined if
 *   there is none.
 * @throws {Error} if `use` contains an approval that is not approved; `approvalUseOf` never returns such a
 *   use.
 */
export function decideApprovalUse(
  waiting: ApprovalRecord | undefined,
  command: ApprovalUse,
  context: Pick<RuleContext, "now" | "actor" | "newId">,
): ApprovalDecision {
  const { now, actor } = context;
  if (command.type === "open")
    return waiting ? { ...unchanged(waiting), record: waiting } : openApproval(command, context);
  const { approval, decisionId } = command;
  if (approvalStatusAt(approval, now) !== "approved")
    throw new Error(`Approval ${approval.id} is not approved; it cannot be used.`);
  return changedApproval(
    approval,
    { status: "used", usedAt: now, usedBy: decisionId },
    { kind: "approval.used", now, by: actor },
  );
}

/** The digest of the approval that a decision would open. */
export const openingDigest = ({ evaluated, settings }: Extract<ApprovalUse, { type: "open" }>): string =>
  bindingOf(evaluated, settings.approvals.bindSession);

/**
 * Whether a decision uses this pending approval instead of opening a new one. This is the case if the
 * approval waits for the same action of the same API key.
 */
export const isReopened = (
  approval: ApprovalRecord,
  use: ApprovalUse,
  { now, actor }: Pick<RuleContext, "now" | "actor">,
): boolean =>
  use.type === "open" &&
  approval.actionDigest === openingDigest(use) &&
  approval.requestedBy === actor &&
  approvalStatusAt(approval, now) === "pending";

function openApproval(
  command: Extract<ApprovalUse, { type: "open" }>,
  { now, actor, newId }: Pick<RuleContext, "now" | "actor" | "newId">,
): ApprovalDecision {
  const { decisionId, evaluated, secrets, settings } = command;
  const { call, verdict } = evaluated;
  const { egressHosts, risk } = cleanFacts(evaluated.facts, secrets);
  const { context, ...logged } = redactedRequestOf(call, secrets).said;
  const record: ApprovalRecord = {
    id: newId("approval"),
    status: "pending",
    decisionId,
    ...namedOf(call, secrets),
    ...logged,
    args: { ...logged.args },
    context: boundContext(context),
    onBehalfOf: logged.onBehalfOf ?? null,
    egressHosts,
    risk,
    cost: call.context["cost"] === undefined ? null : costOf(call),
    reasons: verdict.reasons.map((reason) => ({ ...reason })),
    actionDigest: openingDigest(command),
    binding: bindingPartsOf(evaluated, settings.approvals.bindSession),
    requestedBy: actor,
    ...requirementOf(settings, call),
    approvals: [],
    createdAt: now,
    expiresAt: now + settings.approvals.expirySeconds * 1000,
    decidedAt: null,
    decidedBy: null,
    reason: null,
    usedAt: null,
    usedBy: null,
  };
  return insertedApproval(record, { kind: "approval.requested", now, by: actor });
}

/**
 * Returns the effect of a decision on approvals. The outcome ask opens an approval, and a request that an
 * approval permits uses this approval. Returns undefined if the decision has no effect.
 */
export function approvalUseOf(
  evaluated: EvaluatedDecision,
  sent: SentApproval | undefined,
  parts: OpeningParts,
): ApprovalUse | undefined {
  if (evaluated.verdict.outcome === "ask") return { type: "open", evaluated, ...parts };
  const approval = evaluated.facts.approved && isGranted(evaluated) ? sent?.approval : undefined;
  return approval && { type: "use", approval, decisionId: parts.decisionId };
}

/** The members of an approval that a decision contains; null if there is no approval. */
export const approvalReference = (approval: ApprovalRecord | undefined) =>
  approval ? { id: approval.id, expiresAt: approval.expiresAt } : null;
