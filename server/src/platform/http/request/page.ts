import type { IdKind } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../db/record-columns.ts";

export { type ListIdentity, pageOf, positionOf } from "@assay/contract/platform/paging/list-page";

/** A row in a list that is sorted newest first. */
export interface Dated {
  id: string;
  created_at: Date;
}

/** Sorts a query newest first, starts after the given position, and reads one more row than the page size. */
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

/** Returns the sort key of a dated row. */
export const datedKey = (row: Dated): readonly string[] => [row.created_at.toISOString(), row.id];

/** Returns the sort key of a record in a list that is sorted newest first. */
export const recordKey =
  (kind: IdKind) =>
  ({ id, createdAt }: { id: string; createdAt: number }): readonly string[] => [
    new Date(createdAt).toISOString(),
    uuidOf(kind, id),
  ];
