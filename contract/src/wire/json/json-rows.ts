import type * as z from "zod";
import type { FieldError } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/validation/validation.ts";
import { readJsonText } from "./json-text.ts";
import { pointerSegment } from "../../domain/values/paths/pointer-segment.ts";
import { JsonMapper } from "../rows/mapping/json-mapping.ts";
import { type RowMapping, sourcesNotFound } from "../rows/mapping/row-mapping.ts";
import { type RawRow, type RowSource, splitRows, type SplitRow } from "../rows/row-splitter.ts";

/**
 * Position of a row: its line, starting at 1, and its JSON Pointer in a JSON document, such as `/3` in an
 * array. The pointer is empty in other files.
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

/** The form and the schema of JSON rows. */
export interface JsonRowOptions<S extends z.ZodType> {
  source: RowSource;
  mapping: RowMapping;
  schema: S;
  /**
   * Whether the route also accepts one JSON document. If it does, the message for an array that was sent as
   * JSON Lines names the correct content type.
   */
  takesDocuments: boolean;
}

/**
 * Reads the rows of JSON Lines or of one JSON document, in bounded memory. Maps and validates each row.
 *
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 400 at the end of the file if no row has the source of a mapped pair.
 */
export async function* readJsonRows<S extends z.ZodType>(
  chunks: AsyncIterable<Uint8Array>,
  options: JsonRowOptions<S>,
): AsyncGenerator<RowOutcome<z.output<S>>[]> {
  const { source } = options;
  const mapper = new JsonMapper(options.mapping);
  let index = 0;
  for await (const batch of splitRows(chunks, source)) {
    yield batch.map((split) => {
      const path =
        source === "lines" ? "" : `${source.records}/${pointerSegment(split.key ?? String(index))}`;
      index += 1;
      return outcomeOf(split, { ...options, mapper, path });
    });
  }
  if (mapper.unused.length > 0) throw sourcesNotFound(mapper.unused);
}

interface RowOptions<S extends z.ZodType> extends JsonRowOptions<S> {
  mapper: JsonMapper;
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
  { line, column, text, key }: RawRow,
  { source, mapper, schema, takesDocuments, path: place }: RowOptions<S>,
): RowOutcome<z.output<S>> {
  const failed = (errors: readonly FieldError[]): RowOutcome<z.output<S>> => ({
    line,
    path: place,
    ok: false,
    errors: errors.map((error) => ({ ...error, path: place + error.path })),
  });
  const remedy = takesDocuments ? "send the file as application/json" : "send one row per line";
  const reading = readJsonText(text, { line, column });
  if (!reading.ok) {
    const { path, code, message, duplicate } = reading;
    if (duplicate) return failed([{ path, code: "duplicate_member", message, ...duplicate }]);
    const isArrayStart = source === "lines" && line === 1 && text.trimStart().startsWith("[");
    const hint = isArrayStart
      ? ` If the file is one JSON array, ${takesDocuments ? "send it as application/json" : remedy}.`
      : "";
    return failed([{ path, code, message: message + hint, line }]);
  }
  if (source === "lines" && Array.isArray(reading.value)) {
    const message = `Line ${line} is a JSON array; ${remedy}.`;
    return failed([{ path: "", code: "invalid_type", message, line }]);
  }
  const mapped = mapper.map(reading.value, key);
  if (!mapped.ok) return failed(mapped.errors.map((error) => ({ ...error, line })));
  const parsed = schema.safeParse(mapped.value);
  if (parsed.success) return { line, path: place, ok: true, row: parsed.data };
  return failed(fieldErrors(parsed.error.issues, { input: mapped.value, where: "row", schema, line }));
}
