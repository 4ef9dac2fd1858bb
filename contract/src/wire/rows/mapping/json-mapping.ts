import { isRecord } from "../../../domain/values/is-record.ts";
import { valueAtPath } from "../../../domain/values/paths/value-at-path.ts";
import type { FieldError } from "../../../platform/errors.ts";
import { splitTags } from "../../csv/csv-cells.ts";
import { quoted } from "../../http/quote.ts";
import { jsonPointer } from "../../json/json-pointer.ts";
import { defineMember, putAt } from "../put-at.ts";
import { kindOfField } from "../row-fields.ts";
import { fillsId, fillsSame, type MappedPair, type RowMapping } from "./row-mapping.ts";

type Row = Record<string, unknown>;

/** A row in the form of the import, or its faults. */
export type MappedRow =
  | { ok: true; value: unknown }
  | { ok: false; errors: Pick<FieldError, "path" | "code" | "message">[] };

/** Applies a mapping to the rows of a JSON file. */
export class JsonMapper {
  readonly #mapping: RowMapping;
  /** The members that the mapping reads. */
  readonly #read: ReadonlySet<string>;
  /** The pairs whose source has not been found yet. */
  readonly #missing: Set<MappedPair>;
  #rows = 0;

  constructor(mapping: RowMapping) {
    this.#mapping = mapping;
    this.#read = new Set(mapping.pairs.flatMap(({ from }) => from.slice(0, 1)));
    this.#missing = new Set(mapping.pairs);
  }

  /** The pairs whose source no row had. Empty if there were no rows. */
  get unused(): readonly MappedPair[] {
    return this.#rows === 0 ? [] : [...this.#missing];
  }

  /** Maps a row. @param key the key of the row if the rows are members of an object. */
  map(row: unknown, key: string | undefined): MappedRow {
    const { pairs, rest } = this.#mapping;
    const isPlain = pairs.length === 0 && rest === "error" && key === undefined;
    if (isPlain || !isRecord(row)) return { ok: true, value: row };
    this.#rows += 1;
    const result: Row = {};
    if (key !== undefined) defineMember(result, this.#mapping.fields.id, key);
    const others = this.#copyFields(row, result, key);
    const collisions = [...this.#mapped(row), ...others].flatMap(([path, value]) =>
      putAt(result, path, value) ? [] : [path],
    );
    if (collisions.length === 0) return { ok: true, value: result };
    return { ok: false, errors: collisions.map(collision) };
  }

  /**
   * Copies the members that are fields and that neither the mapping nor the key fills.
   *
   * @returns the other members, with the paths to which they move.
   */
  #copyFields(row: Row, result: Row, key: string | undefined): [readonly string[], unknown][] {
    const { fields, rest } = this.#mapping;
    const others: [readonly string[], unknown][] = [];
    for (const [name, value] of Object.entries(row)) {
      if (this.#read.has(name)) continue;
      const isKey = key !== undefined && fillsId([name], fields);
      if (isKey && String(value) === key) continue;
      if (!isKey && this.#isField(name)) copyField(result, name, value);
      else if (rest === "metadata") others.push([["metadata", name], value]);
      else if (rest === "error") others.push([[name], value]);
    }
    return others;
  }

  #isField(name: string): boolean {
    const { fields, pairs } = this.#mapping;
    if (kindOfField(fields, [name]) === undefined) return false;
    return name === "metadata" || !pairs.some(({ target }) => fillsSame(target, [name], fields));
  }

  #mapped(row: Row): [readonly string[], unknown][] {
    return this.#mapping.pairs.flatMap((pair): [readonly string[], unknown][] => {
      const value = valueAtPath(row, pair.from);
      if (value === undefined) return [];
      this.#missing.delete(pair);
      return [[pair.target, asField(pair.target, value)]];
    });
  }
}

/** Copies a field of a row. Null metadata count as absent, because other members can move to them. */
function copyField(result: Row, name: string, value: unknown): void {
  if (name !== "metadata" || value !== null) defineMember(result, name, asField([name], value));
}

/** Converts a value to the form of a field. Metadata are copied, because members are added to them. */
export function asField([field = "", ...inner]: readonly string[], value: unknown): unknown {
  if (inner.length > 0) return value;
  if (field === "tags" && typeof value === "string") return splitTags(value);
  return field === "metadata" && isRecord(value) ? { ...value } : value;
}

const collision = (path: readonly string[]): Pick<FieldError, "path" | "code" | "message"> => ({
  path: jsonPointer(path),
  code: "conflict",
  message: `${quoted(path.join("."))} would be filled twice; map or drop one of the two members.`,
});
