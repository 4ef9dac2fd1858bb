import type { FieldError } from "@assay/contract/platform/errors";
import {
  importRefused,
  outputsRefused,
  outputsSampleRepeated,
  outputsSampleUnknown,
} from "@assay/contract/evaluation/samples/sample-refusals";
import { refusal, validationFailed } from "@assay/contract/platform/validation/validation";
import { jsonEquals } from "@assay/contract/domain";
import { readOutputRows } from "@assay/contract/wire";
import { type StagedFile, stageRows } from "./import-rows.ts";
import { referredModel } from "../models/find-model.ts";
import { datasetForChange, present, recordChange } from "./versions.ts";
import type { DatasetRow, OutputRow } from "../dataset-rows.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

/** What a model answered to one sample, named by its id or its external id. */
interface GivenOutput {
  sample?: string | undefined;
  external_id?: string | undefined;
  output?: unknown;
}

/** An output and where it stands: its path into the body, or its line in a file. */
interface PlacedOutput extends GivenOutput {
  path: string;
  line?: number;
}

/** The sample of each output, in order, or the faults of outputs that name none, and of those that name one again. */
function resolveSamples(dataset: DatasetRow, outputs: readonly PlacedOutput[]) {
  const unknown: FieldError[] = [];
  const repeated: FieldError[] = [];
  const seen = new Map<string, number | string>();
  const sampleIds = outputs.map(({ sample, external_id: externalId = "", path: item, line }) => {
    const path = `${item}/${sample === undefined ? "external_id" : "sample"}`;
    const named = sample ?? dataset.externalIds.get(externalId) ?? "";
    const id = present(dataset.samples.get(named))?.id;
    if (id === undefined) {
      unknown.push(outputsSampleUnknown(path, sample ?? externalId, line));
      return "";
    }
    const first = seen.get(id);
    if (first !== undefined) {
      repeated.push(outputsSampleRepeated(first, { path, ...(line !== undefined && { line }) }));
    }
    seen.set(id, first ?? line ?? item);
    return id;
  });
  return { sampleIds, unknown, repeated };
}

/** Stores outputs of one model, all or none, as one new version; one sent again replaces the one before. */
export function storeOutputs(
  call: EvaluationCall,
  datasetId: string,
  body: { model: string; outputs: readonly GivenOutput[] },
) {
  const dataset = datasetForChange(call.caller, datasetId);
  const model = referredModel(call.caller, body.model, "/model").id;
  const outputs = body.outputs.map((output, index) => ({ ...output, path: `/outputs/${index}` }));
  const { sampleIds, unknown, repeated } = resolveSamples(dataset, outputs);
  if (unknown.length > 0) throw refusal("reference_not_found", unknown);
  if (repeated.length > 0) throw validationFailed(repeated);
  return keepOutputs(call, { dataset, model }, { outputs, sampleIds });
}

/** Reads a file of outputs. @throws {ApiError} 413 when it is larger than an import may be. */
export const stageOutputs = (bytes: Uint8Array): Promise<StagedFile<PlacedOutput>> =>
  stageRows(bytes, readOutputRows, ({ line, path, row }) => ({ ...row, line, path }));

/** Stores a file of outputs, all or none, as one new version; one sent again replaces the one before. */
export function applyOutputs(
  call: EvaluationCall,
  datasetId: string,
  { file, model: named }: { file: StagedFile<PlacedOutput>; model: string },
) {
  const dataset = datasetForChange(call.caller, datasetId);
  const model = referredModel(call.caller, named, "query/model").id;
  const { rows: outputs, failed } = file;
  if (failed > 0) throw importRefused(failed, outputs.length + failed, file.errors);
  const { sampleIds, unknown, repeated } = resolveSamples(dataset, outputs);
  for (const [code, faults] of [
    ["reference_not_found", unknown],
    ["validation_failed", repeated],
  ] as const) {
    const counts = { failed: faults.length, total: outputs.length };
    if (faults.length > 0) throw outputsRefused(code, counts, faults);
  }
  return keepOutputs(call, { dataset, model }, { outputs, sampleIds });
}

function keepOutputs(
  { clock }: EvaluationCall,
  { dataset, model }: { dataset: DatasetRow; model: string },
  { outputs, sampleIds }: { outputs: readonly GivenOutput[]; sampleIds: readonly string[] },
) {
  const stored = dataset.outputs.get(model) ?? new Map<string, OutputRow[]>();
  const version = dataset.version + 1;
  const counts = { inserted: 0, updated: 0, unchanged: 0 };
  for (const [index, { output = null }] of outputs.entries()) {
    const id = sampleIds[index] ?? "";
    const before = present(stored.get(id));
    if (before && jsonEquals(before.output, output)) {
      counts.unchanged += 1;
      continue;
    }
    if (before) before.validUntil = version;
    counts[before ? "updated" : "inserted"] += 1;
    stored.set(id, [...(stored.get(id) ?? []), { output, validFrom: version, validUntil: null }]);
  }
  dataset.outputs.set(model, stored);
  const { inserted, updated } = counts;
  const change = { change: "outputs" as const, inserted, updated, samplesAdded: 0 };
  return {
    object: "outputs" as const,
    dataset: dataset.id,
    model,
    ...counts,
    dataset_version: recordChange(clock, dataset, change),
  };
}
