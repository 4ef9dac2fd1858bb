import {
  type DatasetCommand,
  type DatasetRecord,
  decideDataset,
  decideDatasetDeletion,
} from "@assay/contract/evaluation/datasets/dataset-rules";
import {
  datasetToWire,
  datasetVersionToWire,
  deletedDatasetToWire,
} from "@assay/contract/evaluation/datasets/dataset-wire";
import { emptyContents, type VersionedDataset } from "@assay/contract/evaluation/samples/dataset-contents";
import { filterOf } from "@assay/contract/platform/paging/list-page";
import { type Dated, newestPage, sortedPage } from "@assay/contract/platform/paging/sorted-page";
import { storeDecision } from "../../platform/state/apply-decision.ts";
import { listReached } from "@assay/contract/workspace/reached-rows";
import { findProject } from "../../workspace/reach.ts";
import { findDataset, getDataset } from "./dataset-versions.ts";
import type { EvaluationCall, EvaluationCaller, EvaluationHandlers } from "../evaluation-tables.ts";

/**
 * Returns the table of a workspace's datasets to which decisions are written. A write replaces a dataset's
 * record, and preserves the dataset's contents.
 */
const tableOf = ({ workspace: { datasets } }: EvaluationCaller) => ({
  get: (id: string) => datasets.get(id),
  set: (id: string, record: DatasetRecord) =>
    datasets.set(id, { ...emptyContents(), ...datasets.get(id), ...record }),
  delete: (id: string) => datasets.delete(id),
});

const changeDataset = (call: EvaluationCall, command: DatasetCommand) =>
  call.commit(() => {
    const { caller } = call;
    const creates = command.type === "create";
    const state = {
      dataset: creates ? undefined : findDataset(caller, command.id),
      projectFound: creates && findProject(caller, command.body.project) !== undefined,
    };
    const decision = decideDataset(state, command, call.rules);
    storeDecision(decision, tableOf(caller));
    return datasetToWire(decision.record);
  });

const newestTaskFirst = (one: Dated, other: Dated): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/** Returns what uses a dataset. */
function usesOf({ workspace }: EvaluationCaller, dataset: VersionedDataset | undefined) {
  const evaluations = [...workspace.evaluations.values()].filter((row) => row.dataset === dataset?.id);
  const tasks = [...workspace.reviewTasks.values()].filter(({ samples }) =>
    samples.some((sample) => dataset?.samples.has(sample)),
  );
  const newest = tasks.toSorted(newestTaskFirst).map(({ id }) => id);
  return { evaluationCount: evaluations.length, tasks: { count: tasks.length, newest } };
}

const versionKey = ({ version }: { version: number }) => [version];

export const datasetHandlers: EvaluationHandlers<"datasets"> = {
  create: ({ body }, call) => changeDataset(call, { type: "create", body }),
  list: ({ query }, { caller }) => {
    const rows = listReached(caller, caller.workspace.datasets, filterOf(query));
    return newestPage(rows, query, { list: "datasets", toWire: datasetToWire });
  },
  get: ({ params }, { caller }) => datasetToWire(getDataset(caller, params.id)),
  update: ({ params, body }, call) => changeDataset(call, { type: "update", id: params.id, body }),
  delete: ({ params: { id } }, { caller, commit }) =>
    commit(() => {
      const dataset = findDataset(caller, id);
      const decision = decideDatasetDeletion({ dataset, ...usesOf(caller, dataset) }, id);
      storeDecision(decision, tableOf(caller));
      return deletedDatasetToWire(id);
    }),
  versions: ({ params, query }, { caller }) => {
    const { id, versions } = getDataset(caller, params.id);
    const list = { list: "dataset_versions", filter: { dataset: id }, keyOf: versionKey, descending: true };
    return sortedPage(versions, query, { ...list, toWire: datasetVersionToWire });
  },
};
