import type { FieldError } from "@assay/contract/platform/errors";
import { formatId, parseId } from "@assay/contract/platform/ids";
import {
  outputsSampleRepeated,
  outputsSampleUnknown,
} from "@assay/contract/evaluation/samples/sample-refusals";
import { refusal, validationFailed } from "@assay/contract/platform/validation/validation";
import { jsonEquals } from "@assay/contract/domain";
import type { Reach } from "../../workspace/access/reach.ts";
import { insertRows } from "../../platform/db/rows.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { lockForChange, recordChange } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { referredModel } from "./output-import-service.ts";
import { endOutputs, findOutputs } from "./output-queries.ts";
import { findPresent, findTaken } from "./sample-queries.ts";

/** What a model answered to one sample, named by its id or its external id. */
export interface GivenOutput {
  sample?: string | undefined;
  external_id?: string | undefined;
  output?: unknown;
}

const outputColumns = [
  "workspace_id",
  "dataset_id",
  "model_id",
  "sample_id",
  "valid_from",
  "output",
  "created_at",
] as const;

/**
 * Stores outputs of one model, all or none, as one new version of the data set; one sent again replaces the one before.
 *
 * @throws {ApiError} 404 for the data set; 409 when it is archived; 422 for an unknown model or sample, each named;
 *   400 when a sample is named twice.
 */
export async function storeOutputs(
  tx: Tx,
  deps: PlatformDeps,
  { reach, datasetId }: { reach: Reach; datasetId: string },
  body: { model: string; outputs: readonly GivenOutput[] },
) {
  const dataset = await lockForChange(tx, reach, datasetId);
  const datasetUuid = uuidOf("dataset", dataset.id);
  const modelId = await referredModel(tx, reach.workspaceId, { model: body.model, path: "/model" });
  const sampleIds = await resolveSamples(tx, reach, { datasetId: datasetUuid, outputs: body.outputs });
  const place = { workspaceId: reach.workspaceId, datasetId: datasetUuid, modelId };
  const stored = await findOutputs(tx, place, sampleIds);
  const changed = body.outputs
    .map(({ output }, index) => ({ output, sampleId: sampleIds[index] ?? "" }))
    .filter(
      ({ output, sampleId }) => !stored.has(sampleId) || !jsonEquals(stored.get(sampleId), output ?? null),
    );
  const replaced = changed.map(({ sampleId }) => sampleId).filter((sampleId) => stored.has(sampleId));
  const version = dataset.version + 1;
  await endOutputs(tx, place, { sampleIds: replaced, version });
  const createdAt = deps.now();
  await insertRows(tx, deps.database, {
    table: "outputs",
    columns: outputColumns,
    rows: changed.map(({ output, sampleId }) => [
      reach.workspaceId,
      datasetUuid,
      modelId,
      sampleId,
      version,
      output === undefined || output === null ? null : JSON.stringify(output),
      createdAt,
    ]),
  });
  const counts = { inserted: changed.length - replaced.length, updated: replaced.length };
  const change = { change: "outputs" as const, ...counts, samplesAdded: 0 };
  const datasetVersion = await recordChange(tx, deps, { reach, dataset }, change);
  return {
    object: "outputs" as const,
    dataset: dataset.id,
    model: formatId("model", modelId),
    ...counts,
    unchanged: body.outputs.length - changed.length,
    dataset_version: datasetVersion,
  };
}

/** The sample of each output, in order. */
async function resolveSamples(
  tx: Tx,
  reach: Reach,
  { datasetId, outputs }: { datasetId: string; outputs: readonly GivenOutput[] },
): Promise<string[]> {
  const named = outputs.map(({ sample }) => (sample === undefined ? undefined : parseId("sample", sample)));
  const ids = named.flatMap((id) => (id === undefined ? [] : [id]));
  const externalIds = outputs.flatMap(({ external_id: id }) => (id === undefined ? [] : [id]));
  const present = await findPresent(tx, reach.workspaceId, { datasetId, ids });
  const byExternalId = await findTaken(tx, reach.workspaceId, { datasetId, externalIds });
  const unknown: FieldError[] = [];
  const repeated: FieldError[] = [];
  const seen = new Map<string, number>();
  const resolved = outputs.map(({ sample, external_id: externalId }, index) => {
    const member = sample === undefined ? "external_id" : "sample";
    const path = `/outputs/${index}/${member}`;
    const own = named[index];
    const id =
      sample === undefined
        ? byExternalId.get(externalId ?? "")
        : own !== undefined && present.has(own)
          ? own
          : undefined;
    if (id === undefined) {
      unknown.push(outputsSampleUnknown(path, sample ?? externalId ?? ""));
      return "";
    }
    const first = seen.get(id);
    if (first !== undefined) {
      repeated.push(outputsSampleRepeated(`/outputs/${first}`, { path }));
    }
    seen.set(id, first ?? index);
    return id;
  });
  if (unknown.length > 0) throw refusal("reference_not_found", unknown);
  if (repeated.length > 0) throw validationFailed(repeated);
  return resolved;
}
