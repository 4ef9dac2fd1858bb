import {
  changedOutputs,
  outputKey,
  type OutputGiven,
  outputsToWire,
  type PlacedOutput,
  placedOutputs,
  refuseFaultyFile,
  refuseOutputRows,
  refuseOutputs,
  resolveSamples,
} from "@assay/contract/evaluation/samples/output-rules";
import {
  namedSamples,
  presentOutputs,
  type VersionedDataset,
  withNext,
} from "@assay/contract/evaluation/samples/dataset-contents";
import { readOutputRows, type RowOptions } from "@assay/contract/wire";
import { datasetForChange, recordChange } from "../datasets/dataset-versions.ts";
import type { UploadedFile } from "../../platform/http/read-body.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";
import { requireModel } from "../models/model-handlers.ts";
import { type StagedFile, stageRows } from "./import-samples.ts";

/** Stores all outputs as one new version; a repeated output replaces the earlier one. */
export function storeOutputs(
  call: EvaluationCall,
  datasetId: string,
  body: { model: string; outputs: readonly OutputGiven[] },
) {
  const dataset = datasetForChange(call.caller, datasetId);
  const model = requireModel(call.caller, body.model, "/model").id;
  const { sampleIds, ...faults } = resolveSamples(namedSamples(dataset), placedOutputs(body.outputs));
  refuseOutputs(faults);
  return writeOutputs(call, { dataset, model }, { outputs: body.outputs, sampleIds });
}

export const stageOutputs = (sent: UploadedFile, options: RowOptions): Promise<StagedFile<PlacedOutput>> =>
  stageRows(
    sent,
    (chunks, contentType) => readOutputRows(chunks, contentType, options),
    ({ line, path, row }) => ({ ...row, line, path }),
  );

/** Stores a file of outputs in the same way as {@link storeOutputs}. */
export function applyOutputs(
  call: EvaluationCall,
  datasetId: string,
  { file, model: named }: { file: StagedFile<PlacedOutput>; model: string },
) {
  const dataset = datasetForChange(call.caller, datasetId);
  const model = requireModel(call.caller, named, "query/model").id;
  refuseFaultyFile(file.reading);
  const { sampleIds, unknown, repeated } = resolveSamples(namedSamples(dataset), file.staged);
  const found = {
    unknown: { total: unknown.length, errors: unknown },
    repeated: { total: repeated.length, errors: repeated },
  };
  refuseOutputRows(found, file.staged.length);
  return writeOutputs(call, { dataset, model }, { outputs: file.staged, sampleIds });
}

function writeOutputs(
  { clock }: EvaluationCall,
  { dataset, model }: { dataset: VersionedDataset; model: string },
  { outputs, sampleIds }: { outputs: readonly OutputGiven[]; sampleIds: readonly string[] },
) {
  const changed = changedOutputs(presentOutputs(dataset, model), outputs, sampleIds);
  const histories = new Map(dataset.outputs.get(model));
  for (const { sample, run, output } of changed) {
    const key = outputKey(sample, run);
    histories.set(key, withNext(histories.get(key), { output }, dataset));
  }
  dataset.outputs.set(model, histories);
  const updated = changed.filter(({ replaces }) => replaces).length;
  const counts = { inserted: changed.length - updated, updated };
  const version = recordChange(clock, dataset, { change: "outputs", ...counts, samplesAdded: 0 });
  return outputsToWire({ dataset: dataset.id, model, sent: outputs.length, ...counts, version });
}
