import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { EvidenceDeps } from "../../evidence-deps.ts";
import type { Answer, Call } from "../../../platform/http/routing/handler.ts";
import { appendBatch } from "./append-batch.ts";

/**
 * Tells in a workspace's log what a transaction does, in that transaction: both are there afterwards, or neither. The log
 * is locked from here to the transaction's end, so what takes long comes before, and what others lock while they hold the
 * log's lock (agents) is locked after it: see `lockLog`.
 *
 * Those who follow the log see it within half a second, or at once when `committed` does the transaction.
 */
export async function appendInTransaction(
  tx: Tx,
  deps: Pick<EvidenceDeps, "database" | "now">,
  { workspaceId, event }: { workspaceId: string; event: ControlEvent },
): Promise<void> {
  const at = deps.now().getTime();
  const told = { ...event, session: null, ts: at, receivedAt: at, origin: "server" as const };
  const requests = [{ tell: () => told }];
  const { outcomes } = await appendBatch(tx, deps.database, {
    workspaceId,
    requests,
    hasControlChanges: true,
  });
  const [outcome] = outcomes;
  if (outcome?.ok !== true) throw outcome?.error;
}

/** Does a write that may tell something in the log, and wakes those who follow it once it is there. */
export async function committed<A extends Answer>(
  { evidence }: Pick<EvidenceDeps, "evidence">,
  { caller, commit }: Pick<Call, "caller" | "commit">,
  work: (tx: Tx) => Promise<A>,
): Promise<A> {
  const answer = await commit(work);
  evidence.feed.appended(caller.workspaceId);
  return answer;
}
