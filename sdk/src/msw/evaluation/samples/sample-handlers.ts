import type { ImportOptions } from "@assay/contract/evaluation/samples/import-rules";
import {
  modelOfFile,
  type OutputFileOptions,
  refuseFileOptions,
} from "@assay/contract/evaluation/samples/output-rules";
import {
  decideSamples,
  requireSample,
  type SampleContent,
  type SampleRecord,
  versionShown,
} from "@assay/contract/evaluation/samples/sample-rules";
import { samplesAt } from "@assay/contract/evaluation/samples/dataset-contents";
import {
  addedSamplesToWire,
  isListed,
  sampleToWireFor,
} from "@assay/contract/evaluation/samples/sample-wire";
import { fileTypeOf } from "@assay/contract/wire";
import { uploadedFile } from "../../platform/http/read-body.ts";
import { sortedPage } from "@assay/contract/platform/paging/sorted-page";
import { blindMasks } from "../../workspace/blind-access.ts";
import { datasetForChange, findSample, getDataset, storeVersion } from "../datasets/dataset-versions.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";
import { requireModel } from "../models/model-handlers.ts";
import { applyImport, contentOf, insertSamples, stageFile } from "./import-samples.ts";
import { applyOutputs, stageOutputs, storeOutputs } from "./outputs.ts";

function addSamples(call: EvaluationCall, datasetId: string, contents: readonly SampleContent[]) {
  const dataset = datasetForChange(call.caller, datasetId);
  const decision = decideSamples({ dataset, taken: dataset.externalIds }, contents, call.rules);
  insertSamples(dataset, decision.samples);
  storeVersion(dataset, decision.version);
  return addedSamplesToWire({ dataset }, decision);
}

async function importFile(call: EvaluationCall, datasetId: string, options: ImportOptions) {
  fileTypeOf(call.sent.headers.get("content-type") ?? "");
  const sent = uploadedFile(call.sent);
  getDataset(call.caller, datasetId);
  const file = await stageFile(sent, options);
  return call.commit(() => applyImport(call, datasetId, { file, options }));
}

async function importOutputs(call: EvaluationCall, datasetId: string, options: OutputFileOptions) {
  const sent = uploadedFile(call.sent);
  const model = modelOfFile(options.model);
  getDataset(call.caller, datasetId);
  requireModel(call.caller, model, "query/model");
  const file = await stageOutputs(sent, options);
  return call.commit(() => applyOutputs(call, datasetId, { file, model }));
}

export const sampleHandlers: EvaluationHandlers<"samples"> = {
  create: ({ params, body }, call) =>
    call.commit(async () => {
      const contents = await Promise.all(body.samples.map(contentOf));
      return addSamples(call, params.id, contents);
    }),
  import: ({ params, query }, call) => importFile(call, params.id, query),
  list: ({ params, query }, { caller }) => {
    const dataset = getDataset(caller, params.id);
    const version = versionShown(dataset, query.version);
    const masks = blindMasks(caller);
    const rows = samplesAt(dataset, version).filter((row) => isListed(row, query.external_id, masks));
    const shape = { toWire: sampleToWireFor(masks), keyOf: (row: SampleRecord) => [row.id] };
    return sortedPage(rows, query, { list: "samples", filter: { dataset: dataset.id }, ...shape });
  },
  get: ({ params }, { caller }) => {
    const toWire = sampleToWireFor(blindMasks(caller));
    return toWire(requireSample(findSample(caller, params.id), params.id));
  },
  createOutputs: ({ params, query, body }, call) => {
    if (!body) return importOutputs(call, params.id, query);
    refuseFileOptions(query);
    return call.commit(() => storeOutputs(call, params.id, body));
  },
};
