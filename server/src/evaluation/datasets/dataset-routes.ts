import type { contract } from "@assay/contract/openapi/apis";
import { formatId } from "@assay/contract/platform/ids";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { datedKey, type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { type DatasetRow, type DatasetVersionRow, listDatasets, listVersions } from "./dataset-queries.ts";
import { changeDataset, createDataset, getDataset, removeDataset } from "./dataset-service.ts";

const toWire = (row: DatasetRow) => ({
  id: formatId("dataset", row.id),
  object: "dataset" as const,
  name: row.name,
  description: row.description,
  project: formatId("project", row.project_id),
  sample_count: row.sample_count,
  version: row.version,
  archived: row.archived,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const versionToWire = (row: DatasetVersionRow) => ({
  object: "dataset_version" as const,
  dataset: formatId("dataset", row.dataset_id),
  version: row.version,
  change: row.change,
  inserted: row.inserted,
  updated: row.updated,
  sample_count: row.sample_count,
  created_at: row.created_at.toISOString(),
});

/** The routes of data sets. */
export function datasetHandlers(deps: PlatformDeps): Handlers<typeof contract.datasets> {
  const { knex } = deps.database;
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => ({ status: 201, body: toWire(await createDataset(tx, deps, caller, body)) })),
    list: async ({ query }, { caller }) => {
      const identity = { list: "datasets", filter: { project: query.project, archived: query.archived } };
      const projectId = idFilter("project", query.project);
      const position = positionOf(query, identity);
      const rows = await listDatasets(knex, caller, {
        projectId,
        archived: query.archived,
        limit: query.limit,
        position,
      });
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: toWire(await getDataset(knex, caller, params.id)),
    }),
    update: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => {
        const row = await changeDataset(tx, deps, { reach: caller, publicId: params.id }, body);
        return { status: 200, body: toWire(row) };
      }),
    delete: ({ params }, { caller, commit }) =>
      commit(async (tx) => {
        await removeDataset(tx, caller, params.id);
        return { status: 200, body: { id: params.id, object: "dataset", deleted: true } };
      }),
    versions: async ({ params, query }, { caller }) => {
      const dataset = await getDataset(knex, caller, params.id);
      const identity: ListIdentity = {
        list: "dataset_versions",
        filter: { dataset: dataset.id },
        key: ["integer"],
      };
      const position = positionOf(query, identity);
      const rows = await listVersions(knex, caller.workspaceId, {
        datasetId: dataset.id,
        limit: query.limit,
        position,
      });
      return {
        status: 200,
        body: pageOf(rows, query, identity, { toWire: versionToWire, keyOf: (row) => [row.version] }),
      };
    },
  };
}
