import type { contract } from "@assay/contract/openapi/apis";
import type { ImportOptions } from "@assay/contract/evaluation/samples/import-rules";
import {
  modelOfFile,
  type OutputFileOptions,
  refuseFileOptions,
} from "@assay/contract/evaluation/samples/output-rules";
import { requireSample, versionShown } from "@assay/contract/evaluation/samples/sample-rules";
import { parseId } from "@assay/contract/platform/ids";
import { fileTypeOf } from "@assay/contract/wire";
import { getDataset } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { uploadedFile } from "../../platform/http/request/uploaded-file.ts";
import { applyImport, rowsWorthAnalyzing, stageFile } from "./import-service.ts";
import { applyOutputs, requireModel, stageOutputs } from "./output-import-service.ts";
import { storeOutputs } from "./output-service.ts";
import { clearStagedOutputs } from "./output-staging-queries.ts";
import { findSample, listSamples } from "./sample-queries.ts";
import { addSamples, samplesToWire } from "./sample-service.ts";
import { analyzeStaging, clearStaging } from "./staging-queries.ts";

/** Returns the handlers of the routes for samples and for models' outputs. */
export function sampleHandlers(deps: PlatformDeps): Handlers<typeof contract.samples> {
  const { knex } = deps.database;
  return {
    create: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => ({
        status: 201,
        body: await addSamples(tx, deps, { caller, datasetId: params.id }, body.samples),
      })),
    import: ({ params, query }, call) => importFile(deps, call, { datasetId: params.id, options: query }),
    list: async ({ params, query }, { caller }) => {
      const dataset = await getDataset(knex, caller, params.id);
      const datasetId = uuidOf("dataset", dataset.id);
      const version = versionShown(dataset, query.version);
      const filter = { dataset: datasetId, version: query.version, external_id: query.external_id };
      const identity: ListIdentity = { list: "samples", filter, key: ["uuid"] };
      const afterId = positionOf(query, identity)?.[0]?.toString();
      const rows = await listSamples(knex, caller, {
        datasetId,
        version,
        externalId: query.external_id,
        limit: query.limit,
        afterId,
      });
      const toWire = await samplesToWire(knex, caller, rows);
      const map = { toWire, keyOf: (row: { id: string }) => [uuidOf("sample", row.id)] };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
    get: async ({ params }, { caller }) => {
      const uuid = parseId("sample", params.id);
      const sample = requireSample(
        uuid === undefined ? undefined : await findSample(knex, caller, uuid),
        params.id,
      );
      return { status: 200, body: (await samplesToWire(knex, caller, [sample]))(sample) };
    },
    createOutputs: ({ params, query, body }, call) => {
      if (!body) return importOutputs(deps, call, { datasetId: params.id, options: query });
      refuseFileOptions(query);
      return call.commit(async (tx) => ({
        status: 201,
        body: await storeOutputs(tx, deps, { reach: call.caller, datasetId: params.id }, body),
      }));
    },
  };
}

async function importFile(
  deps: PlatformDeps,
  { caller, request, commit }: Call,
  { datasetId, options }: { datasetId: string; options: ImportOptions },
) {
  fileTypeOf(request.headers["content-type"]);
  const sent = uploadedFile(request);
  // An unknown dataset is refused here, so that the client does not first send up to a gigabyte.
  // `applyImport` checks the dataset again under a lock. If the request has an idempotency key, the check is
  // omitted: a repeated request may receive the first response even after the dataset was deleted.
  if (request.headers["idempotency-key"] === undefined)
    await getDataset(deps.database.knex, caller, datasetId);
  const staging = { workspaceId: caller.workspaceId, importId: deps.newId() };
  try {
    const file = await stageFile(deps, staging, { sent, options });
    if (file.rows > rowsWorthAnalyzing) await analyzeStaging(deps.database.knex);
    return await commit(
      async (tx) => ({
        status: 201 as const,
        body: await applyImport(tx, deps, { reach: caller, datasetId, staging }, { file, options }),
      }),
      file.bodyHash,
    );
  } finally {
    await clearStaging(deps.database.knex, staging);
  }
}

async function importOutputs(
  deps: PlatformDeps,
  { caller, request, commit }: Call,
  { datasetId, options }: { datasetId: string; options: OutputFileOptions },
) {
  const sent = uploadedFile(request);
  const model = modelOfFile(options.model);
  const { knex } = deps.database;
  // As in the import of samples, an unknown dataset or model is refused before the client sends up to a
  // gigabyte. Both are checked again under a lock.
  if (request.headers["idempotency-key"] === undefined) await getDataset(knex, caller, datasetId);
  await requireModel(knex, caller.workspaceId, { model, path: "query/model" });
  const staging = { workspaceId: caller.workspaceId, importId: deps.newId() };
  try {
    const file = await stageOutputs(deps, staging, { sent, options });
    return await commit(
      async (tx) => ({
        status: 201 as const,
        body: await applyOutputs(tx, deps, { reach: caller, datasetId, staging }, { file, model }),
      }),
      file.bodyHash,
    );
  } finally {
    await clearStagedOutputs(knex, staging);
  }
}
