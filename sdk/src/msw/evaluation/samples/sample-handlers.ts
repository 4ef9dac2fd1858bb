import {
  externalIdRepeated,
  externalIdTaken,
  importConflict,
  outputsModelMissing,
  outputsModelTwice,
  versionBeyond,
} from "@assay/contract/evaluation/samples/sample-refusals";
import type { FieldError } from "@assay/contract/platform/errors";
import { notFound, unsupportedEncoding } from "@assay/contract/platform/refusals";
import { importTypeOf } from "@assay/contract/wire";
import { blindSamples } from "../../workspace/blind-review.ts";
import { applyImport, type ImportOptions, stageFile } from "./import-rows.ts";
import { applyOutputs, stageOutputs, storeOutputs } from "./outputs.ts";
import { instant, pageOf } from "../../platform/http/paging.ts";
import { getDataset } from "../datasets/find-dataset.ts";
import { reaches } from "../../workspace/reach.ts";
import { referredModel } from "../models/find-model.ts";
import { contentOf, insertSamples } from "./sample-content.ts";
import { atVersion, datasetForChange, present, recordChange } from "./versions.ts";
import type { DatasetRow, SampleContent, SampleRow } from "../dataset-rows.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

/** @param blind samples that the caller has still to review blind: without what would tell the expected answer. */
const toWire = (dataset: string, blind: ReadonlySet<string>) => (row: SampleRow) => ({
  ...plainToWire(dataset, row),
  ...(blind.has(row.id) && { expected: null, content_hash: null, case_hash: null }),
});

const plainToWire = (dataset: string, row: SampleRow) => ({
  id: row.id,
  object: "sample" as const,
  dataset,
  external_id: row.externalId,
  input: row.input,
  output: row.output,
  expected: row.expected,
  metadata: { ...row.metadata },
  tags: [...row.tags],
  split: row.split,
  cluster_id: row.clusterId,
  content_hash: row.contentHash,
  case_hash: row.caseHash,
  created_at: instant(row.createdAt),
});

/** @throws {ApiError} 409 that names each external id which is repeated in the batch or taken in the data set. */
function refuseTaken(dataset: DatasetRow, contents: readonly SampleContent[]): void {
  const seen = new Map<string, string>();
  const faults = contents.flatMap(({ externalId }, index): FieldError[] => {
    if (externalId === null) return [];
    const path = `/samples/${index}/external_id`;
    const first = seen.get(externalId);
    if (first !== undefined) return [externalIdRepeated(externalId, first, { path })];
    seen.set(externalId, path);
    return dataset.externalIds.has(externalId) ? [externalIdTaken(externalId, { path })] : [];
  });
  if (faults.length > 0) throw importConflict(faults);
}

function addSamples(
  { caller, clock, newId }: EvaluationCall,
  datasetId: string,
  contents: readonly SampleContent[],
) {
  const dataset = datasetForChange(caller, datasetId);
  refuseTaken(dataset, contents);
  const rows = insertSamples(dataset, contents, { newId, now: clock.now() });
  const change = { change: "samples" as const, inserted: rows.length, updated: 0, samplesAdded: rows.length };
  const version = recordChange(clock, dataset, change);
  return {
    object: "list" as const,
    data: rows.map((row) => plainToWire(dataset.id, row)),
    dataset_version: version,
  };
}

async function importFile(call: EvaluationCall, datasetId: string, options: ImportOptions) {
  const { headers, bytes } = call.sent;
  const contentType = headers.get("content-type") ?? "";
  importTypeOf(contentType);
  refuseEncoded(headers);
  getDataset(call.caller, datasetId);
  const file = await stageFile(bytes, contentType, options);
  return call.commit(() => ({ status: 201 as const, body: applyImport(call, datasetId, { file, options }) }));
}

async function importOutputs(call: EvaluationCall, datasetId: string, model: string | undefined) {
  refuseEncoded(call.sent.headers);
  if (model === undefined) throw outputsModelMissing();
  getDataset(call.caller, datasetId);
  referredModel(call.caller, model, "query/model");
  const file = await stageOutputs(call.sent.bytes);
  return call.commit(() => ({ status: 201 as const, body: applyOutputs(call, datasetId, { file, model }) }));
}

function refuseEncoded(headers: Headers): void {
  const encoding = headers.get("content-encoding") ?? "";
  if (encoding !== "" && encoding.toLowerCase() !== "identity")
    throw unsupportedEncoding(encoding, ["identity"]);
}

/** The routes of samples and of models' outputs. */
export const sampleHandlers: EvaluationHandlers<"samples"> = {
  create: ({ params, body }, call) =>
    call.commit(async () => {
      const contents = await Promise.all(body.samples.map(contentOf));
      return { status: 201, body: addSamples(call, params.id, contents) };
    }),
  import: ({ params, query }, call) => importFile(call, params.id, query),
  list: ({ params, query }, { caller }) => {
    const dataset = getDataset(caller, params.id);
    const version = query.version ?? dataset.version;
    if (version > dataset.version) throw versionBeyond(version, dataset.version);
    const rows = [...dataset.samples.values()].flatMap((history) => {
      const row = atVersion(history, version);
      return row && (query.external_id === undefined || row.externalId === query.external_id) ? [row] : [];
    });
    const filter = { dataset: dataset.id, version: query.version, external_id: query.external_id };
    const shape = { toWire: toWire(dataset.id, blindSamples(caller)), keyOf: (row: SampleRow) => [row.id] };
    return { status: 200, body: pageOf(rows, query, { list: "samples", filter, ...shape }) };
  },
  get: ({ params }, { caller }) => {
    for (const dataset of caller.workspace.datasets.values()) {
      const row = reaches(caller, dataset.project) && present(dataset.samples.get(params.id));
      if (row) return { status: 200, body: toWire(dataset.id, blindSamples(caller))(row) };
    }
    throw notFound("sample", params.id);
  },
  createOutputs: ({ params, query, body }, call) => {
    if (!body) return importOutputs(call, params.id, query.model);
    if (query.model !== undefined) throw outputsModelTwice(query.model);
    return call.commit(() => ({ status: 201, body: storeOutputs(call, params.id, body) }));
  },
};
