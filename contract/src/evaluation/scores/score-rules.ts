// Rules of scores beyond their schemas, shared by server and mock.
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
/** Requests and responses have years from 1 to 9999 only; periods are clipped to them. */
const firstInstant = Date.parse("0001-01-01T00:00:00.000Z");
const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isPlainDate = (text: string): boolean => text.length === "2026-03-31".length;

/** A date without a time includes the whole day. */
const endOf = (text: string): number =>
  isPlainDate(text) ? startOfNextDay(Date.parse(text)) : Date.parse(text);

/**
 * The requested period of metrics. The default is the last 30 UTC days, including today; the period never
 * leaves the years 1 to 9999.
 *
 * @throws {ApiError} 400 if empty, or longer than the limit of one response.
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

/** Refuses an evaluation that has not completed and has no scores. @throws {ApiError} 409. */
export function checkScored({ id, status }: { id: string; status: string }): void {
  if (status !== "completed") throw scoresNotReady(id, status);
}

/** An evaluation whose scores are compared with thresholds. */
type AnalyzedEvaluation = Pick<EvaluationRecord, "id" | "project" | "status" | "evaluators">;

/**
 * Selects the evaluation to analyze.
 *
 * @param evaluation named in the body, else the last completed one of the project; undefined: none.
 * @throws {ApiError} 422 if none exists, if it is in another project, or if thresholds name evaluators that
 *   were not run; 409 if it has not completed.
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

/** The data of one evaluator with thresholds in the body. */
export interface AnalyzedEvaluator {
  key: string;
  figures: ThresholdFigures;
  /** The lowest scores below the target. */
  worst: LowSample[];
}

/** Compares an evaluation with thresholds, as in responses. */
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
