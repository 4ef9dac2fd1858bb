import type * as z from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { unsupportedMediaType } from "../../platform/refusals.ts";
import { importRow } from "../../evaluation/samples/sample-fields.ts";
import { fieldErrors } from "../../platform/validation/validation.ts";
import type { CsvDelimiter } from "../csv/csv-row.ts";
import { type CsvRow, readCsvRows } from "../csv/csv-rows.ts";
import { readJsonRows, type RowOutcome, type RowPlace } from "../json/json-rows.ts";

/** One row in an imported file: its sample, or its faults. */
export type ImportRow = RowOutcome<z.output<typeof importRow>>;

/** Options for reading an imported file. */
export interface ImportRowOptions {
  /** Separator of the cells in a table; by default `auto`. Ignored for other files. */
  delimiter?: CsvDelimiter | undefined;
}

/** The content types that imports accept, with the format of the file. */
const importTypes = {
  "application/x-ndjson": "lines",
  "application/json": "array",
  "text/csv": "table",
  "application/jsonl": "lines",
  "text/tab-separated-values": "table",
} as const;

/** A content type of an import. */
type ImportType = keyof typeof importTypes;

const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const readable = /^(?:utf-?8|us-ascii|utf-?16(?:le|be)?)$/i;

/**
 * Returns the content type of an imported file, without its parameters.
 *
 * @throws {ApiError} 415 if the type is not one of {@link importTypes}, or for a table in an encoding other
 *   than UTF-8 or UTF-16.
 */
export function importTypeOf(contentType: string | undefined): ImportType {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  // Safe: the object has no other keys.
  const types = Object.keys(importTypes) as ImportType[];
  const type = types.find((one) => one === mediaType);
  const encoding = charset.exec(contentType ?? "")?.[1] ?? "utf-8";
  if (!type || (importTypes[type] === "table" && !readable.test(encoding))) {
    throw unsupportedMediaType(contentType, types);
  }
  return type;
}

/**
 * Reads an imported file row by row, in bounded memory: JSON Lines, one JSON array, or a table.
 *
 * @param contentType a key of {@link importTypes}. All parameters except the charset of a table are ignored.
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 415 for any other content type.
 */
export async function* readImportRows(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  { delimiter }: ImportRowOptions = {},
): AsyncGenerator<ImportRow[]> {
  const type = importTypeOf(contentType);
  const format = importTypes[type];
  if (format === "table") {
    const isAuto = delimiter === undefined || delimiter === "auto";
    const separator = isAuto && type === "text/tab-separated-values" ? "tab" : delimiter;
    for await (const batch of readCsvRows(chunks, { delimiter: separator })) yield batch.map(checkedRow);
    return;
  }
  yield* readJsonRows(chunks, {
    format,
    schema: importRow,
    takesArrays: true,
  });
}

function checkedRow(read: CsvRow): ImportRow {
  const place: RowPlace = { line: read.line, path: "" };
  if ("errors" in read) {
    return { ...place, ok: false, errors: read.errors, ...(read.fatal && { fatal: read.fatal }) };
  }
  const parsed = importRow.safeParse(read.value);
  if (parsed.success) return { ...place, ok: true, row: parsed.data };
  const checked = { input: read.value, where: "row", schema: importRow, line: read.line } as const;
  const errors: FieldError[] = fieldErrors(parsed.error.issues, checked);
  return { ...place, ok: false, errors };
}
