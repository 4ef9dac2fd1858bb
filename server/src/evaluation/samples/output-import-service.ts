import type { DatasetRecord } from "@assay/contract/evaluation/datasets/dataset-rules";
import {
  outputsToWire,
  refuseFaultyFile,
  refuseOutputRows,
} from "@assay/contract/evaluation/samples/output-rules";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { readOutputRows, type RowOptions } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { lockForChange, recordChange } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { UploadedFile } from "../../platform/http/request/uploaded-file.ts";
import { findModel } from "../models/model-queries.ts";
import { endOutputs, type OutputPlace } from "./output-queries.ts";
import {
  compareStagedOutputs,
  findRepeatedSamples,
  findUnknownSamples,
  listUpdated,
  moveIntoOutputs,
  resolveStagedSamples,
  stagedOutputColumns,
} from "./output-staging-queries.ts";
import { type StagedFile, stageRows } from "./stage-rows.ts";
import type { Staging } from "./staging-queries.ts";

/** Maximum number of outputs that one statement replaces. */
const maxReplaced = 1000;

/**
 * Returns the UUID of the model that a request names at `path`.
 *
 * @throws {ApiError} 422 if the model does not exist.
 */
export async function requireModel(
  db: Knex,
  workspaceId: string,
  { model: named, path }: { model: string; path: string },
): Promise<string> {
  const id = parseId("model", named);
  if (!id || !(await findModel(db, workspaceId, id))) throw referenceNotFound("model", named, path);
  return id;
}

/**
 * Reads a file of outputs, and stages its rows as they arrive.
 *
 * @throws {ApiError} 400 if the options are not valid for the file; 413 if the file exceeds 1 GiB.
 */
export function stageOutputs(
  deps: PlatformDeps,
  staging: Staging,
  { sent, options }: { sent: UploadedFile; options: RowOptions },
): Promise<StagedFile> {
  const stagedAt = deps.now().toISOString();
  return stageRows(deps, sent, {
    read: (chunks) => readOutputRows(chunks, sent.contentType, options),
    table: "staged_outputs",
    columns: stagedOutputColumns,
    valuesOf: ({ sample, external_id: externalId, run, output }, { ordinal, line }) => [
      staging.workspaceId,
      staging.importId,
      ordinal,
      line,
      sample ?? null,
      externalId ?? null,
      sample === undefined ? null : (parseId("sample", sample) ?? null),
      run,
      output === undefined || output === null ? null : JSON.stringify(output),
      stagedAt,
    ],
  });
}

/**
 * Stores all outputs in a staged file as one new version of the dataset. If an output for a sample and
 * run already exists, the new output replaces it.
 *
 * @throws {ApiError} 400 if the file has no rows, or with the line of each fault if a row is invalid or repeats a sample and run; 404 if the
 * dataset does not exist; 409 if the dataset is archived; 422 if the model or a sample is unknown.
 */
export async function applyOutputs(
  tx: Tx,
  deps: PlatformDeps,
  { reach, datasetId, staging }: { reach: Reach; datasetId: string; staging: Staging },
  { file, model }: { file: StagedFile; model: string },
) {
  const dataset = await lockForChange(tx, reach, datasetId);
  const modelId = await requireModel(tx, reach.workspaceId, { model, path: "query/model" });
  refuseFaultyFile(file);
  const outputsKey = { workspaceId: reach.workspaceId, datasetId: uuidOf("dataset", dataset.id), modelId };
  // As with samples, moving a large file may take longer than the statement timeout.
  await tx.raw("set local statement_timeout = 0");
  await resolveStagedSamples(tx, staging, { table: "staged_outputs", datasetId: outputsKey.datasetId });
  const limit = limits.importErrorsListed;
  const unknown = await findUnknownSamples(tx, staging, limit);
  refuseOutputRows({ unknown, repeated: await findRepeatedSamples(tx, staging, limit) }, file.rows);
  const version = dataset.version + 1;
  await compareStagedOutputs(tx, staging, outputsKey);
  const updated = await endReplaced(tx, staging, { outputsKey, version });
  const stored = await moveIntoOutputs(tx, staging, { ...outputsKey, version });
  return recordOutputs(
    tx,
    deps,
    { reach, dataset, modelId },
    {
      sent: file.rows,
      inserted: stored - updated,
      updated,
    },
  );
}

/** Records that outputs were stored, as the next version of their dataset. @returns the response body. */
export async function recordOutputs(
  tx: Tx,
  deps: PlatformDeps,
  { reach, dataset, modelId }: { reach: Reach; dataset: DatasetRecord; modelId: string },
  { sent, ...counts }: { sent: number; inserted: number; updated: number },
) {
  const change = { change: "outputs" as const, ...counts, samplesAdded: 0 };
  const version = await recordChange(tx, deps, { reach, dataset }, change);
  return outputsToWire({ dataset: dataset.id, model: formatId("model", modelId), sent, ...counts, version });
}

/**
 * Ends the validity of the outputs that the file replaces, a thousand outputs per statement. @returns their
 * number.
 */
async function endReplaced(
  tx: Tx,
  staging: Staging,
  { outputsKey, version }: { outputsKey: OutputPlace; version: number },
): Promise<number> {
  let count = 0;
  for (let after = 0; ;) {
    const replaced = await listUpdated(tx, staging, { after, limit: maxReplaced });
    const last = replaced.at(-1);
    if (!last) return count;
    await endOutputs(tx, outputsKey, { outputs: replaced, version });
    count += replaced.length;
    after = last.ordinal;
  }
}
