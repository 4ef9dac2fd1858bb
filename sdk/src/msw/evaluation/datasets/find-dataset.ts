import { requireDataset } from "@assay/contract/evaluation/datasets/dataset-rules";
import { findReached } from "../../workspace/reach.ts";
import type { DatasetRow } from "../dataset-rows.ts";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** Finds a dataset that the caller can access. */
export const findDataset = (caller: EvaluationCaller, id: string): DatasetRow | undefined =>
  findReached(caller, caller.workspace.datasets, id);

/** Returns the dataset in a path. @throws {ApiError} 404. */
export const getDataset = (caller: EvaluationCaller, id: string): DatasetRow =>
  requireDataset(findDataset(caller, id), id);
