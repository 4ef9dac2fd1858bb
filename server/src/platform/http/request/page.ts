import { type CursorPart, decodeCursor, encodeCursor } from "@assay/contract/wire";
import type { IdKind } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../db/record-columns.ts";

/** The paging part of a list's query, as the contract checks it. */
export interface PageQuery {
  limit: number;
  after?: string | undefined;
}

/** A list as its cursor knows it: its name and all that filters it. */
export interface ListIdentity {
  list: string;
  filter: Readonly<Record<string, unknown>>;
  /** What its sort key is made of; of most lists the instant of creation and the id. */
  key?: readonly CursorPart[];
}

const datedParts: readonly CursorPart[] = ["instant", "uuid"];

/** One page on the wire. */
export interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** Where a page begins: the sort key of the row before it; undefined for the first page. */
export function positionOf(
  query: PageQuery,
  identity: ListIdentity,
): readonly (string | number)[] | undefined {
  return query.after === undefined
    ? undefined
    : decodeCursor(query.after, identity, identity.key ?? datedParts);
}

/**
 * Makes a page of rows that were read with `limit + 1`.
 *
 * @param map.keyOf the sort key of a row: what its cursor holds.
 */
export function pageOf<Row, T>(
  rows: readonly Row[],
  query: PageQuery,
  identity: ListIdentity,
  map: { toWire: (row: Row) => T; keyOf: (row: Row) => readonly (string | number)[] },
): Page<T> {
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const more = rows.length > query.limit && last !== undefined;
  return {
    object: "list",
    data: shown.map(map.toWire),
    has_more: more,
    next_cursor: more ? encodeCursor({ ...identity, position: map.keyOf(last) }) : null,
  };
}

/** A row that lists sort newest first. */
export interface Dated {
  id: string;
  created_at: Date;
}

/** Sorts newest first, begins after the position, and reads one row more than the page shows. */
export function newestFirst<Q extends Knex.QueryBuilder>(
  query: Q,
  limit: number,
  position: readonly (string | number)[] | undefined,
): Q {
  query.orderBy([
    { column: "created_at", order: "desc" },
    { column: "id", order: "desc" },
  ]);
  query.limit(limit + 1);
  if (position) query.whereRaw("(created_at, id) < (?::timestamptz, ?::uuid)", [...position]);
  return query;
}

/** The sort key of a dated row. */
export const datedKey = (row: Dated): readonly string[] => [row.created_at.toISOString(), row.id];

/** The sort key of a record that lists sort newest first. */
export const recordKey =
  (kind: IdKind) =>
  ({ id, createdAt }: { id: string; createdAt: number }): readonly string[] => [
    new Date(createdAt).toISOString(),
    uuidOf(kind, id),
  ];
