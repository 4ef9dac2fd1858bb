import { type CursorPart, type CursorPosition, decodeCursor, encodeCursor } from "../../wire/http/cursor.ts";

/** The paging part of a query of a list that is paged by `after` and `next_cursor`. */
export interface PageQuery {
  limit: number;
  after?: string | undefined;
}

/** The identity of a list in its cursors: its name and all its filters. */
export interface ListIdentity {
  list: string;
  filter: Readonly<Record<string, unknown>>;
  /** Parts of its sort key; by default the instant of creation and the id. */
  key?: readonly CursorPart[];
}

const datedParts: readonly CursorPart[] = ["instant", "uuid"];

/** One page on the wire. */
interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** The position after which a page starts: the sort key of the row before; undefined for the first page. @throws {ApiError} 400. */
export const positionOf = (query: PageQuery, identity: ListIdentity): CursorPosition | undefined =>
  query.after === undefined ? undefined : decodeCursor(query.after, identity, identity.key ?? datedParts);

/**
 * Builds a page of rows, in their order.
 *
 * @param rows the rows after the position: at least one more than the limit, if that many exist.
 * @param map.keyOf the sort key of a row, which its cursor contains.
 */
export function pageOf<Row, T>(
  rows: readonly Row[],
  query: PageQuery,
  identity: ListIdentity,
  map: { toWire: (row: Row) => T; keyOf: (row: Row) => CursorPosition },
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
