import { existingEvaluation } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { findReached } from "../../workspace/reach.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** Finds an evaluation that the caller can access. */
export const findEvaluation = (caller: EvaluationCaller, id: string | undefined): EvaluationRow | undefined =>
  findReached(caller, caller.workspace.evaluations, id);

/** Returns the evaluation in a path. @throws {ApiError} 404. */
export const getEvaluation = (caller: EvaluationCaller, id: string): EvaluationRow =>
  existingEvaluation(findEvaluation(caller, id), id);

/** Returns the evaluation in a request body. @throws {ApiError} 422. */
export function requireEvaluation(caller: EvaluationCaller, id: string, path: string): EvaluationRow {
  const row = findEvaluation(caller, id);
  if (!row) throw referenceNotFound("evaluation", id, path);
  return row;
}
