import type { FieldError } from "../../platform/errors.ts";
import { cut, quoted } from "../http/quote.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { fillsSame, type MappedPair, type RowMapping } from "../rows/mapping/row-mapping.ts";
import { acceptedFields, type FieldKind, fieldPath, kindOfField, pathsOverlap } from "../rows/row-fields.ts";
import type { CsvRecord } from "./csv-row.ts";

/** A field that a column of an imported table fills. */
export interface CsvColumn {
  /** The position of the column, starting at 0. */
  index: number;
  /** The name in the header. */
  name: string;
  /** The path inside the row, such as `["expected", "triage_level"]` for `expected.triage_level`. */
  path: readonly string[];
  kind: FieldKind;
  /** The path in the JSON of a cell whose value fills the field; empty for the whole cell. */
  inner: readonly string[];
}

/** Maximum number of columns in a message. */
const maxListed = 20;

/** How the columns of a table become fields. */
export interface TableMapping extends RowMapping {
  /** The names of columns whose cells are always text. */
  textColumns: readonly string[];
  /** The paths of fields whose cells are always text, whether or not the table has them. */
  textFields: readonly (readonly string[])[];
}

/** The columns of a table, and all faults in its header. */
export interface ReadColumns {
  columns: readonly CsvColumn[];
  errors: FieldError[];
}

/**
 * Reads the columns of a table from its header: the mapped columns, then the columns that are named like
 * fields, and then the other columns if they move to metadata.
 *
 * @returns the columns, and all faults in the header: columns without a name; columns with a repeated or
 *   unknown name; columns inside another column (`input` and `input.text`); and columns that the request names
 *   but the table does not have.
 */
export function readColumns({ cells, line }: CsvRecord, table: TableMapping): ReadColumns {
  const names = new Map<string, number>();
  for (const [index, name] of cells.entries()) if (!names.has(name)) names.set(name, index);
  const errors = [...nameFaults(cells, names), ...missingFaults(names, table)];
  const columns = table.pairs.flatMap((pair) => columnOfPair(names, pair, table) ?? []);
  const mapped = new Set(columns.map(({ index }) => index));
  for (const [name, index] of names) {
    if (name === "" || mapped.has(index)) continue;
    const column = columnOfName({ name, index }, table);
    if (column) columns.push(column);
    else if (table.rest === "error") errors.push(unknownColumn(name, index, table));
  }
  errors.push(...overlapFaults(columns));
  return { columns, errors: errors.map((error) => ({ ...error, line })) };
}

function* nameFaults(cells: readonly string[], names: ReadonlyMap<string, number>): Generator<FieldError> {
  for (const [index, name] of cells.entries()) {
    const number = index + 1;
    const first = names.get(name) ?? index;
    if (name === "") {
      yield { path: "", code: "required", message: `Column ${number} has no name; it must have one.` };
    } else if (first !== index) {
      const message = `Columns ${first + 1} and ${number} are both named ${quoted(name)}; each name must be unique.`;
      yield { path: jsonPointer(fieldPath(name)), code: "repeated", message };
    }
  }
}

/** Yields the columns that the request names but the table does not have. */
function* missingFaults(
  names: ReadonlyMap<string, number>,
  { pairs, textColumns }: TableMapping,
): Generator<FieldError> {
  const listed = [...names.keys()].slice(0, maxListed).map((name) => quoted(name));
  const has = `the table has the columns ${cut(listed.join(", "), 500)}${names.size > maxListed ? ` and ${names.size - maxListed} more` : ""}`;
  for (const { option, index, source, from } of pairs) {
    if (names.has(source) || names.has(from[0] ?? "")) continue;
    const message = `${option}[${index}] names the column ${quoted(source)}; ${has}.`;
    yield { path: `query/${option}/${index}`, code: "not_found", message };
  }
  for (const [index, name] of textColumns.entries()) {
    if (names.has(name)) continue;
    const message = `text_columns[${index}] is ${quoted(name)}; ${has}.`;
    yield { path: `query/text_columns/${index}`, code: "not_found", message };
  }
}

/** A source is the name of a column or, if no column has this name, a JSON Pointer into the cells of a column. */
function columnOfPair(
  names: ReadonlyMap<string, number>,
  { source, from: [first = "", ...rest], target: path }: MappedPair,
  table: TableMapping,
): CsvColumn | undefined {
  const whole = names.get(source);
  if (whole !== undefined) return columnAt({ index: whole, name: source, path, inner: [] }, table);
  const index = names.get(first);
  return index === undefined ? undefined : columnAt({ index, name: first, path, inner: rest }, table);
}

/** Returns the field that a column fills because of its name; undefined if it fills none. */
function columnOfName(column: { name: string; index: number }, table: TableMapping): CsvColumn | undefined {
  const path = fieldPath(column.name);
  if (kindOfField(table.fields, path) && !isMapped(path, table))
    return columnAt({ ...column, path, inner: [] }, table);
  if (table.rest !== "metadata") return undefined;
  return columnAt({ ...column, path: ["metadata", column.name], inner: [] }, table);
}

const isMapped = (path: readonly string[], { pairs, fields }: TableMapping): boolean =>
  pairs.some(({ target }) => fillsSame(target, path, fields));

function columnAt(column: Omit<CsvColumn, "kind">, table: TableMapping): CsvColumn {
  const { name, path, inner } = column;
  // A pointer leads into the JSON of a cell, whatever the field is.
  const kind = inner.length > 0 ? "value" : (kindOfField(table.fields, path) ?? "value");
  const isText = table.textColumns.includes(name) || table.textFields.some((one) => isSamePath(one, path));
  const isTextCell = isText && inner.length === 0 && (kind === "value" || kind === "scalar");
  return { ...column, name: cut(name, 200), kind: isTextCell ? "text" : kind };
}

const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && pathsOverlap(one, other);

function unknownColumn(name: string, index: number, table: TableMapping): FieldError {
  const path = fieldPath(name);
  const message = isMapped(path, table)
    ? `Column ${index + 1} is ${quoted(name)}, a field that map fills; map the column to another field, or set rest.`
    : `Column ${index + 1} is ${quoted(name)}, which is not a field that a row accepts; accepted: ${acceptedFields(table.fields)}.`;
  return { path: jsonPointer([name]), code: "unknown_field", message };
}

const keyOf = (path: readonly string[]): string => path.join("\0");

/** Yields the columns that fill the same field as another column, or a part of it. */
function* overlapFaults(columns: readonly CsvColumn[]): Generator<FieldError> {
  const names = new Map<string, string>();
  for (const { name, path } of columns) {
    const other = names.get(keyOf(path));
    const message = `Columns ${quoted(other)} and ${quoted(name)} both fill ${cut(path.join("."), 200)}; only one column can fill it.`;
    if (other !== undefined) yield { path: jsonPointer(path), code: "conflict", message };
    else names.set(keyOf(path), name);
  }
  for (const { name, path } of columns) {
    const parent = path
      .slice(1)
      .map((_, index) => names.get(keyOf(path.slice(0, index + 1))))
      .find((one) => one !== undefined);
    if (parent === undefined) continue;
    const message = `Column ${quoted(name)} is part of column ${quoted(parent)}; a table must have only one of them.`;
    yield { path: jsonPointer(path), code: "conflict", message };
  }
}
