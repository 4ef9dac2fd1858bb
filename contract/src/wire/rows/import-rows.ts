import type * as z from "zod";
import { evaluatedRow, importRow } from "../../evaluation/samples/sample-fields.ts";
import type { RowOutcome } from "../json/json-rows.ts";
import { fileTypeOf } from "./file-types.ts";
import { readRows, type RowOptions } from "./read-rows.ts";
import { evaluatedFields, sampleFields } from "./row-fields.ts";

/** One row in an imported file: its sample, or its faults. */
export type ImportRow = RowOutcome<z.output<typeof importRow>>;

/**
 * Reads a file of samples row by row, in bounded memory: JSON Lines, one JSON document, or a table.
 *
 * @param contentType the content type of the file. All parameters except the charset of a table are ignored.
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 415 for any other content type; 400 if the options are not valid for the file.
 */
export async function* readImportRows(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  options: RowOptions = {},
): AsyncGenerator<ImportRow[]> {
  const form = {
    type: fileTypeOf(contentType),
    takesDocuments: true,
    fields: sampleFields,
    schema: importRow,
  };
  yield* readRows(chunks, form, options);
}

/** One row in a file of samples with outputs: its sample, output and run, or its faults. */
export type EvaluatedRow = RowOutcome<z.output<typeof evaluatedRow>>;

/**
 * Reads a file of samples with the outputs of one system row by row, in bounded memory. In contrast to an import, the
 * rows may have the number of a run.
 *
 * @param contentType the content type of the file: JSON Lines, one JSON document, or a table.
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 415 for any other content type; 400 if the options are not valid for the file.
 */
export async function* readEvaluatedRows(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  options: RowOptions = {},
): AsyncGenerator<EvaluatedRow[]> {
  const form = {
    type: fileTypeOf(contentType),
    takesDocuments: true,
    fields: evaluatedFields,
    schema: evaluatedRow,
  };
  yield* readRows(chunks, form, options);
}
