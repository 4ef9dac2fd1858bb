import {
  agentOf,
  approvalIdOf,
  costOf,
  inputDigestOf,
  type AuthorizeCall,
} from "@assay/contract/control/decisions/authorize-call";
import type { ControlPlaneEvent } from "@assay/contract/control/control-events";
import {
  approvalObstacle,
  type ApprovalRecord,
  approvalReference,
  approvalStatusAt,
  type ApprovalUse,
  approvalUseOf,
  decideApprovalUse,
  type SentApproval,
  withApproval,
} from "@assay/contract/control/approvals/approval-rules";
import {
  bindingOf,
  decisionAnswer,
  decisionData,
  isGranted,
  type Judged,
  withoutSecrets,
} from "@assay/contract/control/decisions/policy-decision";
import { limits } from "@assay/contract/platform/limits";
import { type CeilingReading, findSecrets, readCeilings, sliceOf } from "@assay/contract/domain";
import { judge } from "./decide.ts";
import { queueEvent } from "../platform/state/outbox.ts";
import { appendEvent } from "../evidence/evidence-log.ts";
import { appendsNothing, applyDecision } from "../platform/state/apply-decision.ts";
import { ruleContext } from "../platform/state/rule-context.ts";
import type { ControlCall } from "./control-tables.ts";

const none: CeilingReading = { rateExceeded: false, budgetExceeded: false, retryAfterSeconds: null };
const unlocked = { approved: false, rateExceeded: false, budgetExceeded: false };

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

/** The approval that a call names; undefined for a call that names none. */
function sentApproval({ caller }: ControlCall, call: AuthorizeCall): SentApproval | undefined {
  const sent = approvalIdOf(call);
  if (sent === undefined) return undefined;
  const approval = caller.workspace.approvals.get(sent);
  return { sent, approval, isOwn: isOfOwner(caller, approval?.decidedBy ?? null) };
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
  const sent = sentApproval(call, asked);
  const approved = sent !== undefined && approvalObstacle(sent, first, now) === undefined;
  const { retryAfterSeconds, ...ceilings } = usage.reading;
  const again = judge(workspace, { call: asked, arranged }, { approved, ...ceilings });
  const secrets = [id(asked, workspace)].flatMap((secret) => secret ?? []);
  const judged = withoutSecrets(sent ? withApproval(again, sent, now) : again, secrets);
  const decisionId = call.newId("decision");
  const use = approvalUseOf(judged, sent, { decisionId, secrets });
  const approval = use && consumeOrOpenApproval(call, use, now);
  const mark = {
    decisionId,
    evaluatedAt: now,
    inputDigest,
    approval: approvalReference(approval),
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

/** Opens or consumes an approval. @returns the one that is waited for, or was used. */
function consumeOrOpenApproval(call: ControlCall, use: ApprovalUse, now: number): ApprovalRecord | undefined {
  const { workspace, apiKeyId } = call.caller;
  const context = { ...ruleContext(call), now };
  const isWaiting = (one: ApprovalRecord): boolean =>
    use.type === "open" &&
    one.actionDigest === bindingOf(use.evaluated) &&
    one.requestedBy === apiKeyId &&
    approvalStatusAt(one, now) === "pending";
  const waiting = [...workspace.approvals.values()].find(isWaiting);
  return applyDecision(decideApprovalUse(waiting, use, context), {
    table: workspace.approvals,
    append: appendsNothing,
    emit: (event) => queueEvent<ControlPlaneEvent>(workspace, structuredClone(event)),
  });
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
