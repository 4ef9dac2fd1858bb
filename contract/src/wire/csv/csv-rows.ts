import type { FieldError } from "../../platform/errors.ts";
import { readCell } from "./csv-cells.ts";
import { type CsvColumn, readColumns, type TableMapping } from "./csv-columns.ts";
import { type CsvOptions, type CsvRecord, readCsvRecords } from "./csv-row.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { counted } from "../../domain/values/counted.ts";
import { valueAtPath } from "../../domain/values/paths/value-at-path.ts";
import { quoted } from "../http/quote.ts";
import { asField } from "../rows/mapping/json-mapping.ts";
import { putAt } from "../rows/put-at.ts";
import type { RowFault } from "../rows/row-bytes.ts";

/** A row in a table as an object that has not been validated, or the faults of the row. */
export type CsvRow =
  | { line: number; value: Record<string, unknown> }
  | { line: number; errors: FieldError[]; fatal?: true };

/**
 * Reads a table row by row. The header contains the names of the fields, in which dots denote nesting
 * (`expected.triage_level`), or the names that a mapping assigns to fields.
 *
 * If a row has more or fewer cells than the header, or a value that cannot be stored, only that row has a
 * fault. A fault in the header or in the text itself is the last item and is marked `fatal`.
 *
 * @returns one batch for each piece of the file that completes rows.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  table: TableMapping,
  options: CsvOptions = {},
): AsyncGenerator<CsvRow[]> {
  let layout: Layout | undefined;
  for await (const batch of readCsvRecords(chunks, options)) {
    if (!Array.isArray(batch)) {
      yield [faultOf(batch)];
      return;
    }
    let records = batch;
    if (!layout) {
      const [header, ...rest] = batch;
      if (!header) continue;
      const { columns, errors } = readColumns(header, table);
      if (errors.length > 0) {
        yield [{ line: header.line, errors, fatal: true }];
        return;
      }
      layout = { header: header.cells, columns };
      records = rest;
    }
    const known = layout;
    yield records.map((record) => rowOf(record, known));
  }
}

/** The names of all columns, and the fields that they fill. */
interface Layout {
  header: readonly string[];
  columns: readonly CsvColumn[];
}

const faultOf = ({ line, code, message, fatal }: RowFault): CsvRow => ({
  line,
  errors: [{ path: "", code, message, line }],
  ...(fatal && { fatal }),
});

function rowOf({ line, cells }: CsvRecord, { header, columns }: Layout): CsvRow {
  if (cells.length !== header.length) return { line, errors: [raggedFault({ line, cells }, header)] };
  const value: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const column of columns) {
    const reading = readCell(cells[column.index] ?? "", column);
    if (!reading.ok) {
      const path = jsonPointer(column.path) + reading.path;
      const code = reading.duplicate ? "duplicate_member" : "validation_failed";
      errors.push({ path, code, message: `${column.name}: ${reading.message}`, line });
      continue;
    }
    const { inner, path } = column;
    const found = inner.length === 0 ? reading.value : asField(path, valueAtPath(reading.value, inner));
    // No column in the header is part of another, so the field is free.
    if (found !== undefined) putAt(value, path, found);
  }
  return errors.length > 0 ? { line, errors } : { line, value };
}

function raggedFault({ line, cells }: CsvRecord, header: readonly string[]): FieldError {
  const has = `Line ${line} has ${counted(cells.length, "cell")}; the header has ${header.length}`;
  const message =
    cells.length < header.length
      ? `${has}: the cells from column ${quoted(header[cells.length])} on are missing.`
      : `${has}: cell ${header.length + 1} is ${quoted(cells[header.length])} and has no column; a cell with a delimiter must be quoted.`;
  return { path: "", code: "ragged_row", message, line };
}
