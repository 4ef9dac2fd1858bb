import type * as z from "zod";
import { outputItem } from "../../evaluation/samples/outputs.ts";
import { readJsonRows, type RowOutcome } from "../json/json-rows.ts";

/** One row of a file of outputs: the output of a model for one sample, or its faults. */
type OutputRow = RowOutcome<z.output<typeof outputItem>>;

/**
 * Reads a model's outputs as JSON Lines, `{sample|external_id, output}` each, in bounded memory.
 *
 * @returns one batch for each chunk of the file that completes rows.
 */
export function readOutputRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OutputRow[]> {
  return readJsonRows(chunks, { format: "lines", schema: outputItem, takesArrays: false });
}
