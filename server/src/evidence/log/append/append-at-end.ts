import type { Database } from "../../../platform/db/connection/connect.ts";
import { sqlState, withConnection } from "../../../platform/db/transaction.ts";
import type { AppendedBatch, AppendOutcome, AppendRequest, LockedLog } from "./append-batch.ts";
import { EventBatch } from "./event-batch.ts";
import type { LogRow } from "../../log-queries.ts";
import { appendFrom, fitInOne } from "./store-events.ts";

/** Thrown when building an event requires a query under the log's lock. */
class NeedsLock extends Error {
  override readonly name = "NeedsLock";
}

const refuse = (): never => {
  throw new NeedsLock();
};

/**
 * Builds the events for requests that require no query except of state; undefined if one of the requests requires the
 * log's lock.
 */
async function buildWithoutLock({ knex }: Database, end: LogRow, requests: readonly AppendRequest[]) {
  const events = new EventBatch(end);
  const shared: LockedLog["shared"] = new Map();
  const readState: LockedLog["readState"] = (work) => work(knex);
  const outcomes: AppendOutcome[] = [];
  for (const { build, idempotency } of requests) {
    if (idempotency) return undefined;
    try {
      const built = build({ size: events.size, shared, read: refuse, readState, query: refuse });
      const event = built instanceof Promise ? await built : built;
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
 * Whether the database rejected the statement without any effect. In that case, appending under the lock
 * determines which event is faulty.
 */
const hadNoEffect = (error: unknown): boolean => /^(22|23|40|54)/.test(sqlState(error) ?? "");

/**
 * Appends events that require no query, in one statement. The statement appends them only if the log's end
 * has not changed since this process's last append. If it has not, the result is the same as if the log had
 * been locked before the events were built.
 *
 * @returns `moved` if the log's end has changed; undefined if an event requires the lock. In both cases, no
 * event was appended, and the events must be appended under the lock.
 * @throws {unknown} errors of the database. In that case, the events may have been appended.
 */
export async function appendAtEnd(
  database: Database,
  { workspaceId, end, requests }: { workspaceId: string; end: LogRow; requests: readonly AppendRequest[] },
): Promise<AppendedBatch | "moved" | undefined> {
  const built = await buildWithoutLock(database, end, requests);
  if (!built) return undefined;
  const { events, outcomes } = built;
  // If all requests are refused, no statement verifies the end of the log. The requests must therefore be
  // evaluated again under the lock.
  if (events.list.length === 0) return undefined;
  const next = events.end();
  try {
    const isAppended = await withConnection(database, (connection) =>
      appendFrom({ connection, pooled: database.pooled }, end, {
        workspaceId,
        events: events.list,
        end: next,
      }),
    );
    return isAppended ? { outcomes, end: next } : "moved";
  } catch (error) {
    if (hadNoEffect(error)) return undefined;
    throw error;
  }
}
