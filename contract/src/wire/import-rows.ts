import type * as z from "zod";
import type { FieldError } from "../errors.ts";
import { unsupportedMediaType } from "../refusals.ts";
import { importRow } from "../samples.ts";
import { fieldErrors } from "../validation.ts";
import { readJsonText } from "./json-text.ts";
import { type RawRow, type RowFormat, splitRows, type SplitRow } from "./row-splitter.ts";

/** One row of an imported file: the sample it holds, or what is wrong with it. Lines count from 1. */
export type ImportRow =
  | { line: number; ok: true; row: z.output<typeof importRow> }
  | {
      line: number;
      ok: false;
      /** Each with its line; paths are JSON Pointers into the row. */
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
  for await (const batch of splitRows(chunks, format)) {
    yield batch.map((split) => importRowOf(split, format));
  }
}

function importRowOf(split: SplitRow, format: RowFormat): ImportRow {
  if ("text" in split) return readRow(split, format);
  const { line, code, message, fatal } = split;
  return { line, ok: false, errors: [{ path: "", code, message, line }], ...(fatal && { fatal }) };
}

function readRow({ line, column, text }: RawRow, format: RowFormat): ImportRow {
  const reading = readJsonText(text, { line, column });
  if (!reading.ok) {
    const { path, code, message } = reading;
    const hint = format === "lines" && line === 1 && text.trimStart().startsWith("[") ? ` ${arrayHint}` : "";
    return { line, ok: false, errors: [{ path, code, message: message + hint, line }] };
  }
  if (format === "lines" && Array.isArray(reading.value)) {
    const message = `Line ${line} holds a JSON array; send the file as application/json.`;
    return { line, ok: false, errors: [{ path: "", code: "invalid_type", message, line }] };
  }
  const parsed = importRow.safeParse(reading.value);
  if (parsed.success) return { line, ok: true, row: parsed.data };
  const checked = { input: reading.value, where: "row", schema: importRow, line } as const;
  return { line, ok: false, errors: fieldErrors(parsed.error.issues, checked) };
}

const arrayHint = "If the file is one JSON array, send it as application/json.";
