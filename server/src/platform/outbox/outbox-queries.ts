import type { Knex } from "knex";
import type { Database } from "../db/connection/database.ts";
import { insertRows, type Row } from "../db/rows.ts";
import type { Tx } from "../db/transaction.ts";
import { activeSpan } from "../tracing/span.ts";

/** Where new events are announced to those who pass them on. */
export const eventsChannel = "assay_events";

/** What each event has; the contract types the payload of each kind. */
interface EventShape {
  /** Its kind: `evaluation.completed`. */
  event: string;
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** Its payload; `project` in it, if it has one, is the project that the event belongs to. */
  data: object;
}

/** Under which key an event is stored. */
interface OutboxKey {
  workspaceId: string;
  id: string;
  /** The only endpoint that receives it; default: all that are subscribed. */
  webhookId?: string;
}

/** An event with its key. */
export interface OutboxEntry<E> {
  key: OutboxKey;
  event: E;
}

/** An event that nobody has been told of yet. */
export interface PendingEvent {
  workspace_id: string;
  id: string;
  event: string;
  /** The project that its data names, as on the wire. */
  project: string | null;
  webhook_id: string | null;
}

const columns = ["workspace_id", "id", "event", "data", "created_at", "webhook_id", "trace_context"];

function rowOf({ key, event }: OutboxEntry<EventShape>, origin: string | null): Row {
  const { workspaceId, id, webhookId = null } = key;
  const createdAt = new Date(event.at).toISOString();
  return [workspaceId, id, event.event, JSON.stringify(event.data), createdAt, webhookId, origin];
}

/** The work that an event comes of, as it is stored with it; null when it is not traced. */
function eventOrigin(): string | null {
  const span = activeSpan();
  return span ? JSON.stringify(span.context) : null;
}

/**
 * Stores an event in the transaction that caused it; dispatchers wake when it commits.
 *
 * @typeParam E the events that the caller's wing emits, of the contract: never inferred, so that each caller names them and
 *   a payload without a member, or with another one, does not compile.
 */
export async function insertEvent<E extends EventShape = never>(
  tx: Knex,
  key: OutboxKey,
  event: NoInfer<E>,
): Promise<void> {
  const row = rowOf({ key, event }, eventOrigin());
  await tx("outbox").insert(Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  await notifyDispatchers(tx);
}

/** Stores several events as {@link insertEvent} does. */
export async function insertEvents<E extends EventShape = never>(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  entries: readonly OutboxEntry<NoInfer<E>>[],
): Promise<void> {
  if (entries.length === 0) return;
  const origin = eventOrigin();
  const rows = entries.map((entry) => rowOf(entry, origin));
  await insertRows(tx, database, { table: "outbox", columns, rows });
  await notifyDispatchers(tx);
}

/** Wakes those who tell others of events, when the transaction commits. */
export async function notifyDispatchers(tx: Knex): Promise<void> {
  await tx.raw("select pg_notify(?, '')", [eventsChannel]);
}

/** Whether there is an event that nobody has been told of. */
export async function hasPendingEvents(db: Knex): Promise<boolean> {
  return (await db("outbox").whereNull("processed_at").first("id")) !== undefined;
}

/** The oldest events that nobody has been told of. */
export async function listPendingEvents(tx: Knex, limit: number): Promise<PendingEvent[]> {
  return tx("outbox")
    .whereNull("processed_at")
    .orderBy("id")
    .limit(limit)
    .select("workspace_id", "id", "event", "webhook_id", tx.raw("data ->> 'project' as project"));
}

/** Marks events as passed on. */
export async function markDispatched(
  tx: Knex,
  events: readonly Pick<PendingEvent, "workspace_id" | "id">[],
  at: Date,
): Promise<void> {
  await tx.raw(
    `update outbox set processed_at = ? from unnest(?::uuid[], ?::uuid[]) as told (workspace_id, id)
     where outbox.workspace_id = told.workspace_id and outbox.id = told.id`,
    [at, events.map((event) => event.workspace_id), events.map(({ id }) => id)],
  );
}

/**
 * Deletes events that were passed on before an instant, with what endpoints were sent of them.
 *
 * @returns how many, at most 5,000.
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
