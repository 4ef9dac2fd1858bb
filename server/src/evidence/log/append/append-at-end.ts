import type { Database } from "../../../platform/db/connection/connect.ts";
import { sqlState, withConnection } from "../../../platform/db/transaction.ts";
import type { AppendedBatch, AppendOutcome, AppendRequest, LockedLog } from "./append-batch.ts";
import { EventBatch } from "./event-batch.ts";
import type { LogRow } from "../../log-queries.ts";
import { appendFrom, fitInOne } from "./store-events.ts";

/** An event needs a query under the log's lock. */
class NeedsLock extends Error {
  override readonly name = "NeedsLock";
}

const refuse = (): never => {
  throw new NeedsLock();
};

/** Builds the events of requests that need no query; undefined if one of them needs the lock. */
function buildWithoutLock(end: LogRow, requests: readonly AppendRequest[]) {
  const events = new EventBatch(end);
  const shared: LockedLog["shared"] = new Map();
  const outcomes: AppendOutcome[] = [];
  for (const { build, idempotency } of requests) {
    if (idempotency) return undefined;
    try {
      const event = build({ size: events.size, shared, read: refuse, query: refuse });
      if (event instanceof Promise) {
        // The event is built again under the lock.
        event.catch(() => {});
        return undefined;
      }
      if (event.after) return undefined;
      const sealed = events.seal(event);
      events.add(sealed);
      outcomes.push({ ok: true, value: { event: sealed.event, replayed: false } });
    } catch (error) {
      if (error instanceof NeedsLock) return undefined;
      outcomes.push({ ok: false, error });
    }
  }
  return fitInOne(events.list) ? { events, outcomes } : undefined;
}

/**
 * Whether the database rejected the statement without an effect; appending under the lock then finds the
 * faulty event.
 */
const hadNoEffect = (error: unknown): boolean => /^(22|23|40|54)/.test(sqlState(error) ?? "");

/**
 * Appends events that need no query by one statement, if the log still has the end after this process's last
 * append. Since the log has not changed, this is equivalent to locking the log before the events are built.
 *
 * @returns `moved` if the log has another end; undefined if an event needs the lock. In both cases nothing
 * was appended, and the events must be appended under the lock.
 * @throws {unknown} errors of the database; the events may have been appended.
 */
export async function appendAtEnd(
  database: Database,
  { workspaceId, end, requests }: { workspaceId: string; end: LogRow; requests: readonly AppendRequest[] },
): Promise<AppendedBatch | "moved" | undefined> {
  const built = buildWithoutLock(end, requests);
  if (!built) return undefined;
  const { events, outcomes } = built;
  // Without an event no statement verifies the end of the log, so refusals must be repeated under the lock.
  if (events.list.length === 0) return undefined;
  const next = events.end();
  try {
    const isAppended = await withConnection(database, (connection) =>
      appendFrom(connection, end, { workspaceId, events: events.list, end: next }),
    );
    return isAppended ? { outcomes, end: next } : "moved";
  } catch (error) {
    if (hadNoEffect(error)) return undefined;
    throw error;
  }
}
