import type { FieldError } from "../../platform/errors.ts";
import { readCell } from "./csv-cells.ts";
import { type CsvColumn, readColumns } from "./csv-columns.ts";
import { type CsvOptions, type CsvRecord, readCsvRecords } from "./csv-row.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../http/quote.ts";
import type { RowFault } from "../rows/row-bytes.ts";

/** A row in a table as an object that has not been validated, or the faults of the row. */
export type CsvRow =
  | { line: number; value: Record<string, unknown> }
  | { line: number; errors: FieldError[]; fatal?: true };

/**
 * Reads a table of samples row by row. The header contains the names of the fields, in which dots denote
 * nesting (`expected.triage_level`).
 *
 * If a row has more or fewer cells than the header, or a value that cannot be stored, only that row has a
 * fault. A fault in the header or in the text itself is the last item and is marked `fatal`.
 *
 * @returns one batch for each piece of the file that completes rows.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  options: CsvOptions = {},
): AsyncGenerator<CsvRow[]> {
  let columns: readonly CsvColumn[] | undefined;
  for await (const batch of readCsvRecords(chunks, options)) {
    if (!Array.isArray(batch)) {
      yield [faultOf(batch)];
      return;
    }
    let records = batch;
    if (!columns) {
      const [header, ...rest] = batch;
      if (!header) continue;
      const { columns: known, errors } = readColumns(header);
      if (errors.length > 0) {
        yield [{ line: header.line, errors, fatal: true }];
        return;
      }
      columns = known;
      records = rest;
    }
    const known = columns;
    yield records.map((record) => rowOf(record, known));
  }
}

const faultOf = ({ line, code, message, fatal }: RowFault): CsvRow => ({
  line,
  errors: [{ path: "", code, message, line }],
  ...(fatal && { fatal }),
});

function rowOf({ line, cells }: CsvRecord, columns: readonly CsvColumn[]): CsvRow {
  if (cells.length !== columns.length) return { line, errors: [raggedFault({ line, cells }, columns)] };
  const value: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [index, column] of columns.entries()) {
    const reading = readCell(cells[index] ?? "", column);
    if (!reading.ok) {
      const path = jsonPointer(column.path) + reading.path;
      const code = reading.duplicate ? "duplicate_member" : "validation_failed";
      errors.push({ path, code, message: `${column.name}: ${reading.message}`, line });
    } else if (reading.value !== undefined) {
      put(value, column.path, reading.value);
    }
  }
  return errors.length > 0 ? { line, errors } : { line, value };
}

function raggedFault({ line, cells }: CsvRecord, columns: readonly CsvColumn[]): FieldError {
  const has = `Line ${line} has ${counted(cells.length, "cell")}; the header has ${columns.length}`;
  const message =
    cells.length < columns.length
      ? `${has}: the cells from column ${quoted(columns[cells.length]?.name)} on are missing.`
      : `${has}: cell ${columns.length + 1} is ${quoted(cells[columns.length])} and has no column; a cell with a delimiter must be quoted.`;
  return { path: "", code: "ragged_row", message, line };
}

/** Sets the value at a path. Creates the objects on the path. */
function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let holder = target;
  for (const segment of path.slice(0, -1)) {
    if (!Object.hasOwn(holder, segment)) define(holder, segment, {});
    // This function created the object, because no column in the header is part of another.
    holder = holder[segment] as Record<string, unknown>;
  }
  define(holder, path.at(-1) ?? "", value);
}

/** Assigns a member. `__proto__` is treated like any other name. */
function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") holder[name] = value;
  else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}
