import { restartType } from "@assay/contract/evidence/log/erasure-rules";
import { logEndLost } from "@assay/contract/evidence/log/evidence-refusals";
import type { Knex } from "knex";
import { connectionOf, type Tx } from "../platform/db/transaction.ts";

/** The end of a workspace's log, as stored in the database. */
export interface LogRow {
  /** Incremented each time the log is restarted after a loss of events. */
  generation: number;
  /** Number of events, which is also the position of the last event. */
  size: number;
  /** The state that is needed to append events: `MerkleFrontier`. */
  frontier: Buffer;
  root: Buffer;
}

const logColumns = ["generation", "size", "frontier", "root"];

/** Returns the end of a log; undefined if no event was ever appended. */
export async function findLog(db: Knex, workspaceId: string): Promise<LogRow | undefined> {
  return db("event_logs").where({ workspace_id: workspaceId }).first(logColumns);
}

/**
 * Returns the generation of a log according to its own events: the generation that the last restart states,
 * or 1 if the log was never restarted.
 */
export async function findLoggedGeneration(db: Knex, workspaceId: string): Promise<number> {
  const last: { generation: string | null } | undefined = await db("events")
    .where({ workspace_id: workspaceId, type: restartType, origin: "server" })
    .orderBy("seq", "desc")
    .first(db.raw("data ->> 'generation' as generation"));
  return last ? Number(last.generation) : 1;
}

/**
 * Refuses to continue if the end of a log was lost.
 *
 * @throws {ApiError} 409 `evidence_conflict` if a log has events or checkpoints but no stored end.
 */
export async function refuseLostEnd(db: Knex, workspaceId: string): Promise<void> {
  // Uses one statement, because another process may concurrently create the log and append to it.
  const { rows } = await db.raw<{ rows: { lost: boolean }[] }>(
    `select not exists (select from event_logs where workspace_id = :workspaceId) and (
      exists (select from events where workspace_id = :workspaceId)
      or exists (select from checkpoints where workspace_id = :workspaceId and size > 0)) as lost`,
    { workspaceId },
  );
  if (rows[0]?.lost) throw logEndLost();
}

/**
 * Locks a log until the transaction ends, and returns its end. Appending to a log and signing its state
 * require this lock.
 *
 * @throws {ApiError} 409 `evidence_conflict` if the log has events but its end was lost.
 */
export async function lockLog(tx: Tx, workspaceId: string): Promise<LogRow> {
  // Does not use Knex, which takes longer than the statement itself, because every batch of events starts
  // with this statement.
  const connection = await connectionOf(tx);
  const text = `select ${logColumns.join(", ")} from event_logs where workspace_id = $1 for update`;
  const find = async (): Promise<LogRow | undefined> =>
    (await connection.query<LogRow>({ text, values: [workspaceId] })).rows[0];
  const found = await find();
  if (found) return found;
  await refuseLostEnd(tx, workspaceId);
  await tx("event_logs").insert({ workspace_id: workspaceId }).onConflict("workspace_id").ignore();
  const created = await find();
  if (!created) throw new Error(`The log of workspace ${workspaceId} could not be created.`);
  return created;
}

/** The database row of an event's idempotency key. */
export interface EventKeyRow {
  key: string;
  seq: number;
  /** Hash of the request, bound to the event's salt. */
  request_hash: Buffer;
}

/** Returns the rows of the given keys that already belong to events of the workspace. */
export async function findEventKeys(
  db: Knex,
  workspaceId: string,
  keys: readonly string[],
): Promise<EventKeyRow[]> {
  return db("event_keys")
    .where({ workspace_id: workspaceId })
    .whereRaw("key = any(?::text[])", [[...keys]])
    .select("key", "seq", "request_hash");
}

/** Stores the idempotency keys of events. */
export async function insertEventKeys(
  tx: Tx,
  workspaceId: string,
  rows: readonly EventKeyRow[],
): Promise<void> {
  const connection = await connectionOf(tx);
  const text = `insert into event_keys (workspace_id, key, seq, request_hash)
    select $1::uuid, * from unnest($2::text[], $3::bigint[], $4::bytea[])`;
  const columns = [
    rows.map(({ key }) => key),
    rows.map(({ seq }) => seq),
    rows.map(({ request_hash: requestHash }) => requestHash),
  ];
  await connection.query({ text, values: [workspaceId, ...columns] });
}
