import type * as z from "zod";
import { outputRow } from "../../evaluation/samples/outputs.ts";
import { readJsonRows, type RowOutcome } from "../json/json-rows.ts";

/** One row in a file of outputs: a model's output for one sample, or the faults. */
type OutputRow = RowOutcome<z.output<typeof outputRow>>;

/**
 * Reads a model's outputs as JSON Lines in bounded memory. Each row is `{sample|external_id, output}`.
 *
 * @returns one batch for each chunk of the file that completes rows.
 */
export function readOutputRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OutputRow[]> {
  return readJsonRows(chunks, { format: "lines", schema: outputRow, takesArrays: false });
}
