import type * as z from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/validation/validation.ts";
import { readJsonText } from "./json-text.ts";
import { type RawRow, type RowFormat, splitRows, type SplitRow } from "../rows/row-splitter.ts";

/**
 * Position of a row: its line, starting at 1, and its path, which is `/<index>` in a JSON array and otherwise
 * empty.
 */
export interface RowPlace {
  line: number;
  path: string;
}

/** One row in a file: its value, or its faults. */
export type RowOutcome<T> =
  | (RowPlace & { ok: true; row: T })
  | (RowPlace & {
      ok: false;
      /** The faults, each with its line. Paths are JSON Pointers into the row or into the JSON array. */
      errors: FieldError[];
      /** Set if the rest of the file cannot be read. Nothing from the file is then stored. */
      fatal?: true;
    });

/** Format and schema of JSON rows. */
export interface JsonRowOptions<S extends z.ZodType> {
  format: RowFormat;
  schema: S;
  /**
   * Whether the route also accepts one JSON array. If it does, the message for an array that was sent as JSON
   * Lines names the correct content type.
   */
  takesArrays: boolean;
}

/**
 * Reads JSON Lines or one JSON array row by row, in bounded memory, and validates each row.
 *
 * @returns one batch for each chunk of the file that completes rows.
 */
export async function* readJsonRows<S extends z.ZodType>(
  chunks: AsyncIterable<Uint8Array>,
  options: JsonRowOptions<S>,
): AsyncGenerator<RowOutcome<z.output<S>>[]> {
  let index = 0;
  for await (const batch of splitRows(chunks, options.format)) {
    yield batch.map((split) => {
      const path = options.format === "array" ? `/${index}` : "";
      index += 1;
      return outcomeOf(split, { ...options, path });
    });
  }
}

interface RowOptions<S extends z.ZodType> extends JsonRowOptions<S> {
  path: string;
}

function outcomeOf<S extends z.ZodType>(split: SplitRow, row: RowOptions<S>): RowOutcome<z.output<S>> {
  if ("text" in split) return readRow(split, row);
  const { line, code, message, fatal } = split;
  // A fault between the elements of an array belongs to the file, not to an element.
  const path = fatal ? "" : row.path;
  return { line, path, ok: false, errors: [{ path, code, message, line }], ...(fatal && { fatal }) };
}

function readRow<S extends z.ZodType>(
  { line, column, text }: RawRow,
  { format, schema, takesArrays, path: place }: RowOptions<S>,
): RowOutcome<z.output<S>> {
  const failed = (errors: readonly FieldError[]): RowOutcome<z.output<S>> => ({
    line,
    path: place,
    ok: false,
    errors: errors.map((error) => ({ ...error, path: place + error.path })),
  });
  const remedy = takesArrays ? "send the file as application/json" : "send one row per line";
  const reading = readJsonText(text, { line, column });
  if (!reading.ok) {
    const { path, code, message, duplicate } = reading;
    if (duplicate) return failed([{ path, code: "duplicate_member", message, ...duplicate }]);
    const isArrayStart = format === "lines" && line === 1 && text.trimStart().startsWith("[");
    const hint = isArrayStart
      ? ` If the file is one JSON array, ${takesArrays ? "send it as application/json" : remedy}.`
      : "";
    return failed([{ path, code, message: message + hint, line }]);
  }
  if (format === "lines" && Array.isArray(reading.value)) {
    const message = `Line ${line} is a JSON array; ${remedy}.`;
    return failed([{ path: "", code: "invalid_type", message, line }]);
  }
  const parsed = schema.safeParse(reading.value);
  if (parsed.success) return { line, path: place, ok: true, row: parsed.data };
  return failed(fieldErrors(parsed.error.issues, { input: reading.value, where: "row", schema, line }));
}
