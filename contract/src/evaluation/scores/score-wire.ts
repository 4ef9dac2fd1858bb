import { type Coverage, histogramOf, type Period, type ProjectFigures } from "../../domain/index.ts";
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import { instant } from "../../domain/values/instants.ts";
import { limits } from "../../platform/limits.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import type { MetricsQuery } from "./project-metrics.ts";

/**
 * Aggregates over one evaluator's effective scores in one evaluation. An empty key means the samples'
 * combined scores.
 */
export interface Rollup {
  evaluator: string;
  scored: number;
  errored: number;
  skipped: number;
  total: number;
  /** Number of samples without an output. */
  missingOutput: number;
  /** Number of skipped samples that are outside the evaluator's scope. */
  notApplicable: number;
  passed: number;
  mean: number | null;
  median: number | null;
  /** Sample standard deviation of the scores. */
  stdDev: number | null;
  min: number | null;
  max: number | null;
  /** Number of scores in each of the ten ranges. */
  buckets: readonly number[];
}

/** One evaluator's result for a sample, with the sample's combined score in the same evaluation. */
export interface SampleScoreRecord {
  evaluation: string;
  /** The evaluator's key. */
  evaluator: string;
  status: "scored" | "skipped" | "errored";
  /** The effective score, which includes a reviewer's override. */
  value: number | null;
  originalValue: number | null;
  passed: boolean | null;
  /** The review that overrode the result; null if there is none. */
  overriddenBy: string | null;
  details: Record<string, unknown>;
  createdAt: number;
  combined: {
    value: number | null;
    originalValue: number | null;
    passed: boolean | null;
    overriddenBy: string | null;
  };
}

const overriddenToWire = (score: SampleScoreRecord["combined"]) => ({
  value: score.value,
  original_value: score.originalValue,
  passed: score.passed,
  overridden_by: score.overriddenBy,
});

/**
 * Converts a sample's scores to their form in responses.
 *
 * @param records the records, newest evaluation first. The response contains at most `limit` of them.
 */
export function sampleScoresToWire(sampleId: string, records: readonly SampleScoreRecord[]) {
  const shown = records.slice(0, limits.scoresPerSample);
  const firstOfEach = new Map(shown.toReversed().map((record) => [record.evaluation, record]));
  return {
    object: "sample_scores" as const,
    sample_id: sampleId,
    scores: shown.map((record) => ({
      evaluation: record.evaluation,
      evaluator: record.evaluator,
      status: record.status,
      ...overriddenToWire(record),
      details: record.details,
      created_at: instant(record.createdAt),
    })),
    combined: [...firstOfEach.values()]
      .toReversed()
      .map(({ evaluation, combined }) => ({ evaluation, ...overriddenToWire(combined) })),
    has_more: records.length > shown.length,
  };
}

/** Returns the coverage of a rollup in its form in responses. */
export const rollupCoverage = (rollup: Rollup): Coverage => ({
  scored: rollup.scored,
  errored: rollup.errored,
  skipped: rollup.skipped,
  total: rollup.total,
  missing_output: rollup.missingOutput,
  not_applicable: rollup.notApplicable,
});

const breakdownOf = ({ evaluators }: Scored, rollups: ReadonlyMap<string, Rollup>) =>
  Object.fromEntries(
    (evaluatorKeys(evaluators).keys ?? []).flatMap((key, position) => {
      const rollup = rollups.get(key);
      if (!rollup) return [];
      const { mean, median, stdDev, min, max, passed, scored } = rollup;
      const pass_rate = scored === 0 ? null : (100 * passed) / scored;
      const weight = evaluators[position]?.weight ?? 1;
      const coverage = rollupCoverage(rollup);
      return [[key, { mean, median, std_dev: stdDev, min, max, pass_rate, weight, coverage }]];
    }),
  );

type Scored = Pick<EvaluationRecord, "id" | "evaluators" | "results">;

/**
 * Converts a completed evaluation's scores to their form in responses.
 *
 * @throws {Error} if `rollups` does not contain the combined scores.
 */
export function evaluationScoresToWire(
  evaluation: Scored,
  rollups: ReadonlyMap<string, Rollup>,
  include: { include_breakdown?: boolean | undefined; include_distribution?: boolean | undefined },
) {
  const combined = rollups.get("");
  if (!combined) throw new Error(`Evaluation ${evaluation.id} has no rollup of its combined scores.`);
  return {
    object: "evaluation_scores" as const,
    evaluation_id: evaluation.id,
    aggregate: evaluation.results?.aggregate ?? null,
    weighted_aggregate: combined.mean,
    sample_count: combined.scored,
    pass_rate: evaluation.results?.pass_rate ?? null,
    coverage: rollupCoverage(combined),
    ...(include.include_breakdown && { breakdown: breakdownOf(evaluation, rollups) }),
    ...(include.include_distribution && { distribution: { buckets: histogramOf(combined.buckets) } }),
  };
}

/** Converts a project's figures for a period to their form in responses. */
export const metricsToWire = (
  project: string,
  { evaluator, granularity, time_zone }: MetricsQuery,
  { period, figures }: { period: Period; figures: ProjectFigures },
) => ({
  object: "project_metrics" as const,
  project_id: project,
  evaluator: evaluator ?? null,
  granularity,
  time_zone,
  period: { start: instant(period.start), end: instant(period.end) },
  ...figures,
});
