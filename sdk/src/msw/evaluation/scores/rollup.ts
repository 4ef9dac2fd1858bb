import type { ScoredEvaluation } from "@assay/contract/evaluation/scores/score-rollups";
import { checkScored } from "@assay/contract/evaluation/scores/score-rules";
import { evaluationRecord } from "../evaluations/evaluation-run.ts";
import { reaches } from "../../workspace/reach.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCaller, EvaluationState } from "../evaluation-tables.ts";

/** An evaluation with its scores; undefined while it has not completed. */
function scoredEvaluation(row: EvaluationRow, state: EvaluationState): ScoredEvaluation | undefined {
  const { completedAt, ...record } = evaluationRecord(row, state);
  return completedAt === null ? undefined : { ...record, completedAt };
}

/** An evaluation with its scores. @throws {ApiError} 409 while it has not completed. */
export function requireScored(row: EvaluationRow, state: EvaluationState): ScoredEvaluation {
  checkScored(evaluationRecord(row, state));
  const scored = scoredEvaluation(row, state);
  if (!scored) throw new Error(`Evaluation ${row.id} has completed without a time.`);
  return scored;
}

/** The completed evaluations that a caller can reach and that meet a condition, in the order of their creation. */
export const scoredEvaluations = (
  caller: EvaluationCaller,
  state: EvaluationState,
  meets: (row: EvaluationRow) => boolean,
): ScoredEvaluation[] =>
  [...caller.workspace.evaluations.values()].flatMap((row) =>
    reaches(caller, row.project) && meets(row) ? (scoredEvaluation(row, state) ?? []) : [],
  );
