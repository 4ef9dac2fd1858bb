import { datasetInUse } from "@assay/contract/platform/refusals";
import { instant, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { getDataset } from "./find-dataset.ts";
import { reaches, referredProject } from "../../workspace/reach.ts";
import type { DatasetRow, DatasetVersionRow } from "../dataset-rows.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

const toWire = (row: DatasetRow) => ({
  id: row.id,
  object: "dataset" as const,
  name: row.name,
  description: row.description,
  project: row.project,
  sample_count: row.sampleCount,
  version: row.version,
  archived: row.archived,
  created_at: instant(row.createdAt),
  updated_at: instant(row.updatedAt),
});

const versionToWire = (dataset: string) => (row: DatasetVersionRow) => ({
  object: "dataset_version" as const,
  dataset,
  version: row.version,
  change: row.change,
  inserted: row.inserted,
  updated: row.updated,
  sample_count: row.sampleCount,
  created_at: instant(row.createdAt),
});

function createDataset(
  { caller, clock, newId }: EvaluationCall,
  body: { name: string; description?: string | undefined; project: string },
): DatasetRow {
  const project = referredProject(caller, body.project, "/project").id;
  const now = clock.now();
  const row: DatasetRow = {
    id: newId("dataset"),
    project,
    name: body.name,
    description: body.description ?? null,
    archived: false,
    sampleCount: 0,
    version: 0,
    versions: [],
    samples: new Map(),
    externalIds: new Map(),
    outputs: new Map(),
    createdAt: now,
    updatedAt: now,
  };
  caller.workspace.datasets.set(row.id, row);
  return row;
}

/** The routes of data sets. */
export const datasetHandlers: EvaluationHandlers<"datasets"> = {
  create: ({ body }, call) => call.commit(() => ({ status: 201, body: toWire(createDataset(call, body)) })),
  list: ({ query }, { caller }) => {
    const { project, archived } = query;
    const rows = [...caller.workspace.datasets.values()].filter(
      (row) =>
        reaches(caller, row.project) &&
        (project === undefined || row.project === project) &&
        (archived === undefined || row.archived === archived),
    );
    const identity = { list: "datasets", filter: { project, archived } };
    return { status: 200, body: pageOf(rows, query, { ...identity, toWire, ...newestFirst }) };
  },
  get: ({ params }, { caller }) => ({ status: 200, body: toWire(getDataset(caller, params.id)) }),
  update: ({ params, body }, { caller, clock, commit }) =>
    commit(() => {
      const row = getDataset(caller, params.id);
      if (body.name !== undefined) row.name = body.name;
      if (body.description !== undefined) row.description = body.description;
      if (body.archived !== undefined) row.archived = body.archived;
      row.updatedAt = clock.now();
      return { status: 200, body: toWire(row) };
    }),
  delete: ({ params }, { caller, commit }) =>
    commit(() => {
      const { id } = getDataset(caller, params.id);
      const used = [...caller.workspace.evaluations.values()].filter(({ dataset }) => dataset === id).length;
      if (used > 0) throw datasetInUse(id, used);
      caller.workspace.datasets.delete(id);
      return { status: 200, body: { id, object: "dataset", deleted: true } };
    }),
  versions: ({ params, query }, { caller }) => {
    const dataset = getDataset(caller, params.id);
    const identity = { list: "dataset_versions", filter: { dataset: dataset.id } };
    const shape = {
      toWire: versionToWire(dataset.id),
      keyOf: (row: DatasetVersionRow) => [row.version],
      descending: true,
    };
    return { status: 200, body: pageOf(dataset.versions, query, { ...identity, ...shape }) };
  },
};
