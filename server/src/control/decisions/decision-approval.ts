import { approvalIdOf, type AuthorizationRequest } from "@assay/contract/control/decisions/authorize-call";
import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import { type SentApproval, sentApprovalOf } from "@assay/contract/control/approvals/approval-obstacles";
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import {
  type ApprovalUse,
  decideApprovalUse,
  openingDigest,
} from "@assay/contract/control/approvals/approval-use-rules";
import { linkedEvent } from "@assay/contract/control/approvals/approval-wire";
import { findApproval, findWaiting, insertApproval, updateApprovals } from "../approvals/approval-queries.ts";
import { listKeys } from "../approvals/approver-key-queries.ts";
import { ownerOf } from "../approvals/approval-service.ts";
import { commitDecision, neverChanges } from "../../platform/db/commit-decision.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { ruleContext } from "../../platform/rule-context.ts";

/** The ids, time and caller of a decision. */
export interface DecisionMoment {
  /** UUID of the decision. */
  decisionId: string;
  now: number;
  caller: Caller;
  newId: () => string;
  /** The server's public URL; undefined if none is configured. */
  publicUrl: string | undefined;
}

/** Finds the approval to which a call refers. The log must be locked. */
export async function findSentApproval(
  { read }: LockedLog,
  { caller, now }: Pick<DecisionMoment, "caller" | "now">,
  { call, secrets }: { call: AuthorizationRequest; secrets: readonly string[] },
): Promise<SentApproval | undefined> {
  const sent = approvalIdOf(call);
  if (sent === undefined) return undefined;
  const { workspaceId } = caller;
  const found = await read((tx) => findApproval(tx, workspaceId, sent));
  const ids = found?.approvals.map(({ keyId }) => keyId) ?? [];
  const keys = ids.length === 0 ? [] : await read((tx) => listKeys(tx, workspaceId, { ids, now }));
  const active = new Set(keys.filter((key) => key.isActive).map(({ keyId }) => keyId));
  const isActive = (id: string): boolean => active.has(id);
  const { keyAgent } = caller;
  return sentApprovalOf({ sent, found, isActive, secrets }, { ...ownerOf(caller), keyAgent });
}

/** The effect of a decision on an approval. */
export interface ApprovalEffect {
  /** The approval that was opened or consumed; undefined if the decision has no effect on approvals. */
  approval: ApprovalRecord | undefined;
  /** The events to append after the decision. */
  evidence: readonly ControlEvent[];
}

/** The effect of a decision that neither opens nor consumes an approval. */
export const noApproval: ApprovalEffect = { approval: undefined, evidence: [] };

/**
 * Opens or consumes an approval, in the transaction that appends the decision's event. The caller holds the
 * log's lock, which every change of an approval requires.
 */
export async function consumeOrOpenApproval(
  { read, query }: LockedLog,
  use: ApprovalUse,
  { caller, now, newId, publicUrl }: DecisionMoment,
): Promise<ApprovalEffect> {
  const { workspaceId, apiKeyId: requestedBy } = caller;
  const waiting =
    use.type === "open"
      ? await read((tx) => findWaiting(tx, workspaceId, { digest: openingDigest(use), requestedBy, now }))
      : undefined;
  const decision = decideApprovalUse(waiting, use, ruleContext({ now: () => new Date(now), newId }, caller));
  const effect: ApprovalEffect = { approval: decision.record, evidence: decision.evidence };
  if (decision.changes.length === 0) return effect;
  await query((tx) =>
    commitDecision(decision, {
      insert: (approval) => insertApproval(tx, workspaceId, approval),
      update: (id, set) => updateApprovals(tx, { workspaceId, changed: [{ id, from: "approved" }] }, set),
      delete: neverChanges,
      // The caller appends the events of the approval after the decision's own event, which is not built yet.
      append: async () => {},
      emit: (event) =>
        insertEvent<ControlWebhookEvent>(tx, { workspaceId, id: newId() }, linkedEvent(event, publicUrl)),
    }),
  );
  return effect;
}
