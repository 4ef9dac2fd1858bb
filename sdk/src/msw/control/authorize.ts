import {
  agentOf,
  approvalIdOf,
  costOf,
  inputDigestOf,
  type AuthorizeCall,
} from "@assay/contract/control/decisions/authorize-call";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import { approvalObstacle, withApproval } from "@assay/contract/control/approvals/approval-rules";
import {
  bindingOf,
  decisionAnswer,
  decisionData,
  isGranted,
  namedOf,
  saidOf,
  type Judged,
  withoutSecrets,
} from "@assay/contract/control/decisions/policy-decision";
import { limits } from "@assay/contract/platform/limits";
import { type CeilingReading, findSecrets, readCeilings, sliceOf } from "@assay/contract/domain";
import { judge } from "./decide.ts";
import { queueEvent } from "../platform/state/outbox.ts";
import { appendEvent } from "../evidence/evidence-log.ts";
import type { ApprovalRow, ControlCall } from "./control-tables.ts";

const none: CeilingReading = { rateExceeded: false, budgetExceeded: false, retryAfterSeconds: null };
const unlocked = { approved: false, rateExceeded: false, budgetExceeded: false };

/** What state an approval is in now. */
export const statusOf = ({ status, expiresAt }: ApprovalRow, now: number): ApprovalRow["status"] =>
  (status === "pending" || status === "approved") && expiresAt <= now ? "expired" : status;

/** Whether an API key is the caller's, or belongs to the same reviewer. */
export function isOfOwner(
  { workspace, apiKeyId, reviewer }: ControlCall["caller"],
  other: string | null,
): boolean {
  if (other === null || other === apiKeyId) return other !== null;
  return reviewer !== null && workspace.apiKeys.get(other)?.reviewer === reviewer;
}

interface Usage {
  reading: CeilingReading;
  counted: { reserved: boolean } | undefined;
  agentId: string | null;
}

function usageOf(
  { caller: { workspace }, clock }: ControlCall,
  call: AuthorizeCall,
  key: string | undefined,
): Usage {
  const id = agentOf(call);
  const agentId = id !== null && workspace.agents.has(id) ? id : null;
  const counted = key === undefined ? undefined : workspace.counted.get(JSON.stringify([agentId, key]));
  const cost = costOf(call);
  if (agentId === null || counted?.reserved || (counted && cost === 0))
    return { reading: none, counted, agentId };
  const { settings, usage } = workspace;
  const ceilings = counted ? { ...settings, rateCeiling: null } : settings;
  const used = usage.filter((slice) => slice.agentId === agentId).sort((one, other) => one.at - other.at);
  return { reading: readCeilings(ceilings, used, { now: clock.now(), cost }), counted, agentId };
}

/** The approval that a call names, as stored and as rules read it; both undefined for a call that names none. */
function sentApproval({ caller }: ControlCall, asked: AuthorizeCall, now: number) {
  const sent = approvalIdOf(asked);
  if (sent === undefined) return { row: undefined, approval: undefined };
  const row = caller.workspace.approvals.get(sent);
  const found = row && { ...row, status: statusOf(row, now), isOwn: isOfOwner(caller, row.decidedBy) };
  return { row, approval: { sent, found } };
}

