import { type CursorPosition, decodeCursor, encodeCursor } from "@assay/contract/wire";
import type { Dated } from "../state/dated.ts";

/** The paging part of a list's query. */
interface PageQuery {
  limit: number;
  after?: string | undefined;
}

/** A list as its cursor knows it. */
interface ListIdentity {
  list: string;
  filter: Readonly<Record<string, unknown>>;
}

/** One page on the wire. */
interface WirePage<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  next_cursor: string | null;
}

/** How rows are ordered and written. */
interface ListShape<Row, T> {
  toWire: (row: Row) => T;
  /** The sort key, ascending, or descending when `descending`. */
  keyOf: (row: Row) => CursorPosition;
  descending?: boolean;
}

/** An instant on the wire. */
export const instant = (at: number): string => new Date(at).toISOString();

function compare(left: CursorPosition, right: CursorPosition): number {
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? "";
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

/** Sorts rows, begins after the query's cursor, and cuts a page. @throws {ApiError} 400 for a cursor of another list. */
export function pageOf<Row, T>(
  rows: Iterable<Row>,
  query: PageQuery,
  { list, filter, toWire, keyOf, descending = false }: ListIdentity & ListShape<Row, T>,
): WirePage<T> {
  const position = query.after === undefined ? undefined : decodeCursor(query.after, { list, filter });
  const direction = descending ? -1 : 1;
  const following = [...rows]
    .map((row) => ({ row, key: keyOf(row) }))
    .filter(({ key }) => position === undefined || direction * compare(key, position) > 0)
    .sort((a, b) => direction * compare(a.key, b.key));
  const shown = following.slice(0, query.limit);
  const last = following.length > shown.length ? shown.at(-1) : undefined;
  return {
    object: "list",
    data: shown.map(({ row }) => toWire(row)),
    has_more: last !== undefined,
    next_cursor: last ? encodeCursor({ list, filter, position: last.key }) : null,
  };
}

/** The order of most lists: newest first. */
export const newestFirst = {
  keyOf: (row: Dated): CursorPosition => [instant(row.createdAt), row.id],
  descending: true,
};
