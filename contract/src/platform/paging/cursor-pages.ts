import {
  type CursorList,
  type CursorPart,
  type CursorPosition,
  decodeCursor,
  encodeCursor,
} from "../../wire/http/cursor.ts";

/** The members of a query that concern paging. */
interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** How to page a list by `cursor` and `nextCursor`. */
export interface CursorPages {
  /** The sort key of the last row on the previous page; undefined for the first page. */
  after: CursorPosition | undefined;
  /** Number of rows on a page. */
  limit: number;
  /**
   * Builds the page from the rows that follow `after`.
   *
   * @param rows the rows: at least one more than the limit, if there are enough.
   */
  cut: <Row>(
    rows: readonly Row[],
    positionOf: (row: Row) => CursorPosition,
  ) => { page: Row[]; nextCursor: string | null };
}

/**
 * Reads the members of a list's query that concern paging.
 *
 * @param parts the types of the parts of the sort key.
 * @param plain the limit if the query does not contain one.
 * @throws {ApiError} 400 at `query/cursor` for a cursor that is invalid or belongs to another list or filter.
 */
export function cursorPages(
  list: Pick<CursorList, "list" | "filter">,
  { cursor, limit: given }: PageQuery,
  { parts, limit: plain }: { parts: readonly CursorPart[]; limit: number },
): CursorPages {
  const identity = { ...list, names: { parameter: "cursor", member: "nextCursor" } };
  const limit = given ?? plain;
  return {
    after: cursor === undefined ? undefined : decodeCursor(cursor, identity, parts),
    limit,
    cut: (rows, positionOf) => {
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return { page, nextCursor: last ? encodeCursor({ ...identity, position: positionOf(last) }) : null };
    },
  };
}
