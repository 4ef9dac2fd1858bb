import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { EvidenceDeps } from "../../evidence-deps.ts";
import type { HandlerResponse, Call } from "../../../platform/http/routing/handler.ts";
import { appendBatch } from "./append-batch.ts";

/**
 * Appends an event in the transaction of the change that it records. The log stays locked until the end of
 * the transaction, so slow work must be done before this call. Other transactions lock agents' rows while
 * they hold the log's lock, so these rows must be locked after the log: see `lockLog`.
 *
 * Followers of the log receive the event within half a second, or immediately if `commitAndNotify` runs the
 * transaction.
 */
export const appendInTransaction = (
  tx: Tx,
  deps: Pick<EvidenceDeps, "database" | "now">,
  { workspaceId, event }: { workspaceId: string; event: ControlEvent },
): Promise<void> => appendAllInTransaction(tx, deps, { workspaceId, events: [event] });

/** Appends several events in the same way as {@link appendInTransaction}, in one batch. */
export async function appendAllInTransaction(
  tx: Tx,
  deps: Pick<EvidenceDeps, "database" | "now">,
  { workspaceId, events }: { workspaceId: string; events: readonly ControlEvent[] },
): Promise<void> {
  const at = deps.now().getTime();
  const requests = events.map((event) => {
    const eventToAppend = { session: null, ...event, ts: at, receivedAt: at, origin: "server" as const };
    return { build: () => eventToAppend };
  });
  const { outcomes } = await appendBatch(tx, deps.database, {
    workspaceId,
    requests,
    hasControlChanges: true,
  });
  for (const outcome of outcomes) if (!outcome.ok) throw outcome.error;
}

/** Commits a write that may append to the log, and then notifies the log's followers. */
export async function commitAndNotify<A extends HandlerResponse>(
  { evidence }: Pick<EvidenceDeps, "evidence">,
  { caller, commit }: Pick<Call, "caller" | "commit">,
  work: (tx: Tx) => Promise<A>,
): Promise<A> {
  const response = await commit(work);
  evidence.feed.appended(caller.workspaceId);
  return response;
}
