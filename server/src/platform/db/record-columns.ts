import { type IdKind, parseId } from "@assay/contract/platform/ids";

/** The column of each member of a record; a select of it gives records, as knex reads it as `member: column`. */
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

/** The UUID of the id of a record. */
export function uuidOf(kind: IdKind, id: string): string {
  const uuid = parseId(kind, id);
  if (uuid === undefined) throw new Error(`A record has the id ${id}, which is none of a ${kind}.`);
  return uuid;
}