/** Decides on a call, and tells it in the log. */
export function decide(call: ControlCall, asked: AuthorizeCall, sentKey: string | undefined) {
  const { workspace, apiKeyId } = call.caller;
  const now = call.clock.now();
  const inputDigest = inputDigestOf(asked);
  // Another call under the same key is another one.
  const key = sentKey === undefined ? undefined : JSON.stringify([apiKeyId, inputDigest, sentKey]);
  const usage = usageOf(call, asked, key);
  const arranged = call.tables.decisions;
  const first = judge(workspace, { call: asked, arranged }, unlocked);
  const { row, approval } = sentApproval(call, asked, now);
  const approved = approval !== undefined && approvalObstacle(approval, first) === undefined;
  const { retryAfterSeconds, ...ceilings } = usage.reading;
  const again = judge(workspace, { call: asked, arranged }, { approved, ...ceilings });
  const secrets = [id(asked, workspace)].flatMap((secret) => secret ?? []);
  const judged = withoutSecrets(approval ? withApproval(again, approval) : again, secrets);
  const decisionId = call.newId("decision");
  const waits =
    judged.verdict.outcome === "ask" ? waitingFor(call, judged, { decisionId, secrets, now }) : null;
  const used = row && approved && isGranted(judged) ? use(row, { decisionId, now }) : null;
  const which = waits ?? used;
  const mark = {
    decisionId,
    evaluatedAt: now,
    inputDigest,
    approval: which && { id: which.id, expiresAt: which.expiresAt },
  };
  count(call, judged, { usage, key, decisionId });
  const event = appendEvent(workspace, {
    type: "policy_decision",
    session:
      asked.session !== null && findSecrets(asked.session, secrets).length > 0 ? "[redacted]" : asked.session,
    ts: now,
    receivedAt: now,
    origin: "server",
    data: structuredClone(decisionData(judged, mark, secrets)),
  });
  return { answer: structuredClone(decisionAnswer(judged, mark, event)), retryAfterSeconds };
}

const id = (asked: AuthorizeCall, { agentKeys }: ControlCall["caller"]["workspace"]): string | undefined =>
  agentKeys.get(agentOf(asked) ?? "");

function use(row: ApprovalRow, { decisionId, now }: { decisionId: string; now: number }): ApprovalRow {
  Object.assign(row, { status: "used", usedAt: now, usedBy: decisionId });
  return row;
}

/** The approval that the same key waits for already, or a new one. */
function waitingFor(
  call: ControlCall,
  judged: Judged,
  { decisionId, secrets, now }: { decisionId: string; secrets: readonly string[]; now: number },
): ApprovalRow {
  const { workspace, apiKeyId } = call.caller;
  const actionDigest = bindingOf(judged);
  const waiting = [...workspace.approvals.values()].find(
    (one) =>
      one.actionDigest === actionDigest && one.requestedBy === apiKeyId && statusOf(one, now) === "pending",
  );
  if (waiting) return waiting;
  const { said } = saidOf(judged.call, secrets);
  const row: ApprovalRow = {
    id: call.newId("approval"),
    status: "pending",
    decisionId,
    ...namedOf(judged.call, secrets),
    args: said === null ? null : { ...said.args },
    reasons: judged.verdict.reasons.map((reason) => ({ ...reason })),
    actionDigest,
    requestedBy: apiKeyId,
    createdAt: now,
    expiresAt: now + limits.approvalSeconds * 1000,
    decidedAt: null,
    decidedBy: null,
    reason: null,
    usedAt: null,
    usedBy: null,
  };
  workspace.approvals.set(row.id, row);
  const event = { event: "approval.requested" as const, at: now, data: structuredClone(row) };
  queueEvent<ControlWebhookEvent>(workspace, event);
  return row;
}

function count(
  { caller: { workspace }, clock }: ControlCall,
  judged: Judged,
  { usage, key, decisionId }: { usage: Usage; key: string | undefined; decisionId: string },
): void {
  const { agentId, counted, reading } = usage;
  if (agentId === null || reading.rateExceeded) return;
  const { rateCeiling, spendCeiling } = workspace.settings;
  const now = clock.now();
  if (!counted && rateCeiling)
    workspace.usage.push({ agentId, kind: "calls", at: sliceOf(now, rateCeiling), amount: 1 });
  const cost = costOf(judged.call);
  const reserves = isGranted(judged) && cost > 0 && counted?.reserved !== true;
  if (reserves) {
    const slice = { agentId, kind: "cost" as const, at: sliceOf(now, spendCeiling), amount: cost };
    workspace.usage.push(slice);
    const expiresAt = now + limits.decisionSeconds * 1000;
    workspace.costs.set(decisionId, { agentId, reserved: cost, expiresAt, slice, settled: null });
  }
  if (key !== undefined)
    workspace.counted.set(JSON.stringify([agentId, key]), {
      reserved: reserves || counted?.reserved === true,
    });
}
