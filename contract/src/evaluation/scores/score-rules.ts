// Rules for scores that schemas cannot express. Server and mock share these rules.
import {
  analyzeThresholds,
  coverageOf,
  evaluatorKeys,
  type LowSample,
  type RankCounts,
  recommendationsOf,
  type ScoreCell,
  scoreMean,
  type ThresholdFigures,
  type ThresholdResult,
  worstStatus,
} from "../../domain/index.ts";
import { referenceNotFound } from "../../platform/refusals.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import {
  evaluationInOtherProject,
  nothingCompleted,
  scoresNotReady,
  thresholdsNotRun,
} from "./score-refusals.ts";
import type { Rollup } from "./score-wire.ts";
import type { ThresholdAnalysisBody } from "../thresholds/threshold-analysis.ts";

/** Refuses an evaluation that has no scores because it has not completed. @throws {ApiError} 409. */
export function checkScored({ id, status }: { id: string; status: string }): void {
  if (status !== "completed") throw scoresNotReady(id, status);
}

/** An evaluation whose scores are compared with thresholds. */
type AnalyzedEvaluation = Pick<EvaluationRecord, "id" | "project" | "status" | "evaluators">;

/**
 * Selects the evaluation to analyze.
 *
 * @param evaluation the evaluation in the body, or else the project's last completed evaluation; undefined if
 *   there is none.
 * @throws {ApiError} 422 if there is no evaluation, if it is in another project, or if there are thresholds
 *   for evaluators that it does not have; 409 if it has not completed.
 */
export function requireAnalyzed<E extends AnalyzedEvaluation>(
  body: ThresholdAnalysisBody,
  evaluation: E | undefined,
): E {
  const { evaluation: named, project, thresholds } = body;
  if (!evaluation)
    throw named === undefined
      ? nothingCompleted(project)
      : referenceNotFound("evaluation", named, "/evaluation");
  if (evaluation.project !== project) throw evaluationInOtherProject(evaluation.id, evaluation.project);
  checkScored(evaluation);
  const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
  const unknown = Object.keys(thresholds).filter((key) => !keys.includes(key));
  if (unknown.length > 0) throw thresholdsNotRun(unknown, keys);
  return evaluation;
}

/** The data for one evaluator that has thresholds in the body. */
export interface AnalyzedEvaluator {
  key: string;
  figures: ThresholdFigures;
  /** The lowest scores below the target. */
  worst: LowSample[];
}

/**
 * Returns the figures of an evaluator that are compared with thresholds.
 *
 * @param cells the evaluator's effective scores.
 */
export function thresholdFigures(
  rollup: Rollup,
  cells: Iterable<ScoreCell>,
  earlier: RankCounts,
): ThresholdFigures {
  const { mean, scored, errored, skipped, missingOutput, notApplicable } = rollup;
  const coverage = coverageOf({
    scored,
    errored,
    skipped,
    missing_output: missingOutput,
    not_applicable: notApplicable,
  });
  return { mean, spread: scoreMean(cells), coverage, earlier };
}

/** Compares an evaluation with thresholds, and returns the result in its form in responses. */
export function thresholdAnalysis(
  { project, thresholds }: ThresholdAnalysisBody,
  { id }: { id: string },
  evaluators: readonly AnalyzedEvaluator[],
) {
  const results: Record<string, ThresholdResult & { worst_samples: LowSample[] }> = {};
  for (const { key, figures, worst } of evaluators) {
    const own = thresholds[key];
    if (own) results[key] = { ...analyzeThresholds(figures, own), worst_samples: worst };
  }
  return {
    object: "threshold_analysis" as const,
    project_id: project,
    evaluation_id: id,
    results,
    overall_status: worstStatus(Object.values(results).map(({ status }) => status)),
    recommendations: recommendationsOf(results),
  };
}
