import type { contract } from "@assay/contract/openapi/apis";
import { limits } from "@assay/contract/platform/limits";
import { notFound, payloadTooLarge, unsupportedEncoding } from "@assay/contract/platform/refusals";
import {
  outputsModelMissing,
  outputsModelTwice,
  versionBeyond,
} from "@assay/contract/evaluation/samples/sample-refusals";
import { parseId } from "@assay/contract/platform/ids";
import { importTypeOf } from "@assay/contract/wire";
import { getDataset } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { bodyOf } from "../../platform/http/request/streamed-body.ts";
import { findBlind } from "../../workspace/access/blind-review.ts";
import { applyImport, type ImportOptions, rowsWorthAnalyzing, stageFile } from "./import-service.ts";
import { applyOutputs, referredModel, stageOutputs } from "./output-import-service.ts";
import { storeOutputs } from "./output-service.ts";
import { clearStagedOutputs } from "./output-staging-queries.ts";
import { findSample, listSamples } from "./sample-queries.ts";
import { addSamples, sampleToWire } from "./sample-service.ts";
import { analyzeStaging, clearStaging } from "./staging-queries.ts";

/** The routes of samples and of models' outputs. */
export function sampleHandlers(deps: PlatformDeps): Handlers<typeof contract.samples> {
  const { knex } = deps.database;
  return {
    create: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => ({
        status: 201,
        body: await addSamples(tx, deps, { reach: caller, datasetId: params.id }, body.samples),
      })),
    import: ({ params, query }, call) => importFile(deps, call, { datasetId: params.id, options: query }),
    list: async ({ params, query }, { caller }) => {
      const dataset = await getDataset(knex, caller, params.id);
      const datasetId = uuidOf("dataset", dataset.id);
      const version = query.version ?? dataset.version;
      if (version > dataset.version) throw versionBeyond(version, dataset.version);
      const filter = { dataset: datasetId, version: query.version, external_id: query.external_id };
      const identity: ListIdentity = { list: "samples", filter, key: ["uuid"] };
      const afterId = positionOf(query, identity)?.[0]?.toString();
      const rows = await listSamples(knex, caller.workspaceId, {
        datasetId,
        version,
        externalId: query.external_id,
        limit: query.limit,
        afterId,
      });
      const ids = rows.map(({ id }) => id);
      const toWire = sampleToWire(await findBlind(knex, caller, ids));
      const map = { toWire, keyOf: (row: { id: string }) => [row.id] };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("sample", params.id);
      const row = id && (await findSample(knex, caller, id));
      if (!row) throw notFound("sample", params.id);
      return { status: 200, body: sampleToWire(await findBlind(knex, caller, [row.id]))(row) };
    },
    createOutputs: ({ params, query, body }, call) => {
      if (!body) return importOutputs(deps, call, { datasetId: params.id, model: query.model });
      if (query.model !== undefined) throw outputsModelTwice(query.model);
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
  const contentType = request.headers["content-type"];
  importTypeOf(contentType);
  refuseUnread(request);
  // Tells an unknown data set before a gigabyte is sent; applyImport looks again under a lock. A repeated request may be
  // answered as the first was, even if the data set is gone by now.
  if (request.headers["idempotency-key"] === undefined)
    await getDataset(deps.database.knex, caller, datasetId);
  const staging = { workspaceId: caller.workspaceId, importId: deps.newId() };
  try {
    const sent = {
      body: bodyOf(request),
      contentType,
      query: queryTextOf(request),
      delimiter: options.delimiter,
    };
    const file = await stageFile(deps, staging, sent);
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
  { datasetId, model }: { datasetId: string; model: string | undefined },
) {
  refuseUnread(request);
  if (model === undefined) throw outputsModelMissing();
  const { knex } = deps.database;
  // As for samples: what is unknown is told before a gigabyte is sent, and looked for again under a lock.
  if (request.headers["idempotency-key"] === undefined) await getDataset(knex, caller, datasetId);
  await referredModel(knex, caller.workspaceId, { model, path: "query/model" });
  const staging = { workspaceId: caller.workspaceId, importId: deps.newId() };
  try {
    const file = await stageOutputs(deps, staging, { body: bodyOf(request), query: queryTextOf(request) });
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

const queryTextOf = (request: Call["request"]): string => request.url.split("?")[1] ?? "";

/** Refuses a streamed body by its head: one that is compressed, or that says itself that it is too large. */
function refuseUnread({ headers }: Call["request"]): void {
  const encoding = headers["content-encoding"] ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity")
    throw unsupportedEncoding(encoding, ["identity"]);
  if (Number(headers["content-length"] ?? 0) > limits.importBytes) throw payloadTooLarge(limits.importBytes);
}
