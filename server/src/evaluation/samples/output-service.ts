import {
  changedOutputs,
  type OutputGiven,
  placedOutputs,
  refuseOutputs,
  resolveSamples,
} from "@assay/contract/evaluation/samples/output-rules";
import { parseId } from "@assay/contract/platform/ids";
import type { Reach } from "../../workspace/access/reach.ts";
import { insertRows } from "../../platform/db/rows.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { lockForChange } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { recordOutputs, requireModel } from "./output-import-service.ts";
import { endOutputs, findOutputs } from "./output-queries.ts";
import { findExisting, findPresent } from "./sample-queries.ts";

const outputColumns = [
  "workspace_id",
  "dataset_id",
  "model_id",
  "sample_id",
  "run",
  "valid_from",
  "output",
  "created_at",
] as const;

/**
 * Stores all given outputs of one model as one new version of the dataset. If an output for a sample and
 * run already exists, the new output replaces it.
 *
 * @throws {ApiError} 404 if the dataset does not exist; 409 if it is archived; 422 if the model or a sample
 * is unknown (the message names each of them); 400 if a sample is repeated.
 */
export async function storeOutputs(
  tx: Tx,
  deps: PlatformDeps,
  { reach, datasetId: named }: { reach: Reach; datasetId: string },
  { model, outputs }: { model: string; outputs: readonly OutputGiven[] },
) {
  const { workspaceId } = reach;
  const dataset = await lockForChange(tx, reach, named);
  const datasetId = uuidOf("dataset", dataset.id);
  const modelId = await requireModel(tx, workspaceId, { model, path: "/model" });
  const samples = await loadNamed(tx, workspaceId, { datasetId, outputs });
  const { sampleIds, ...faults } = resolveSamples(samples, placedOutputs(outputs));
  refuseOutputs(faults);
  const outputsKey = { workspaceId, datasetId, modelId };
  const uuids = sampleIds.map((id) => uuidOf("sample", id));
  const changed = changedOutputs(await findOutputs(tx, outputsKey, uuids), outputs, sampleIds);
  const replaced = changed
    .filter(({ replaces }) => replaces)
    .map(({ sample, run }) => ({ sampleId: uuidOf("sample", sample), run }));
  const version = dataset.version + 1;
  await endOutputs(tx, outputsKey, { outputs: replaced, version });
  const createdAt = deps.now();
  await insertRows(tx, deps.database, {
    table: "outputs",
    columns: outputColumns,
    rows: changed.map(({ sample, run, output }) => {
      const text = output === null ? null : JSON.stringify(output);
      return [workspaceId, datasetId, modelId, uuidOf("sample", sample), run, version, text, createdAt];
    }),
  });
  const counts = { inserted: changed.length - replaced.length, updated: replaced.length };
  return recordOutputs(tx, deps, { reach, dataset, modelId }, { sent: outputs.length, ...counts });
}

/** Loads those samples that the outputs refer to and that exist in the dataset. */
async function loadNamed(
  tx: Tx,
  workspaceId: string,
  { datasetId, outputs }: { datasetId: string; outputs: readonly OutputGiven[] },
) {
  const uuids = outputs.flatMap(({ sample = "" }) => parseId("sample", sample) ?? []);
  const externalIds = outputs.flatMap(({ external_id: externalId }) => externalId ?? []);
  const ids = await findPresent(tx, workspaceId, { datasetId, ids: uuids });
  const byExternalId = await findExisting(tx, workspaceId, { datasetId, externalIds });
  return { ids: new Set([...ids, ...byExternalId.values()]), byExternalId };
}
