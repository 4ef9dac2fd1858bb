import { formatId, type IdKind } from "@assay/contract/platform/ids";
import { uuidOf } from "./record-columns.ts";

/** Maps one member of a record to a database column. */
interface Column<V> {
  name: string;
  read: (stored: unknown) => V;
  write: (value: V) => unknown;
}

// Each value in a column was written from the column's member, so it has the member's type. The type casts
// below depend on this.

/** Returns a column that contains the member unchanged. */
export const plain = <V>(name: string): Column<V> => ({
  name,
  read: (stored) => stored as V,
  write: (value) => value,
});

/** Returns a column that contains the UUID of a typed id. */
export const id = (kind: IdKind, name: string): Column<string> => ({
  name,
  read: (stored) => formatId(kind, stored as string),
  write: (value) => uuidOf(kind, value),
});

/** Returns a column that contains a time, which the record represents in milliseconds since 1970. */
export const instant = (name: string): Column<number> => ({
  name,
  read: (stored) => (stored as Date).getTime(),
  write: (value) => new Date(value),
});

/** Returns a column that contains the values of the given column or null. */
export const nullable = <V>({ name, read, write }: Column<V>): Column<V | null> => ({
  name,
  read: (stored) => (stored === null ? null : read(stored)),
  write: (value) => (value === null ? null : write(value)),
});

/** Returns a column that contains bytes, which the record represents in hexadecimal. */
export const bytes = (name: string): Column<string> => ({
  name,
  read: (stored) => (stored as Buffer).toString("hex"),
  write: (value) => Buffer.from(value, "hex"),
});

/** Returns a column that contains the UUIDs of typed ids. */
export const ids = (kind: IdKind, name: string): Column<readonly string[]> => ({
  name,
  read: (stored) => (stored as string[]).map((uuid) => formatId(kind, uuid)),
  write: (value) => value.map((each) => uuidOf(kind, each)),
});

/** Reads and writes the records of one kind. */
export interface RecordTable<R> {
  /** The names of the columns that contain a record. */
  columns: string[];
  /** Returns the record in a row that has at least these columns. */
  recordOf: (row: object) => R;
  /** Returns the columns and values for the given members of a record. */
  valuesOf: (members: Partial<R>) => Record<string, unknown>;
}

/** Maps the members of a record to columns. */
export function recordTable<R extends object>(members: { [M in keyof R]-?: Column<R[M]> }): RecordTable<R> {
  // Object.entries returns each member of `R` with the column for the member's type, so the mapped result is
  // an `R`.
  const entries = Object.entries<Column<unknown>>(members as Record<string, Column<unknown>>);
  const columnOf = new Map(entries);
  return {
    columns: entries.map(([, { name }]) => name),
    recordOf: (row) =>
      Object.fromEntries(
        entries.map(([member, { name, read }]) => [member, read(Reflect.get(row, name))]),
      ) as R,
    valuesOf: (given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([member, value]) => {
          const column = columnOf.get(member);
          return column && value !== undefined ? [[column.name, column.write(value)]] : [];
        }),
      ),
  };
}
