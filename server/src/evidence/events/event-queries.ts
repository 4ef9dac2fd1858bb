import { type EventFilter, principalText } from "@assay/contract/evidence/events/event-rules";
import { logDamaged } from "@assay/contract/evidence/log/evidence-refusals";
import { withoutAbsent } from "@assay/contract/domain";
import type { NodePlace } from "@assay/contract/wire";
import type { Knex } from "knex";

/** A stored event. */
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

/** The columns of a stored event. */
export const eventColumns = [
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

/** Returns the events at the given positions; positions without an event are omitted. */
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

/** Returns the events with the given ids (UUIDs); unknown ids are omitted. */
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

/** The range of a page of events. */
export interface EventRange {
  order: "asc" | "desc";
  limit: number;
  /** Selects only events after this position, in the given order. */
  after?: number | undefined;
  /** Selects only events up to and including this position. */
  upTo?: number | undefined;
  /** Selects events only if this API key is valid at this time. */
  reader?: StreamReader | undefined;
}

/** Lists events, ordered by position in the log. */
export async function listEvents(
  db: Knex,
  { workspaceId, filter = {} }: { workspaceId: string; filter?: EventFilter },
  { order, limit, after, upTo, reader }: EventRange,
): Promise<EventRow[]> {
  const { agentId, session, type, types, origin, outcome, onBehalfOf, from, to } = filter;
  const equal = withoutAbsent({ agent_id: agentId, session, type, origin, outcome });
  const query = db("events")
    .where({ workspace_id: workspaceId, ...equal })
    .orderBy("seq", order)
    .limit(limit)
    .select(eventColumns);
  // The canonical text of the data is searched, because some texts in JSON cannot be decoded by Postgres.
  if (onBehalfOf !== undefined)
    query
      .where("origin", "server")
      .whereRaw("position(? in (data -> 'onBehalfOf')::text) > 0", [principalText(onBehalfOf)]);
  if (types !== undefined) query.whereRaw("type = any(?::text[])", [[...types]]);
  if (from !== undefined) query.where("received_at", ">=", from);
  if (to !== undefined) query.where("received_at", "<", to);
  if (after !== undefined) query.where("seq", order === "asc" ? ">" : "<", after);
  if (upTo !== undefined) query.where("seq", "<=", upTo);
  if (reader) onlyForReader(query, workspaceId, reader);
  return query;
}

/** An API key that reads a stream, and the time of the read in milliseconds since 1970. */
export interface StreamReader {
  apiKeyId: string;
  now: number;
}

/** Limits a query to no rows if the API key of its reader is not valid at the time of the read. */
export const onlyForReader = (
  query: Knex.QueryBuilder,
  workspaceId: string,
  { apiKeyId, now }: StreamReader,
): Knex.QueryBuilder =>
  query.whereRaw(
    `exists (select 1 from api_keys k where k.workspace_id = ? and k.id = ? and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ?))`,
    [workspaceId, apiKeyId, new Date(now)],
  );

const hashLength = 32;
/**
 * Returns the position of the last leaf below a node. When this leaf was appended, the node became complete.
 */
const lastLeaf = ({ level, index }: NodePlace): number => (index + 1) * 2 ** level;
const keyOf = ({ level, index }: NodePlace): string => `${level}/${index}`;

/**
 * Reads nodes of a log's tree. All of the nodes must be complete.
 *
 * @returns a function that returns each node, and throws ApiError 409 `evidence_conflict` if the node was
 * lost.
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
    throw logDamaged({ first: place.index * 2 ** place.level + 1, last: lastLeaf(place) });
  };
}
