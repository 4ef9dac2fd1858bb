import type * as z from "zod";
import { outputRow } from "../../evaluation/samples/outputs.ts";
import type { RowOutcome } from "../json/json-rows.ts";
import { fileTypeOf, rowFileTypes } from "./file-types.ts";
import { readRows, type RowOptions } from "./read-rows.ts";
import { outputFields } from "./row-fields.ts";

/** One row in a file of outputs: a model's output for one sample, or the faults. */
type OutputRow = RowOutcome<z.output<typeof outputRow>>;

/**
 * Reads a model's outputs in bounded memory: JSON Lines or a table. Each row is `{sample|external_id, output}`.
 *
 * @returns one batch for each chunk of the file that completes rows.
 * @throws {ApiError} 415 for any other content type; 400 if the options are not valid for the file.
 */
export async function* readOutputRows(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  options: RowOptions = {},
): AsyncGenerator<OutputRow[]> {
  const type = fileTypeOf(contentType, rowFileTypes);
  yield* readRows(chunks, { type, takesDocuments: false, fields: outputFields, schema: outputRow }, options);
}
