import type { NodePlace, SealedEvent } from "@assay/contract/wire";
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

/** An event as it is stored. */
export interface EventRow {
  seq: number;
  event_id: string;
  ts: number;
  received_at: number;
  session: string | null;
  type: string;
  origin: "server" | "caller";
  data: Record<string, unknown> | null;
  salt: Buffer | null;
  data_commit: Buffer;
  leaf_hash: Buffer;
  erased_by: number | null;
}

const eventColumns = [
  "seq",
  "event_id",
  "ts",
  "received_at",
  "session",
  "type",
  "origin",
  "data",
  "salt",
  "data_commit",
  "leaf_hash",
  "erased_by",
];

/** An event to be stored, with the inner nodes that it made whole. */
export interface NewEvent extends SealedEvent {
  nodes: readonly Uint8Array[];
}

/** Stores events at the end of a log that is locked. */
export async function insertEvents(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  { workspaceId, events }: { workspaceId: string; events: readonly NewEvent[] },
): Promise<void> {
  const columns = [
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
  await insertRows(tx, database, { table: "events", columns, rows });
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

/** Events by their places; those that do not exist are left out. */
export async function findEvents(
  db: Knex,
  workspaceId: string,
  seqs: readonly number[],
): Promise<EventRow[]> {
  if (seqs.length === 0) return [];
  return db("events")
    .where({ workspace_id: workspaceId })
    .whereRaw("seq = any(?::bigint[])", [[...seqs]])
    .orderBy("seq")
    .select(eventColumns);
}

/** Events by their ids (UUIDs); those that do not exist are left out. */
export async function findEventsById(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<EventRow[]> {
  return db("events")
    .where({ workspace_id: workspaceId })
    .whereRaw("event_id = any(?::uuid[])", [[...ids]])
    .orderBy("seq")
    .select(eventColumns);
}

/** Which events of a log. */
export interface EventFilter {
  agentId?: string | undefined;
  session?: string | undefined;
  type?: string | undefined;
  origin?: "server" | "caller" | undefined;
  outcome?: string | undefined;
  /** Received at or after, in milliseconds since 1970. */
  from?: number | undefined;
  /** Received before. */
  to?: number | undefined;
}

/** Which page of them. */
export interface EventRange {
  order: "asc" | "desc";
  limit: number;
  /** Only places beyond it, in the order. */
  after?: number | undefined;
  /** Only places up to it. */
  upTo?: number | undefined;
}

/** Events by place in the log. */
export async function listEvents(
  db: Knex,
  { workspaceId, filter = {} }: { workspaceId: string; filter?: EventFilter },
  { order, limit, after, upTo }: EventRange,
): Promise<EventRow[]> {
  const { agentId, session, type, origin, outcome, from, to } = filter;
  const equal = { agent_id: agentId, session, type, origin, outcome };
  const given = Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined));
  const query = db("events")
    .where({ workspace_id: workspaceId, ...given })
    .orderBy("seq", order)
    .limit(limit)
    .select(eventColumns);
  if (from !== undefined) query.where("received_at", ">=", from);
  if (to !== undefined) query.where("received_at", "<", to);
  if (after !== undefined) query.where("seq", order === "asc" ? ">" : "<", after);
  if (upTo !== undefined) query.where("seq", "<=", upTo);
  return query;
}

const hashLength = 32;
/** A node was made whole by the last of the leaves below it. */
const lastLeaf = ({ level, index }: NodePlace): number => (index + 1) * 2 ** level;
const keyOf = ({ level, index }: NodePlace): string => `${level}/${index}`;

/**
 * The nodes of a log's tree at some places, which must all be whole.
 *
 * @returns gives each of them; throws for one that the log does not have.
 */
export async function readNodes(
  db: Knex,
  workspaceId: string,
  places: readonly NodePlace[],
): Promise<(place: NodePlace) => Uint8Array> {
  const rows: { seq: number; leaf_hash: Buffer; nodes: Buffer }[] =
    places.length === 0
      ? []
      : await db("events")
          .where({ workspace_id: workspaceId })
          .whereRaw("seq = any(?::bigint[])", [places.map(lastLeaf)])
          .select("seq", "leaf_hash", "nodes");
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const nodes = new Map<string, Uint8Array>();
  for (const place of places) {
    const row = bySeq.get(lastLeaf(place));
    const at = (place.level - 1) * hashLength;
    const node = place.level === 0 ? row?.leaf_hash : row?.nodes.subarray(at, at + hashLength);
    if (node?.length === hashLength) nodes.set(keyOf(place), node);
  }
  return (place) => {
    const node = nodes.get(keyOf(place));
    if (node) return node;
    throw new Error(`The log of workspace ${workspaceId} lacks the node ${keyOf(place)} of its tree.`);
  };
}
