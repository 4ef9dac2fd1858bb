import type { ScoredEvaluation } from "@assay/contract/evaluation/scores/score-rollups";
import { checkScored } from "@assay/contract/evaluation/scores/score-rules";
import { evaluationRecord } from "../evaluations/evaluation-run.ts";
import { reaches } from "@assay/contract/workspace/access-rules";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCaller, EvaluationState } from "../evaluation-tables.ts";

/** Returns an evaluation with its scores; undefined before completion. */
function scoredEvaluation(row: EvaluationRow, state: EvaluationState): ScoredEvaluation | undefined {
  const { completedAt, ...record } = evaluationRecord(row, state);
  return completedAt === null ? undefined : { ...record, completedAt };
}

/** Returns an evaluation with its scores. @throws {ApiError} 409 if the evaluation is not completed. */
export function requireScored(row: EvaluationRow, state: EvaluationState): ScoredEvaluation {
  checkScored(evaluationRecord(row, state));
  const scored = scoredEvaluation(row, state);
  if (!scored) throw new Error(`Evaluation ${row.id} completed without a time.`);
  return scored;
}

/** Returns the matching completed evaluations that the caller can access, in order of creation. */
export const scoredEvaluations = (
  caller: EvaluationCaller,
  state: EvaluationState,
  matches: (row: EvaluationRow) => boolean,
): ScoredEvaluation[] =>
  [...caller.workspace.evaluations.values()].flatMap((row) =>
    reaches(caller, row.project) && matches(row) ? (scoredEvaluation(row, state) ?? []) : [],
  );
