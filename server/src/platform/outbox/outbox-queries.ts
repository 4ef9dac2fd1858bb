import type { Knex } from "knex";
import type { Database } from "../db/connection/database.ts";
import { insertRows, type Row } from "../db/rows.ts";
import type { Tx } from "../db/transaction.ts";
import { activeSpan } from "../tracing/span.ts";

/** The channel on which dispatchers are notified of new events. */
export const eventsChannel = "assay_events";

/** The members that every event has. The contract defines the type of each kind's payload. */
interface EventShape {
  /** The kind of the event, such as `evaluation.completed`. */
  event: string;
  /** The time at which the event occurred, in milliseconds since 1970. */
  at: number;
  /** The payload. If it contains `project`, the event belongs to this project. */
  data: object;
}

/** The database key of an event. */
interface OutboxKey {
  workspaceId: string;
  id: string;
  /** The only endpoint that receives the event (default: all subscribed endpoints). */
  webhookId?: string;
}

/** An event with its database key. */
export interface OutboxEntry<E> {
  key: OutboxKey;
  event: E;
}

/** An event that has not been dispatched yet. */
export interface PendingEvent {
  workspace_id: string;
  id: string;
  event: string;
  /** The project in the event's payload, as its public id. */
  project: string | null;
  webhook_id: string | null;
}

const columns = ["workspace_id", "id", "event", "data", "created_at", "webhook_id", "trace_context"];

function rowOf({ key, event }: OutboxEntry<EventShape>, origin: string | null): Row {
  const { workspaceId, id, webhookId = null } = key;
  const createdAt = new Date(event.at).toISOString();
  return [workspaceId, id, event.event, JSON.stringify(event.data), createdAt, webhookId, origin];
}

/** Returns the trace context to store with an event; null if the current work is not traced. */
function currentTraceContext(): string | null {
  const span = activeSpan();
  return span ? JSON.stringify(span.context) : null;
}

/**
 * Stores an event in the transaction of the change that caused it. Dispatchers are notified when the
 * transaction commits.
 *
 * @typeParam E the type of the events that the caller emits, from the contract. The type is never inferred,
 *   so each caller must name it. A payload with missing or unknown members then does not compile.
 */
export async function insertEvent<E extends EventShape = never>(
  tx: Knex,
  key: OutboxKey,
  event: NoInfer<E>,
): Promise<void> {
  const row = rowOf({ key, event }, currentTraceContext());
  await tx("outbox").insert(Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  await notifyDispatchers(tx);
}

/** Stores several events in the same way as {@link insertEvent}. */
export async function insertEvents<E extends EventShape = never>(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  entries: readonly OutboxEntry<NoInfer<E>>[],
): Promise<void> {
  if (entries.length === 0) return;
  const origin = currentTraceContext();
  const rows = entries.map((entry) => rowOf(entry, origin));
  await insertRows(tx, database, { table: "outbox", columns, rows });
  await notifyDispatchers(tx);
}

/** Notifies the dispatchers when the transaction commits. */
export async function notifyDispatchers(tx: Knex): Promise<void> {
  await tx.raw("select pg_notify(?, '')", [eventsChannel]);
}

/** Returns whether any event has not been dispatched yet. */
export async function hasPendingEvents(db: Knex): Promise<boolean> {
  return (await db("outbox").whereNull("processed_at").first("id")) !== undefined;
}

/** Returns the oldest events that have not been dispatched yet. */
export async function listPendingEvents(tx: Knex, limit: number): Promise<PendingEvent[]> {
  return tx("outbox")
    .whereNull("processed_at")
    .orderBy("id")
    .limit(limit)
    .select("workspace_id", "id", "event", "webhook_id", tx.raw("data ->> 'project' as project"));
}

/** Marks events as dispatched. */
export async function markDispatched(
  tx: Knex,
  events: readonly Pick<PendingEvent, "workspace_id" | "id">[],
  at: Date,
): Promise<void> {
  await tx.raw(
    `update outbox set processed_at = ? from unnest(?::uuid[], ?::uuid[]) as dispatched (workspace_id, id)
     where outbox.workspace_id = dispatched.workspace_id and outbox.id = dispatched.id`,
    [at, events.map((event) => event.workspace_id), events.map(({ id }) => id)],
  );
}

/**
 * Deletes events that were dispatched before the given time, with their deliveries.
 *
 * @returns the number of deleted events, at most 5,000.
 */
export async function purgeEvents(db: Knex, before: Date): Promise<number> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `delete from outbox where (workspace_id, id) in
       (select workspace_id, id from outbox where processed_at < ? order by processed_at limit 5000)
     returning id`,
    [before],
  );
  return rows.length;
}
