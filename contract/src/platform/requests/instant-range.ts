import { rangeEmpty } from "./range-refusals.ts";

/** The filters of a list by time, in milliseconds since 1970. */
export interface InstantRange {
  /** The first instant of the range. */
  from?: number | undefined;
  /** The first instant after the range. */
  to?: number | undefined;
}

/**
 * Requires that filters by time accept at least one instant. Otherwise, the empty list would look like a time in which nothing
 * happened.
 *
 * @throws {ApiError} 400 at `query/from` if `from` is not before `to`.
 */
export function requireInstants({ from, to }: InstantRange): void {
  if (from !== undefined && to !== undefined && from >= to) throw rangeEmpty(from, to);
}
