import { restartType } from "@assay/contract/evidence/log/erasure-rules";
import { logEndLost } from "@assay/contract/evidence/log/evidence-refusals";
import type { Knex } from "knex";
import { connectionOf, type Tx } from "../platform/db/transaction.ts";

/** The end of a workspace's log. */
export interface LogRow {
  /** More by one each time the log was begun anew after events were lost. */
  generation: number;
  /** Events so far; the last one's place. */
  size: number;
  /** What appending goes on from: `MerkleFrontier`. */
  frontier: Buffer;
  root: Buffer;
}

const logColumns = ["generation", "size", "frontier", "root"];

/** The end of a log; undefined when nothing was ever appended. */
export async function findLog(db: Knex, workspaceId: string): Promise<LogRow | undefined> {
  return db("event_logs").where({ workspace_id: workspaceId }).first(logColumns);
}

/** The generation that a log's own events say it is of: the last restart's; 1 when it was never begun anew. */
export async function findLoggedGeneration(db: Knex, workspaceId: string): Promise<number> {
  const last: { generation: string | null } | undefined = await db("events")
    .where({ workspace_id: workspaceId, type: restartType, origin: "server" })
    .orderBy("seq", "desc")
    .first(db.raw("data ->> 'generation' as generation"));
  return last ? Number(last.generation) : 1;
}

/** @throws {ApiError} 409 `evidence_conflict` where there is something of a log, and its end is not there. */
export async function refuseLostEnd(db: Knex, workspaceId: string): Promise<void> {
  // One statement: another process may make the log and append to it at this moment.
  const { rows } = await db.raw<{ rows: { lost: boolean }[] }>(
    `select not exists (select from event_logs where workspace_id = :workspaceId) and (
      exists (select from events where workspace_id = :workspaceId)
      or exists (select from checkpoints where workspace_id = :workspaceId and size > 0)) as lost`,
    { workspaceId },
  );
  if (rows[0]?.lost) throw logEndLost();
}

/**
 * Locks a log until the transaction ends, and gives its end: whoever appends or signs holds this lock.
 *
 * @throws {ApiError} 409 `evidence_conflict` where the end of a log that has events was lost.
 */
export async function lockLog(tx: Tx, workspaceId: string): Promise<LogRow> {
  // Past Knex, which costs more than the statement itself: each batch of events begins with it.
  const connection = await connectionOf(tx);
  const text = `select ${logColumns.join(", ")} from event_logs where workspace_id = $1 for update`;
  const find = async (): Promise<LogRow | undefined> =>
    (await connection.query<LogRow>({ text, values: [workspaceId] })).rows[0];
  const found = await find();
  if (found) return found;
  await refuseLostEnd(tx, workspaceId);
  await tx("event_logs").insert({ workspace_id: workspaceId }).onConflict("workspace_id").ignore();
  const made = await find();
  if (!made) throw new Error(`The log of workspace ${workspaceId} could not be made.`);
  return made;
}

/** An event's idempotency key. */
export interface EventKeyRow {
  key: string;
  seq: number;
  /** Of what was sent, bound to the event's salt. */
  request_hash: Buffer;
}

/** Those of some keys that events of the workspace have. */
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

/** Stores keys of events. */
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
