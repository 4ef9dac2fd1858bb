import type { DatasetCommand } from "@assay/contract/evaluation/datasets/dataset-rules";
import {
  datasetToWire,
  datasetVersionToWire,
  deletedDatasetToWire,
} from "@assay/contract/evaluation/datasets/dataset-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { type ListIdentity, pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { listDatasets, listVersions } from "./dataset-queries.ts";
import { changeDataset, getDataset, removeDataset } from "./dataset-service.ts";

/** Returns the handlers of the dataset routes. */
export function datasetHandlers(deps: PlatformDeps): Handlers<typeof contract.datasets> {
  const { knex } = deps.database;
  const write = <S extends 200 | 201>({ caller, commit }: Call, status: S, command: DatasetCommand) =>
    commit(async (tx) => ({
      status,
      body: datasetToWire(await changeDataset(tx, deps, { caller, command })),
    }));
  return {
    create: ({ body }, call) => write(call, 201, { type: "create", body }),
    list: async ({ query }, { caller }) => {
      const { project, archived, limit } = query;
      const identity = { list: "datasets", filter: { project, archived } };
      const filter = { projectId: idFilter("project", project), archived, limit };
      const rows = await listDatasets(knex, caller, { ...filter, position: positionOf(query, identity) });
      const shape = { toWire: datasetToWire, keyOf: recordKey("dataset") };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: datasetToWire(await getDataset(knex, caller, params.id)),
    }),
    update: ({ params, body }, call) => write(call, 200, { type: "update", id: params.id, body }),
    delete: ({ params: { id } }, { caller, commit }) =>
      commit(async (tx) => {
        await removeDataset(tx, caller, id);
        return { status: 200, body: deletedDatasetToWire(id) };
      }),
    versions: async ({ params, query }, { caller }) => {
      const datasetId = uuidOf("dataset", (await getDataset(knex, caller, params.id)).id);
      const identity: ListIdentity = {
        list: "dataset_versions",
        filter: { dataset: datasetId },
        key: ["integer"],
      };
      const page = { datasetId, limit: query.limit, position: positionOf(query, identity) };
      const rows = await listVersions(knex, caller.workspaceId, page);
      const shape = { toWire: datasetVersionToWire, keyOf: (row: { version: number }) => [row.version] };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
  };
}
