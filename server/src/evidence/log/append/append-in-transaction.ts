import type { ControlEvent } from "@assay/contract/control/control-evidence";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { EvidenceDeps } from "../../evidence-deps.ts";
import type { HandlerResponse, Call } from "../../../platform/http/routing/handler.ts";
import { appendBatch } from "./append-batch.ts";

/**
 * Appends an event in the transaction of the change that it records. The log stays locked until the end of
 * the transaction, so slow work must come before this call. Rows that other transactions lock while they hold
 * the log's lock (agents) must be locked after the log: see `lockLog`.
 *
 * Followers of the log see the event within half a second, or at once if `commitAndNotify` runs the
 * transaction.
 */
export async function appendInTransaction(
  tx: Tx,
  deps: Pick<EvidenceDeps, "database" | "now">,
  { workspaceId, event }: { workspaceId: string; event: ControlEvent },
): Promise<void> {
  const at = deps.now().getTime();
  const eventToAppend = { ...event, session: null, ts: at, receivedAt: at, origin: "server" as const };
  const requests = [{ build: () => eventToAppend }];
  const { outcomes } = await appendBatch(tx, deps.database, {
    workspaceId,
    requests,
    hasControlChanges: true,
  });
  const [outcome] = outcomes;
  if (outcome?.ok !== true) throw outcome?.error;
}

/** Commits a write that may append to the log, then notifies the followers of the log. */
export async function commitAndNotify<A extends HandlerResponse>(
  { evidence }: Pick<EvidenceDeps, "evidence">,
  { caller, commit }: Pick<Call, "caller" | "commit">,
  work: (tx: Tx) => Promise<A>,
): Promise<A> {
  const response = await commit(work);
  evidence.feed.appended(caller.workspaceId);
  return response;
}
