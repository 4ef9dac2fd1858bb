import { type IdKind, parseId } from "@assay/contract/platform/ids";

/**
 * The column of each member of a record. Knex reads it as `member: column`, so a select of it returns
 * records.
 */
export type RecordColumns<R> = Readonly<Record<keyof R & string, string>>;

/**
 * The columns and values of some members of a record.
 *
 * @param json the members that are stored as JSON.
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

/** The UUID in the id of a record. */
export function uuidOf(kind: IdKind, id: string): string {
  const uuid = parseId(kind, id);
  if (uuid === undefined) throw new Error(`The record id ${id} is not an id of kind ${kind}.`);
  return uuid;
}
