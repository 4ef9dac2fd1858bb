import type * as z from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../http/quote.ts";
import type { CsvDelimiter } from "../csv/csv-row.ts";
import { type CsvRow, readCsvRows } from "../csv/csv-rows.ts";
import { readJsonRows, type RowOutcome, type RowPlace } from "../json/json-rows.ts";
import { type FileType, formatOf } from "./file-types.ts";
import { type MappingOptions, readMapping } from "./mapping/row-mapping.ts";
import type { RowFields } from "./row-fields.ts";

/** Options for reading the rows of an imported file. */
export interface RowOptions extends MappingOptions {
  /** Separator of the cells in a table; by default `auto`. Ignored for other files. */
  delimiter?: CsvDelimiter | undefined;
  /** JSON Pointer to the rows in one JSON document. */
  records?: string | undefined;
  /** The names of columns whose cells are always text. */
  text_columns?: readonly string[] | undefined;
  /** The paths of fields whose cells are always text, whether or not the table has them. */
  textFields?: readonly (readonly string[])[] | undefined;
}

/** The contents of the rows of a file. */
export interface RowForm<S extends z.ZodType> {
  type: FileType;
  /** Whether the route also accepts one JSON document. */
  takesDocuments: boolean;
  fields: RowFields;
  schema: S;
}

/**
 * Reads a file row by row, in bounded memory: JSON Lines, one JSON document, or a table.
 *
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 400 if the options are not valid for the file, or if no row has a mapped member.
 */
export async function* readRows<S extends z.ZodType>(
  chunks: AsyncIterable<Uint8Array>,
  { type, takesDocuments, fields, schema }: RowForm<S>,
  options: RowOptions = {},
): AsyncGenerator<RowOutcome<z.output<S>>[]> {
  const format = formatOf(type);
  const { records = "", keyed = false, delimiter } = options;
  refuseUnusable(format, options);
  const mapping = readMapping(options, fields);
  if (format !== "table") {
    const source = format === "lines" ? format : { records, keyed };
    yield* readJsonRows(chunks, { source, mapping, schema, takesDocuments });
    return;
  }
  const isAuto = delimiter === undefined || delimiter === "auto";
  const separator = isAuto && type === "text/tab-separated-values" ? "tab" : delimiter;
  const { text_columns: textColumns = [], textFields = [] } = options;
  const table = { ...mapping, textColumns, textFields };
  for await (const batch of readCsvRows(chunks, table, { delimiter: separator }))
    yield batch.map((row) => checkedRow(row, schema));
}

/** @throws {ApiError} 400 for options that do not apply to the format of the file, and for a faulty pointer. */
function refuseUnusable(format: string, { records, keyed, text_columns: textColumns }: RowOptions): void {
  const faults: FieldError[] = [];
  const refuse = (name: string, value: unknown, accepted: string): unknown =>
    faults.push({
      path: `query/${name}`,
      code: "invalid_value",
      message: `${name} is ${quoted(value)}; ${accepted}.`,
    });
  const documentOnly = "it applies only to one JSON document (application/json)";
  if (format !== "document" && records !== undefined) refuse("records", records, documentOnly);
  else if (records !== undefined && !/^(?:\/(?:[^~]|~[01])*)?$/.test(records))
    refuse("records", records, "it must be a JSON Pointer such as /data/items");
  if (format !== "document" && keyed === true) refuse("keyed", keyed, documentOnly);
  if (format !== "table" && textColumns !== undefined)
    refuse("text_columns", textColumns, "it applies only to tables (text/csv, text/tab-separated-values)");
  if (faults.length > 0) throw validationFailed(faults);
}

function checkedRow<S extends z.ZodType>(read: CsvRow, schema: S): RowOutcome<z.output<S>> {
  const place: RowPlace = { line: read.line, path: "" };
  if ("errors" in read) {
    return { ...place, ok: false, errors: read.errors, ...(read.fatal && { fatal: read.fatal }) };
  }
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return { ...place, ok: true, row: parsed.data };
  const checked = { input: read.value, where: "row", schema, line: read.line } as const;
  return { ...place, ok: false, errors: fieldErrors(parsed.error.issues, checked) };
}
