import type { ApprovalDecision } from "@assay/contract/control/approvals/approval-changes";
import type { ApprovalRecord } from "@assay/contract/control/approvals/approval-record";
import { decideAgentRemoval } from "@assay/contract/control/approvals/approval-rules";
import { linkedEvent } from "@assay/contract/control/approvals/approval-wire";
import type { RuleContext } from "@assay/contract/platform/decision";
import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { ControlWebhookEvent } from "@assay/contract/control/control-events";
import type { ControlDeps } from "../control-deps.ts";
import { appendAllInTransaction } from "../../evidence/log/append/append-in-transaction.ts";
import { commitDecision, neverChanges } from "../../platform/db/commit-decision.ts";
import { configuredBase } from "../../platform/http/request/public-base.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { insertEvents } from "../../platform/outbox/outbox-queries.ts";
import { type ChangedApproval, updateApprovals } from "./approval-queries.ts";
import { listOpenApprovals } from "./open-approval-queries.ts";

/** Approvals that get the same values. */
interface EqualChanges {
  set: Partial<ApprovalRecord>;
  changed: ChangedApproval[];
}

/**
 * Decides on several stored approvals. Stores equal changes with one statement, and all events with one batch. The
 * log must be locked.
 */
export async function storeApprovals(
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId" | "config">,
  {
    workspaceId,
    approvals,
    decide,
  }: {
    workspaceId: string;
    approvals: readonly ApprovalRecord[];
    decide: (approval: ApprovalRecord) => ApprovalDecision;
  },
): Promise<void> {
  const publicUrl = configuredBase(deps);
  const changes = new Map<string, EqualChanges>();
  const evidence: ControlEvent[] = [];
  const events: ControlWebhookEvent[] = [];
  for (const approval of approvals)
    await commitDecision(decide(approval), {
      insert: ({ id }) => neverChanges(id),
      update: async (id, set) => {
        const values = JSON.stringify(set);
        const equal = changes.get(values) ?? { set, changed: [] };
        equal.changed.push({ id, from: approval.status });
        changes.set(values, equal);
      },
      delete: neverChanges,
      append: async (event) => void evidence.push(event),
      emit: async (event) => void events.push(linkedEvent(event, publicUrl)),
    });
  for (const { set, changed } of changes.values()) await updateApprovals(tx, { workspaceId, changed }, set);
  await appendAllInTransaction(tx, deps, { workspaceId, events: evidence });
  const entries = events.map((event) => ({ key: { workspaceId, id: deps.newId() }, event }));
  await insertEvents<ControlWebhookEvent>(tx, deps.database, entries);
}

/** Withdraws the open approvals of a deleted agent; the log must be locked. */
export const withdrawApprovals = async (
  tx: Tx,
  deps: Pick<ControlDeps, "database" | "now" | "newId" | "config">,
  { workspaceId, agent, context }: { workspaceId: string; agent: string; context: RuleContext },
): Promise<void> =>
  storeApprovals(tx, deps, {
    workspaceId,
    approvals: await listOpenApprovals(tx, { workspaceId, agent }),
    decide: (approval) => decideAgentRemoval(approval, context),
  });
