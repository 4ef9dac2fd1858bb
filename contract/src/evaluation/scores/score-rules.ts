// Rules for scores that schemas cannot express. Server and mock share these rules.
import {
  analyzeThresholds,
  daysBefore,
  daysIn,
  evaluatorKeys,
  type LowSample,
  type Period,
  recommendationsOf,
  startOfNextDay,
  type ThresholdFigures,
  type ThresholdResult,
  worstStatus,
} from "../../domain/index.ts";
import { limits } from "../../platform/limits.ts";
import type { MetricsQuery } from "./project-metrics.ts";
import { referenceNotFound } from "../../platform/refusals.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import {
  evaluationInOtherProject,
  nothingCompleted,
  periodEmpty,
  periodTooLong,
  scoresNotReady,
  thresholdsNotRun,
} from "./score-refusals.ts";
import type { ThresholdAnalysisBody } from "../thresholds/threshold-analysis.ts";

const defaultDays = 30;
/** Requests and responses contain only the years 1 to 9999. Periods are clipped to these years. */
const firstInstant = Date.parse("0001-01-01T00:00:00.000Z");
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isPlainDate = (text: string): boolean => text.length === "2026-03-31".length;

/** Returns the end of a period. A date without a time includes the whole day. */
const endOf = (text: string): number =>
  isPlainDate(text) ? startOfNextDay(Date.parse(text)) : Date.parse(text);

/**
 * Returns the requested period for metrics, by default the last 30 UTC days including today. The period never
 * leaves the years 1 to 9999.
 *
 * @throws {ApiError} 400 if the period is empty, or longer than the maximum for one response.
 */
export function metricsPeriod(
  { start_date: from, end_date: to }: Pick<MetricsQuery, "start_date" | "end_date">,
  now: number,
): Period {
  const end = Math.min(lastInstant, to === undefined ? startOfNextDay(now) : endOf(to));
  const start =
    from === undefined ? Math.max(firstInstant, daysBefore(end, defaultDays).start) : Date.parse(from);
  const period = { start, end };
  if (period.start >= end) throw periodEmpty(instant(period.start), instant(end));
  const days = daysIn(period);
  if (days > limits.metricsDays) throw periodTooLong(days, limits.metricsDays);
  return period;
}

const instant = (at: number): string => new Date(at).toISOString();

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
