// Rules of scores that the server and the mock share beyond their schemas.
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
/** Dates have years from 1 to 9999, those of answers as those of requests: a period is cut at them. */
const firstInstant = Date.parse("0001-01-01T00:00:00.000Z");
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isPlainDate = (text: string): boolean => text.length === "2026-03-31".length;

/** A plain day is part of the period. */
const endOf = (text: string): number =>
  isPlainDate(text) ? startOfNextDay(Date.parse(text)) : Date.parse(text);

/**
 * The period that metrics are asked for: without dates the last 30 UTC days up to and with today; never outside of the years
 * 1 to 9999.
 *
 * @throws {ApiError} 400 when it has no length, or is longer than one answer covers.
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

/** Refuses an evaluation that has not completed, as it has no scores. @throws {ApiError} 409. */
export function checkScored({ id, status }: { id: string; status: string }): void {
  if (status !== "completed") throw scoresNotReady(id, status);
}

/** An evaluation whose scores are compared with thresholds. */
type AnalyzedEvaluation = Pick<EvaluationRecord, "id" | "project" | "status" | "evaluators">;

/**
 * The evaluation to analyze.
 *
 * @param evaluation the one that the body names, else the last completed one of the project; undefined: there is none.
 * @throws {ApiError} 422 when there is none, it is in another project, or thresholds name evaluators that were not run; 409
 *   when it has not completed.
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

/** What is known of one evaluator that a body has thresholds for. */
export interface AnalyzedEvaluator {
  key: string;
  figures: ThresholdFigures;
  /** The lowest scores below the target. */
  worst: LowSample[];
}

/** Compares an evaluation with thresholds, as responses show it. */
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
