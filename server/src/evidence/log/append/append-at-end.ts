import type { Database } from "../../../platform/db/connection/connect.ts";
import { sqlState, withConnection } from "../../../platform/db/transaction.ts";
import type { AppendedBatch, AppendOutcome, AppendRequest, LockedLog } from "./append-batch.ts";
import { EventBatch } from "./event-batch.ts";
import type { LogRow } from "../../log-queries.ts";
import { appendFrom, fitInOne } from "./store-events.ts";

/** Something has to be asked or written under the log's lock. */
class NeedsLock extends Error {
  override readonly name = "NeedsLock";
}

const refuse = (): never => {
  throw new NeedsLock();
};

/** What came of requests that ask for nothing; undefined when one of them wants the lock. */
function gather(end: LogRow, requests: readonly AppendRequest[]) {
  const gathered = new EventBatch(end);
  const shared: LockedLog["shared"] = new Map();
  const outcomes: AppendOutcome[] = [];
  for (const { tell, idempotency } of requests) {
    if (idempotency) return undefined;
    try {
      const told = tell({ size: gathered.size, shared, read: refuse, query: refuse });
      if (told instanceof Promise) {
        // It is told once more under the lock.
        told.catch(() => {});
        return undefined;
      }
      if (told.after) return undefined;
      const sealed = gathered.seal(told);
      gathered.take(sealed);
      outcomes.push({ ok: true, value: { event: sealed.event, replayed: false } });
    } catch (error) {
      if (error instanceof NeedsLock) return undefined;
      outcomes.push({ ok: false, error });
    }
  }
  return fitInOne(gathered.events) ? { gathered, outcomes } : undefined;
}

/** What the database says of data or conflicts: nothing was done, and under the lock it is found out whose fault it is. */
const isUndone = (error: unknown): boolean => /^(22|23|40|54)/.test(sqlState(error) ?? "");

/**
 * Appends events that ask for nothing by one statement, where the log still ends as it did when this process appended last:
 * then nothing has happened since that they could depend on, as if the log had been locked before they were told.
 *
 * @returns `moved`: the log ends elsewhere; undefined: one of them asks for something. Nothing was done then, and they have to
 * be appended under the lock.
 * @throws {unknown} what the database throws: whether they were appended is then unknown.
 */
export async function appendAtEnd(
  database: Database,
  { workspaceId, end, requests }: { workspaceId: string; end: LogRow; requests: readonly AppendRequest[] },
): Promise<AppendedBatch | "moved" | undefined> {
  const told = gather(end, requests);
  if (!told) return undefined;
  const { gathered, outcomes } = told;
  const { events } = gathered;
  // Refusals hold under the lock alone: no statement says that the log still ends there.
  if (events.length === 0) return undefined;
  const next = gathered.end();
  try {
    const isAppended = await withConnection(database, (connection) =>
      appendFrom(connection, end, { workspaceId, events, end: next }),
    );
    return isAppended ? { outcomes, end: next } : "moved";
  } catch (error) {
    if (isUndone(error)) return undefined;
    throw error;
  }
}
