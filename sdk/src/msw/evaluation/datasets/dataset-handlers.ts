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
import { hasValues, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { appendsNothing, applyDecision, emitsNothing } from "../../platform/state/apply-decision.ts";
import { ruleContext } from "../../platform/state/rule-context.ts";
import { findProject, reaches } from "../../workspace/reach.ts";
import { emptyContents } from "../dataset-rows.ts";
import type { EvaluationCall, EvaluationCaller, EvaluationHandlers } from "../evaluation-tables.ts";
import { findDataset, getDataset } from "./find-dataset.ts";

/** Returns a workspace's datasets as targets of decisions, which preserve the contents of a dataset. */
function targetsOf({ workspace: { datasets } }: EvaluationCaller) {
  const set = (id: string, record: DatasetRecord): void => {
    datasets.set(id, { ...emptyContents(), ...datasets.get(id), ...record });
  };
  const get = (id: string) => datasets.get(id);
  return {
    table: { get, set, delete: (id: string) => datasets.delete(id) },
    append: appendsNothing,
    emit: emitsNothing,
  };
}

const changeDataset = <S extends 200 | 201>(call: EvaluationCall, status: S, command: DatasetCommand) =>
  call.commit(() => {
    const { caller } = call;
    const creates = command.type === "create";
    const state = {
      dataset: creates ? undefined : findDataset(caller, command.id),
      projectFound: creates && findProject(caller, command.body.project) !== undefined,
    };
    const decision = decideDataset(state, command, ruleContext(call));
    applyDecision(decision, targetsOf(caller));
    return { status, body: datasetToWire(decision.record) };
  });

const versionKey = ({ version }: { version: number }) => [version];

export const datasetHandlers: EvaluationHandlers<"datasets"> = {
  create: ({ body }, call) => changeDataset(call, 201, { type: "create", body }),
  list: ({ query }, { caller }) => {
    const { project, archived } = query;
    const filter = { project, archived };
    const rows = [...caller.workspace.datasets.values()].filter(
      (row) => reaches(caller, row.project) && hasValues(row, filter),
    );
    const list = { list: "datasets", filter, toWire: datasetToWire, ...newestFirst };
    return { status: 200, body: pageOf(rows, query, list) };
  },
  get: ({ params }, { caller }) => ({ status: 200, body: datasetToWire(getDataset(caller, params.id)) }),
  update: ({ params, body }, call) => changeDataset(call, 200, { type: "update", id: params.id, body }),
  delete: ({ params: { id } }, { caller, commit }) =>
    commit(() => {
      const evaluations = [...caller.workspace.evaluations.values()];
      const evaluationCount = evaluations.filter(({ dataset }) => dataset === id).length;
      const decision = decideDatasetDeletion({ dataset: findDataset(caller, id), evaluationCount }, id);
      applyDecision(decision, targetsOf(caller));
      return { status: 200, body: deletedDatasetToWire(id) };
    }),
  versions: ({ params, query }, { caller }) => {
    const { id, versions } = getDataset(caller, params.id);
    const list = { list: "dataset_versions", filter: { dataset: id }, keyOf: versionKey, descending: true };
    return { status: 200, body: pageOf(versions, query, { ...list, toWire: datasetVersionToWire }) };
  },
};
