import { planImport, type ReadRow } from "@assay/contract/evaluation/samples/import-plan";
import { type ImportOptions, importToWire } from "@assay/contract/evaluation/samples/import-rules";
import { type ImportRowOptions, readImportRows } from "@assay/contract/wire";
import type { EvaluationCall } from "../evaluation-tables.ts";
import { type StagedFile, stageRows } from "./stage-file.ts";
import { contentOf, insertSamples, replaceSample } from "./store-samples.ts";
import { datasetForChange, presentRow, recordChange } from "./versions.ts";

export const stageFile = (
  bytes: Uint8Array,
  contentType: string,
  { delimiter }: ImportRowOptions,
): Promise<StagedFile<ReadRow>> =>
  stageRows(
    bytes,
    (chunks) => readImportRows(chunks, contentType, { delimiter }),
    async ({ line, path, row }, ordinal) => ({ ordinal, line, path, content: await contentOf(row) }),
  );

/** Moves a file into its dataset as one new version. @throws {ApiError} for refusals by `planImport`. */
export function applyImport(
  { caller, clock, newId }: EvaluationCall,
  datasetId: string,
  { file, options }: { file: StagedFile<ReadRow>; options: ImportOptions },
) {
  const dataset = datasetForChange(caller, datasetId);
  const storedSample = (externalId: string) =>
    presentRow(dataset.samples.get(dataset.externalIds.get(externalId) ?? ""));
  const { insert, replace, unchanged, ...refused } = planImport(file, storedSample, options);
  for (const { id, content } of replace) replaceSample(dataset, id, content);
  const common = { dataset: dataset.id, createdAt: clock.now() };
  insertSamples(
    dataset,
    insert.map((content) => ({ ...content, id: newId("sample"), ...common })),
  );
  const counts = { inserted: insert.length, updated: replace.length };
  const change = { change: "import" as const, ...counts, samplesAdded: insert.length };
  const version = recordChange(clock, dataset, change);
  return importToWire(options, { dataset: dataset.id, ...counts, unchanged, ...refused, version });
}
