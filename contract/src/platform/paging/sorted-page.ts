// Builds pages of lists whose rows are in memory, as in the mock.
import { type CursorPosition, decodeCursor } from "../../wire/http/cursor.ts";
import { instant } from "../../domain/values/instants.ts";
import { inByteOrder } from "../../domain/values/texts/byte-order.ts";
import type { CursorPages } from "./cursor-pages.ts";
import { type ListIdentity, pageOf, type PageQuery } from "./list-page.ts";

/**
 * A row in a list that is sorted newest first. Times are in milliseconds since 1970; ids are in wire form.
 */
export interface Dated {
  id: string;
  createdAt: number;
}

/** Identifies a list. Its cursors depend on the filters of the query, and on the given filter, if any. */
type OwnList = Pick<ListIdentity, "list"> & Partial<Pick<ListIdentity, "filter">>;

/** How the rows of a list are sorted and converted to their form in responses. */
interface ListShape<Row, T> {
  toWire: (row: Row) => T;
  /** Returns the sort key. Rows are sorted in ascending order, unless `descending` is true. */
  keyOf: (row: Row) => CursorPosition;
  descending?: boolean;
}

function compare(left: CursorPosition, right: CursorPosition): number {
  for (const [index, part] of left.entries()) {
    const other = right[index] ?? "";
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}

/**
 * Sorts rows, and returns the page after the position in the query's cursor.
 *
 * @throws {ApiError} 400 if the cursor belongs to another list.
 */
export function sortedPage<Row, T>(
  rows: Iterable<Row>,
  query: PageQuery,
  { filter, ...list }: OwnList & ListShape<Row, T>,
) {
  const { keyOf, descending = false } = list;
  const direction = descending ? -1 : 1;
  const sorted = [...rows].sort((one, other) => direction * compare(keyOf(one), keyOf(other)));
  return pageOfSorted(sorted, query, { ...list, filter: { ...query, ...filter } });
}

/** The rows of a sorted list, which need not be in memory as an array. */
export interface SortedRows<Row> {
  readonly length: number;
  slice: (start: number, end: number) => Row[];
}

/**
 * Returns the page after the position in the query's cursor.
 *
 * @param rows in the order of the list.
 * @throws {ApiError} 400 if the cursor belongs to another list.
 */
export function pageOfSorted<Row, T>(
  rows: SortedRows<Row>,
  query: PageQuery,
  { list, filter, toWire, keyOf, descending = false }: ListIdentity & ListShape<Row, T>,
) {
  const position = query.after === undefined ? undefined : decodeCursor(query.after, { list, filter });
  const direction = descending ? -1 : 1;
  const isAfter = (row: Row): boolean =>
    position === undefined || direction * compare(keyOf(row), position) > 0;
  const start = indexOfFirst(rows, isAfter);
  return pageOf(rows.slice(start, start + query.limit + 1), query, { list, filter }, { toWire, keyOf });
}

/** Returns the index of the first row of the page; the number of rows if there is none. */
function indexOfFirst<Row>(rows: SortedRows<Row>, isAfter: (row: Row) => boolean): number {
  let [start, end] = [0, rows.length];
  while (start < end) {
    const middle = Math.floor((start + end) / 2);
    if (rows.slice(middle, middle + 1).some(isAfter)) end = middle;
    else start = middle + 1;
  }
  return start;
}

/** Returns a page of a list sorted newest first, as most lists are. */
export const newestPage = <Row extends Dated, T>(
  rows: Iterable<Row>,
  query: PageQuery,
  list: OwnList & Pick<ListShape<Row, T>, "toWire">,
) => sortedPage(rows, query, { ...list, keyOf: newestKey, descending: true });

const newestKey = ({ createdAt, id }: Dated): CursorPosition => [instant(createdAt), id];

/**
 * Builds a page of rows that are paged by `cursor` and `nextCursor`. Numbers are sorted by value, and texts in byte
 * order, as in the database.
 */
export function cutSorted<Row>(
  { after, cut }: CursorPages,
  rows: readonly Row[],
  { keyOf, descending = false }: Pick<ListShape<Row, unknown>, "keyOf" | "descending">,
) {
  const direction = descending ? -1 : 1;
  const following = rows.filter((row) => !after || direction * compareBytes(keyOf(row), after) > 0);
  const sorted = following.sort((one, other) => direction * compareBytes(keyOf(one), keyOf(other)));
  return cut(sorted, keyOf);
}

function compareBytes(left: CursorPosition, right: CursorPosition): number {
  const differences = left.map((part, index) => {
    const other = right[index] ?? "";
    return typeof part === "number" ? part - Number(other) : inByteOrder(part, String(other));
  });
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Whether a row has all values of a filter; undefined matches any value. */
export const hasValues = <Row extends object>(
  row: Row,
  filter: { [Key in keyof Row]?: Row[Key] | undefined },
): boolean =>
  Object.entries<unknown>(filter).every(
    ([key, value]) => value === undefined || Reflect.get(row, key) === value,
  );
