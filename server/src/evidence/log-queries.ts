import { logEndLost } from "@assay/contract";
import { type SealedEvent, toHex } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Database } from "../db/connect.ts";
import { connectionOf, type Tx } from "../db/transaction.ts";

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

/** The type of the event that tells that a log was begun anew. */
export const restartType = "log_restarted";

/** The generation that a log's own events say it is of: the last restart's; 1 when it was never begun anew. */
export async function findToldGeneration(db: Knex, workspaceId: string): Promise<number> {
  const last: { generation: string | null } | undefined = await db("events")
    .where({ workspace_id: workspaceId, type: restartType, origin: "server" })
    .orderBy("seq", "desc")
    .first(db.raw("data ->> 'generation' as generation"));
  return last ? Number(last.generation) : 1;
}

/** @throws ApiError 409 `evidence_conflict` where there is something of a log, and its end is not there. */
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
 * @throws ApiError 409 `evidence_conflict` where the end of a log that has events was lost.
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

/** An event to be stored, with the inner nodes that it made whole. */
export interface NewEvent extends SealedEvent {
  nodes: readonly Uint8Array[];
}

/** The end of a log after what was appended to it. */
export type NewEnd = Record<"frontier" | "root", Uint8Array> & { size: number };

/** Most characters of data that one statement carries: longer ones cost the server memory by the multiple. */
const mostCharacters = 4 * 1024 * 1024;

/**
 * Stores events at the end of a log that is locked, and moves the end: one statement, its rows one JSON text. Against a
 * `copy` of the rows and an update this halves the time of the process (64 events: 1.2 ms against 2.6 ms).
 */
export async function storeEvents(
  tx: Tx,
  { canCopy }: Pick<Database, "canCopy">,
  { workspaceId, events, end }: { workspaceId: string; events: readonly NewEvent[]; end: NewEnd },
): Promise<void> {
  const connection = await connectionOf(tx);
  // A pooler between us and a server may not keep what is prepared.
  const statement = { text: storeText, ...(!canCopy && { name: "store_events" }) };
  const values = [workspaceId, end.size, Buffer.from(end.frontier), Buffer.from(end.root)];
  for (const part of partsOf(events)) {
    const rows = JSON.stringify(part.map(rowOf));
    await connection.query({ ...statement, values: [...values, rows] });
  }
}

const storeText = `
  with stored as (
    insert into events (workspace_id, seq, event_id, ts, received_at, session, type, origin, agent_id, outcome, data,
      salt, data_commit, leaf_hash, nodes)
    select $1::uuid, seq, event_id, ts, received_at, session, type, origin, agent_id, outcome, data::json,
      decode(salt, 'hex'), decode(data_commit, 'hex'), decode(leaf_hash, 'hex'), decode(nodes, 'hex')
    from json_to_recordset($5::json) as given (seq bigint, event_id uuid, ts bigint, received_at bigint, session text,
      type text, origin text, agent_id text, outcome text, data text, salt text, data_commit text, leaf_hash text,
      nodes text)
  )
  update event_logs set size = $2, frontier = $3, root = $4 where workspace_id = $1::uuid`;

function* partsOf(events: readonly NewEvent[]): Generator<NewEvent[], void, undefined> {
  let part: NewEvent[] = [];
  let characters = 0;
  for (const event of events) {
    part.push(event);
    characters += event.canonicalData.length;
    if (characters < mostCharacters) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  if (part.length > 0) yield part;
}

function rowOf({ event, canonicalData, salt, uuid, nodes }: NewEvent): Record<string, unknown> {
  const { seq, ts, receivedAt, session, type, origin, data, dataCommit, leafHash } = event;
  return {
    seq,
    event_id: uuid,
    ts,
    received_at: receivedAt,
    session,
    type,
    origin,
    agent_id: shortText(data["agentId"]),
    outcome: shortText(data["outcome"]),
    data: canonicalData,
    salt: toHex(salt),
    data_commit: dataCommit,
    leaf_hash: leafHash,
    nodes: nodes.map(toHex).join(""),
  };
}

/** What filters look for; longer texts are no ids, and the database holds none with U+0000. */
const shortText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= 128 && !value.includes("\u0000")
    ? value
    : null;

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
