import { type CursorPart, type CursorPosition, decodeCursor, encodeCursor } from "../../wire/http/cursor.ts";

/** The members of a list's query that concern paging by `after` and `next_cursor`. */
export interface PageQuery {
  limit: number;
  after?: string | undefined;
}

/** Identifies a list in its cursors: the list's name and all its filters. */
export interface ListIdentity {
  list: string;
  filter: Readonly<Record<string, unknown>>;
  /** The types of the parts of the list's sort key; by default a creation time and an id. */
  key?: readonly CursorPart[];
}

/** Returns the filters in a list's query. */
export const filterOf = <Query extends PageQuery>({
  limit: _limit,
  after: _after,
  ...filter
}: Query): Omit<Query, keyof PageQuery> => filter;

const datedParts: readonly CursorPart[] = ["instant", "uuid"];

/** One page in wire form. */
interface Page<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/**
 * Returns the position after which a page starts: the sort key of the previous row; undefined for the first
 * page.
 *
 * @throws {ApiError} 400 for an invalid cursor.
 */
export const positionOf = (query: PageQuery, identity: ListIdentity): CursorPosition | undefined =>
  query.after === undefined ? undefined : decodeCursor(query.after, identity, identity.key ?? datedParts);

/**
 * Builds a page from rows, in their order.
 *
 * @param rows the rows after the position: at least one more than the limit, if there are enough.
 * @param map.keyOf returns the sort key of a row, which the cursor contains.
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
