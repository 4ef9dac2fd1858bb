// Collects what a threshold analysis compares, from evaluations in memory.
import type { ThresholdAnalysisBody } from "../thresholds/threshold-analysis.ts";
import {
  earlierRanks,
  effectiveCells,
  lowestSamples,
  rollupOf,
  type ScoredEvaluation,
} from "./score-rollups.ts";
import { type AnalyzedEvaluator, thresholdFigures } from "./score-rules.ts";

/**
 * Returns the figures of each evaluator with thresholds, and its lowest scores below the target.
 *
 * @param all the completed evaluations of the project.
 */
export const analyzedEvaluators = (
  thresholds: ThresholdAnalysisBody["thresholds"],
  analyzed: ScoredEvaluation,
  all: readonly ScoredEvaluation[],
): AnalyzedEvaluator[] =>
  Object.entries(thresholds).map(([key, { target }]) => ({
    key,
    figures: thresholdFigures(
      rollupOf(analyzed, key),
      effectiveCells(analyzed, key),
      earlierRanks(analyzed, all, key),
    ),
    worst: lowestSamples(analyzed, key, target),
  }));
