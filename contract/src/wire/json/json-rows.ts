import type * as z from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/validation/validation.ts";
import { readJsonText } from "./json-text.ts";
import { type RawRow, type RowFormat, splitRows, type SplitRow } from "../rows/row-splitter.ts";

/** Where a row stands: its line, from 1, and its path: `/<index>` in a JSON array, else empty. */
export interface RowPlace {
  line: number;
  path: string;
}

/** One row of a file: what it holds, or what is wrong with it. */
export type RowOutcome<T> =
  | (RowPlace & { ok: true; row: T })
  | (RowPlace & {
      ok: false;
      /** Each with its line; paths are JSON Pointers into the row, or into the JSON array. */
      errors: FieldError[];
      /** What follows in the file could not be read: nothing of it may be kept. */
      fatal?: true;
    });

/** How rows of JSON are read and what each must be. */
export interface JsonRowOptions<S extends z.ZodType> {
  format: RowFormat;
  schema: S;
  /** Whether the same file may be sent as one JSON array, which is said where one is sent as JSON Lines. */
  takesArrays: boolean;
}

/**
 * Reads JSON Lines or one JSON array row by row, in bounded memory, and checks each row.
 *
 * @returns one batch for each chunk of the file in which rows end.
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

interface Stance<S extends z.ZodType> extends JsonRowOptions<S> {
  path: string;
}

function outcomeOf<S extends z.ZodType>(split: SplitRow, stance: Stance<S>): RowOutcome<z.output<S>> {
  if ("text" in split) return readRow(split, stance);
  const { line, code, message, fatal } = split;
  // A fault between the elements of an array is the file's, not an element's.
  const path = fatal ? "" : stance.path;
  return { line, path, ok: false, errors: [{ path, code, message, line }], ...(fatal && { fatal }) };
}

function readRow<S extends z.ZodType>(
  { line, column, text }: RawRow,
  { format, schema, takesArrays, path: place }: Stance<S>,
): RowOutcome<z.output<S>> {
  const refused = (errors: readonly FieldError[]): RowOutcome<z.output<S>> => ({
    line,
    path: place,
    ok: false,
    errors: errors.map((error) => ({ ...error, path: place + error.path })),
  });
  const remedy = takesArrays ? "send the file as application/json" : "send one row a line instead";
  const reading = readJsonText(text, { line, column });
  if (!reading.ok) {
    const { path, code, message } = reading;
    const begins = format === "lines" && line === 1 && text.trimStart().startsWith("[");
    const hint = begins
      ? ` If the file is one JSON array, ${takesArrays ? "send it as application/json" : remedy}.`
      : "";
    return refused([{ path, code, message: message + hint, line }]);
  }
  if (format === "lines" && Array.isArray(reading.value)) {
    const message = `Line ${line} holds a JSON array; ${remedy}.`;
    return refused([{ path: "", code: "invalid_type", message, line }]);
  }
  const parsed = schema.safeParse(reading.value);
  if (parsed.success) return { line, path: place, ok: true, row: parsed.data };
  return refused(fieldErrors(parsed.error.issues, { input: reading.value, where: "row", schema, line }));
}
