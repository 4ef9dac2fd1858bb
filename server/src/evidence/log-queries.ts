import type { SealedEvent } from "@assay/contract/wire";
import type { Knex } from "knex";
import { insertRows, type Row } from "../db/rows.ts";
import type { Tx } from "../db/transaction.ts";
import type { Database } from "../db/connect.ts";

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

/** Locks a log until the transaction ends, and gives its end: whoever appends or signs holds this lock. */
export async function lockLog(tx: Tx, workspaceId: string): Promise<LogRow> {
  const find = (): Promise<LogRow | undefined> =>
    tx("event_logs").where({ workspace_id: workspaceId }).forUpdate().first(logColumns);
  const found = await find();
  if (found) return found;
  await tx("event_logs").insert({ workspace_id: workspaceId }).onConflict("workspace_id").ignore();
  const made = await find();
  if (!made) throw new Error(`The log of workspace ${workspaceId} could not be made.`);
  return made;
}

/** Moves the end of a log that is locked. */
export async function updateLog(
  tx: Tx,
  workspaceId: string,
  end: Partial<Omit<LogRow, "frontier" | "root">> & { frontier?: Uint8Array; root?: Uint8Array },
): Promise<void> {
  const { frontier, root, ...rest } = end;
  await tx("event_logs")
    .where({ workspace_id: workspaceId })
    .update({
      ...rest,
      ...(frontier && { frontier: Buffer.from(frontier) }),
      ...(root && { root: Buffer.from(root) }),
    });
}

/** An event to be stored, with the inner nodes that it made whole. */
export interface NewEvent extends SealedEvent {
  nodes: readonly Uint8Array[];
}

const storedColumns = [
  "workspace_id",
  "seq",
  "event_id",
  "ts",
  "received_at",
  "session",
  "type",
  "origin",
  "agent_id",
  "outcome",
  "data",
  "salt",
  "data_commit",
  "leaf_hash",
  "nodes",
];

/** Stores events at the end of a log that is locked. */
export async function insertEvents(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, events }: { workspaceId: string; events: readonly NewEvent[] },
): Promise<void> {
  const rows = events.map(({ event, canonicalData, salt, uuid, dataCommit, leaf, nodes }): Row => {
    const { seq, ts, receivedAt, session, type, origin, data } = event;
    return [
      workspaceId,
      seq,
      uuid,
      ts,
      receivedAt,
      session,
      type,
      origin,
      shortText(data["agentId"]),
      shortText(data["outcome"]),
      canonicalData,
      salt,
      dataCommit,
      leaf,
      Buffer.concat(nodes),
    ];
  });
  await insertRows(tx, database, { table: "events", columns: storedColumns, rows });
}

/** What filters look for; longer texts are no ids. */
const shortText = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= 128 ? value : null;

/** An event's idempotency key. */
export interface EventKeyRow {
  key: string;
  seq: number;
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
  await tx("event_keys").insert(rows.map((row) => ({ workspace_id: workspaceId, ...row })));
}
