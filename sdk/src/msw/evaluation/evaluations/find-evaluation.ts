import { existingEvaluation } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { reaches } from "../../workspace/reach.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** An evaluation that the caller can reach, or undefined. */
export function findEvaluation(caller: EvaluationCaller, id: string): EvaluationRow | undefined {
  const row = caller.workspace.evaluations.get(id);
  return row && reaches(caller, row.project) ? row : undefined;
}

/** An evaluation that a path names. @throws {ApiError} 404 when the caller cannot reach it. */
export const getEvaluation = (caller: EvaluationCaller, id: string): EvaluationRow =>
  existingEvaluation(findEvaluation(caller, id), id);

/** An evaluation that a body names. @throws {ApiError} 422 when the caller cannot reach it. */
export function requireEvaluation(caller: EvaluationCaller, id: string, path: string): EvaluationRow {
  const row = findEvaluation(caller, id);
  if (!row) throw referenceNotFound("evaluation", id, path);
  return row;
}
