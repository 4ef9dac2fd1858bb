import type { Knex } from "knex";
import { activeSpan } from "../tracing/span.ts";

/** Where new events are announced to those who pass them on. */
export const eventsChannel = "assay_events";

/** Something that happened, for others. */
export interface NewEvent {
  workspace_id: string;
  id: string;
  /** Its kind: `evaluation.completed`. */
  event: string;
  /** As it is told; `project` in it says, as on the wire, which project it belongs to. */
  data: unknown;
  created_at: Date;
  /** The only endpoint that is told; default: all that are subscribed. */
  webhook_id?: string;
}

/** An event that nobody has been told of yet. */
export interface WaitingEvent {
  workspace_id: string;
  id: string;
  event: string;
  /** The project that its data names, as on the wire. */
  project: string | null;
  webhook_id: string | null;
}

/** The work that an event comes of, as it is stored with it; null when it is not traced. */
export function eventOrigin(): string | null {
  const span = activeSpan();
  return span ? JSON.stringify(span.context) : null;
}

/** Stores an event for others, in the transaction that caused it; they are woken when it commits. */
export async function insertEvent(tx: Knex, event: NewEvent): Promise<void> {
  await tx("outbox").insert({ ...event, data: JSON.stringify(event.data), trace_context: eventOrigin() });
  await wakeDispatchers(tx);
}

/** Wakes those who tell others of events, when the transaction commits. */
export async function wakeDispatchers(tx: Knex): Promise<void> {
  await tx.raw("select pg_notify(?, '')", [eventsChannel]);
}

/** Whether there is an event that nobody has been told of. */
export async function hasWaitingEvents(db: Knex): Promise<boolean> {
  return (await db("outbox").whereNull("processed_at").first("id")) !== undefined;
}

/** The oldest events that nobody has been told of. */
export async function listWaitingEvents(tx: Knex, limit: number): Promise<WaitingEvent[]> {
  return tx("outbox")
    .whereNull("processed_at")
    .orderBy("id")
    .limit(limit)
    .select("workspace_id", "id", "event", "webhook_id", tx.raw("data ->> 'project' as project"));
}

/** Marks events as passed on. */
export async function markProcessed(
  tx: Knex,
  events: readonly Pick<WaitingEvent, "workspace_id" | "id">[],
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
