import type * as z from "zod";
import { outputItem } from "../../evaluation/samples/outputs.ts";
import { readJsonRows, type RowOutcome } from "../json/json-rows.ts";

/** One row of a file of outputs: what a model answered to one sample, or what is wrong with it. */
type OutputRow = RowOutcome<z.output<typeof outputItem>>;

/**
 * Reads a model's outputs as JSON Lines, `{sample|external_id, output}` each, in bounded memory.
 *
 * @returns one batch for each chunk of the file in which rows end.
 */
export function readOutputRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OutputRow[]> {
  return readJsonRows(chunks, { format: "lines", schema: outputItem, takesArrays: false });
}
