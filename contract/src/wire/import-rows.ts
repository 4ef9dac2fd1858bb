import type * as z from "zod";
import type { FieldError } from "../errors.ts";
import { unsupportedMediaType } from "../refusals.ts";
import { importRow } from "../samples.ts";
import { fieldErrors } from "../validation.ts";
import { readJsonText } from "./json-text.ts";
import { type RawRow, type RowFormat, splitRows, type SplitRow } from "./row-splitter.ts";

/** Where a row stands: its line, from 1, and its path: empty in JSON Lines, `/<index>` in a JSON array. */
export interface RowPlace {
  line: number;
  path: string;
}

/** One row of an imported file: the sample it holds, or what is wrong with it. */
export type ImportRow =
  | (RowPlace & { ok: true; row: z.output<typeof importRow> })
  | {
      line: number;
      path: string;
      ok: false;
      /** Each with its line; paths are JSON Pointers into the row of JSON Lines, or into the JSON array. */
      errors: FieldError[];
      /** What follows in the file could not be read: nothing of it may be kept. */
      fatal?: true;
    };

const accepted = ["application/x-ndjson", "application/json"] as const;

function formatOf(contentType: string | undefined): RowFormat {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase();
  if (mediaType === "application/x-ndjson") return "lines";
  if (mediaType === "application/json") return "array";
  throw unsupportedMediaType(contentType, accepted);
}

/**
 * Reads an imported file row by row: JSON Lines or one JSON array, in bounded memory.
 *
 * @param contentType `application/x-ndjson` or `application/json`; parameters such as a charset are ignored.
 * @returns one batch for each chunk of the file in which rows end.
 * @throws ApiError 415 for any other content type.
 */
export async function* readImportRows(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
): AsyncGenerator<ImportRow[]> {
  const format = formatOf(contentType);
  let index = 0;
  for await (const batch of splitRows(chunks, format)) {
    yield batch.map((split) => {
      const path = format === "array" ? `/${index}` : "";
      index += 1;
      return importRowOf(split, { format, path });
    });
  }
}

interface Stance {
  format: RowFormat;
  path: string;
}

function importRowOf(split: SplitRow, stance: Stance): ImportRow {
  if ("text" in split) return readRow(split, stance);
  const { line, code, message, fatal } = split;
  // A fault between the elements of an array is the file's, not an element's.
  const path = fatal ? "" : stance.path;
  return { line, path, ok: false, errors: [{ path, code, message, line }], ...(fatal && { fatal }) };
}

function readRow({ line, column, text }: RawRow, { format, path: place }: Stance): ImportRow {
  const refused = (errors: readonly FieldError[]): ImportRow => ({
    line,
    path: place,
    ok: false,
    errors: errors.map((error) => ({ ...error, path: place + error.path })),
  });
  const reading = readJsonText(text, { line, column });
  if (!reading.ok) {
    const { path, code, message } = reading;
    const hint = format === "lines" && line === 1 && text.trimStart().startsWith("[") ? ` ${arrayHint}` : "";
    return refused([{ path, code, message: message + hint, line }]);
  }
  if (format === "lines" && Array.isArray(reading.value)) {
    const message = `Line ${line} holds a JSON array; send the file as application/json.`;
    return refused([{ path: "", code: "invalid_type", message, line }]);
  }
  const parsed = importRow.safeParse(reading.value);
  if (parsed.success) return { line, path: place, ok: true, row: parsed.data };
  const checked = { input: reading.value, where: "row", schema: importRow, line } as const;
  return refused(fieldErrors(parsed.error.issues, checked));
}

const arrayHint = "If the file is one JSON array, send it as application/json.";
