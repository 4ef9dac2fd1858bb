import { type IdKind, parseId } from "@assay/contract/platform/ids";

/**
 * The name of the column for each member of a record. Knex reads an entry as `member: column`, so selecting
 * these columns returns records.
 */
export type RecordColumns<R> = Readonly<Record<keyof R & string, string>>;

/**
 * Returns the columns and values for the given members of a record.
 *
 * @param json names of the members that are stored as JSON.
 */
export function columnValues<R extends object>(
  columns: RecordColumns<R>,
  members: Partial<R>,
  json: readonly (keyof R & string)[] = [],
): Record<string, unknown> {
  const asJson: readonly string[] = json;
  const columnOf: Readonly<Record<string, string>> = columns;
  return Object.fromEntries(
    Object.entries(members).map(([member, value]) => [
      columnOf[member] ?? member,
      asJson.includes(member) ? JSON.stringify(value) : value,
    ]),
  );
}

/** Returns the UUID in a record's public id. */
export function uuidOf(kind: IdKind, id: string): string {
  const uuid = parseId(kind, id);
  if (uuid === undefined) throw new Error(`The record id ${id} is not an id of kind ${kind}.`);
  return uuid;
}
