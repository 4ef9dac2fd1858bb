import type { CreateExport, Dataset, Export } from "@assay/sdk";
import { exportColumns } from "@assay/contract/export-files";
import Papa from "papaparse";
import { expect } from "vitest";
import { evaluated, filledDataset } from "./arrange.ts";
import type { Context } from "./context.ts";

/** Returns the path of an export or of its file. */
export const exportPath = (id: string, file = false): string =>
  `/v1/scores/exports/${id}${file ? "/content" : ""}`;

/** Creates an export and waits for its file. */
export async function exported(
  { assay }: Context,
  body: Partial<CreateExport> & { project: string },
): Promise<Export> {
  const { id } = await assay.exports.create({ format: "csv", ...body });
  return assay.exports.wait(id, { pollIntervalMs: 10 });
}

/** Creates a dataset with the samples in `calls`, and evaluates it once. */
export async function evaluatedCalls(context: Context): Promise<{ dataset: Dataset; evaluation: string }> {
  const { dataset } = await filledDataset(context);
  const { id } = await evaluated(context, dataset);
  return { dataset, evaluation: id };
}

/** Downloads an export's file with the client, which verifies the checksum. */
export async function fileOf({ assay }: Context, id: string): Promise<Uint8Array> {
  return new Uint8Array(await new Response(await assay.exports.stream(id)).arrayBuffer());
}

/** Downloads an export's file as text. */
export const textOf = async (context: Context, id: string): Promise<string> =>
  new TextDecoder().decode(await fileOf(context, id));

/** Returns the rows of a CSV export, with each row's cells by column. */
export async function cellsOf(context: Context, id: string): Promise<Record<string, string>[]> {
  const { data, errors } = Papa.parse<Record<string, string>>(await textOf(context, id), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

/** Returns the column names of an export. */
export const columnNames = (includeSamples: boolean): string[] =>
  exportColumns(includeSamples).map(({ name }) => name);
