import { approvalIdOf, type AuthorizeCall } from "@assay/contract/control/decisions/authorize-call";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import { approvalObstacle, withApproval } from "@assay/contract/control/approvals/approval-rules";
import {
  bindingOf,
  isGranted,
  namedOf,
  saidOf,
  type Judged,
} from "@assay/contract/control/decisions/policy-decision";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import {
  type ApprovalRow,
  findApproval,
  findWaiting,
  haveOneOwner,
  insertApproval,
  moveApproval,
} from "../approvals/approval-queries.ts";
import { approvalToWire, statusAt } from "../approvals/approval-wire.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";

/** The moment of a decision. */
export interface DecisionMoment {
  decisionId: string;
  now: number;
  caller: Caller;
  newId: () => string;
}

/** An approval that a call was sent with. */
export interface SentApproval {
  row: ApprovalRow | undefined;
  sent: string;
  /** Whether a key of the sender's own owner decided it. */
  isOwn: boolean;
}

/** Finds the approval that a call is sent with; the log is locked. */
export async function sentApproval(
  { read }: LockedLog,
  { workspaceId, apiKeyId }: Caller,
  call: AuthorizeCall,
): Promise<SentApproval | undefined> {
  const sent = approvalIdOf(call);
  if (sent === undefined) return undefined;
  const id = parseId("approval", sent);
  const row = id === undefined ? undefined : await read((tx) => findApproval(tx, workspaceId, id));
  const by = row?.decided_by ?? null;
  const isOwn = by !== null && (await read((tx) => haveOneOwner(tx, workspaceId, [by, apiKeyId])));
  return { sent, row, isOwn };
}

/** The approval as the rules see it. */
const approvalAt = ({ row, sent, isOwn }: SentApproval, now: number) => ({
  sent,
  found: row && {
    status: statusAt(row, now),
    actionDigest: row.action_digest,
    reason: row.decided_because,
    isOwn,
  },
});

/** Whether a human has approved a call. */
export const isApproved = (
  approval: SentApproval | undefined,
  judged: Pick<Judged, "call" | "policySet">,
  now: number,
): boolean => approval !== undefined && approvalObstacle(approvalAt(approval, now), judged) === undefined;

/** A verdict with what is to be said of the approval that the call was sent with. */
export const withSent = (judged: Judged, approval: SentApproval | undefined, now: number): Judged =>
  approval ? withApproval(judged, approvalAt(approval, now)) : judged;

/**
 * Does what a verdict means for approvals, in the transaction of its event: an ask opens one, or gives the one that waits
 * already; a call that goes on uses up the one it was sent with.
 *
 * @param secrets that must not be kept: the agent's own key.
 * @returns the approval that is waited for, or was used.
 */
export async function settleApproval(
  locked: LockedLog,
  {
    judged,
    approval,
    secrets,
  }: { judged: Judged; approval: SentApproval | undefined; secrets: readonly string[] },
  moment: DecisionMoment,
): Promise<ApprovalRow | null> {
  const { workspaceId } = moment.caller;
  const { now, decisionId } = moment;
  if (judged.verdict.outcome === "ask") return openApproval(locked, judged, { moment, secrets });
  const row = approval?.row;
  if (!row || !judged.facts.approved || !isGranted(judged)) return null;
  const used = await locked.query((tx) =>
    moveApproval(
      tx,
      { workspaceId, id: row.id, from: "approved" },
      { status: "used", used_at: now, used_by: decisionId },
    ),
  );
  // The log is locked, and whoever moves an approval locks it first.
  if (!used) throw new Error(`The approval ${row.id} was used by another decision.`);
  return used;
}

/** The approval of the same action that the same key waits for already, or a new one. */
async function openApproval(
  { read, query }: LockedLog,
  judged: Judged,
  { moment, secrets }: { moment: DecisionMoment; secrets: readonly string[] },
): Promise<ApprovalRow> {
  const { caller, now } = moment;
  const { workspaceId, apiKeyId: requestedBy } = caller;
  const asked = { digest: bindingOf(judged), requestedBy, now };
  const waiting = await read((tx) => findWaiting(tx, workspaceId, asked));
  return waiting ?? query((tx) => storeApproval(tx, judged, { moment, secrets }));
}

async function storeApproval(
  tx: Parameters<Parameters<LockedLog["query"]>[0]>[0],
  judged: Judged,
  { moment, secrets }: { moment: DecisionMoment; secrets: readonly string[] },
): Promise<ApprovalRow> {
  const { caller, now, decisionId, newId } = moment;
  const { workspaceId, apiKeyId: requestedBy } = caller;
  const digest = bindingOf(judged);
  const { call, verdict } = judged;
  const { said } = saidOf(call, secrets);
  const row: ApprovalRow = {
    id: newId(),
    status: "pending",
    decision_id: decisionId,
    action_digest: digest,
    request: {
      ...namedOf(call, secrets),
      args: said?.args ?? null,
      reasons: verdict.reasons,
    },
    requested_by: requestedBy,
    created_at: now,
    expires_at: now + limits.approvalSeconds * 1000,
    decided_at: null,
    decided_by: null,
    decided_because: null,
    used_at: null,
    used_by: null,
  };
  await insertApproval(tx, workspaceId, row);
  const data = approvalToWire(row, now);
  const key = { workspaceId, id: newId() };
  await insertEvent<ControlWebhookEvent>(tx, key, { event: "approval.requested", at: now, data });
  return row;
}

/** An approval as a decision names it. */
export const markOf = (row: ApprovalRow | null) =>
  row && { id: formatId("approval", row.id), expiresAt: row.expires_at };
