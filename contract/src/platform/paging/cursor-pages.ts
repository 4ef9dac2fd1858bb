import {
  type CursorList,
  type CursorPart,
  type CursorPosition,
  decodeCursor,
  encodeCursor,
} from "../../wire/http/cursor.ts";

/** The paging part of a query. */
interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** How a list is paged by `cursor` and `nextCursor`. */
export interface CursorPages {
  /** The sort key of the last row of the page before; undefined: the page is the first. */
  after: CursorPosition | undefined;
  /** Rows on a page. */
  limit: number;
  /**
   * Cuts the page from the rows that follow `after`.
   *
   * @param rows at least one more than the limit, if that many exist.
   */
  cut: <Row>(
    rows: readonly Row[],
    positionOf: (row: Row) => CursorPosition,
  ) => { page: Row[]; nextCursor: string | null };
}

/**
 * Reads the paging part of a query of a list.
 *
 * @param parts types of the parts of the sort key.
 * @param plain the limit of a query without one.
 * @throws {ApiError} 400 at `query/cursor` for a cursor that is broken, or of another list or filter.
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
