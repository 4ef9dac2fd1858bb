import { requireDataset } from "@assay/contract/evaluation/datasets/dataset-rules";
import { reaches } from "../../workspace/reach.ts";
import type { DatasetRow } from "../dataset-rows.ts";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** Finds a dataset within the caller's reach. */
export function findDataset(caller: EvaluationCaller, id: string): DatasetRow | undefined {
  const dataset = caller.workspace.datasets.get(id);
  return dataset && reaches(caller, dataset.project) ? dataset : undefined;
}

/** Returns the dataset in a path. @throws {ApiError} 404. */
export const getDataset = (caller: EvaluationCaller, id: string): DatasetRow =>
  requireDataset(findDataset(caller, id), id);
