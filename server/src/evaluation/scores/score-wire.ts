import { formatId } from "@assay/contract/platform/ids";
import type { MetricsQuery } from "@assay/contract/evaluation/scores/project-metrics";
import {
  evaluatorKeys,
  histogramOf,
  type Period,
  type ProjectFigures,
  type Regression,
} from "@assay/contract/domain";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import type { RollupRow } from "./rollup-queries.ts";
import type { SampleScoreRow } from "./sample-score-queries.ts";

const reviewId = (id: string | null): string | null => id && formatId("review", id);

function scoreToWire(row: SampleScoreRow) {
  return {
    evaluation: formatId("evaluation", row.evaluation_id),
    evaluator: row.evaluator,
    status: row.status,
    value: row.value,
    original_value: row.score,
    passed: row.passed,
    overridden_by: reviewId(row.overridden_by),
    details: row.details,
    created_at: row.created_at.toISOString(),
  };
}

function combinedToWire(row: SampleScoreRow) {
  return {
    evaluation: formatId("evaluation", row.evaluation_id),
    value: row.combined_value,
    original_value: row.combined_automated,
    passed: row.combined_passed,
    overridden_by: reviewId(row.combined_overridden_by),
  };
}

/** A sample's scores; `rows` may hold more than are shown. */
export function sampleScoresToWire(sampleId: string, rows: readonly SampleScoreRow[], limit: number) {
  const shown = rows.slice(0, limit);
  const firstOfEach = new Map(shown.toReversed().map((row) => [row.evaluation_id, row]));
  return {
    object: "sample_scores" as const,
    sample_id: sampleId,
    scores: shown.map(scoreToWire),
    combined: [...firstOfEach.values()].toReversed().map(combinedToWire),
    has_more: rows.length > shown.length,
  };
}

const coverageOf = ({ scored, errored, skipped, total }: RollupRow) => ({ scored, errored, skipped, total });

const passRate = ({ passed, scored }: RollupRow): number | null =>
  scored === 0 ? null : (100 * passed) / scored;

const evaluatorToWire = (row: RollupRow, weight: number) => ({
  mean: row.mean,
  median: row.median,
  std_dev: row.std_dev,
  min: row.minimum,
  max: row.maximum,
  pass_rate: passRate(row),
  weight,
  coverage: coverageOf(row),
});

function breakdownOf({ evaluators }: EvaluationRow, rollup: ReadonlyMap<string, RollupRow>) {
  const keys = evaluatorKeys(evaluators).keys ?? [];
  return Object.fromEntries(
    keys.flatMap((key, place) => {
      const row = rollup.get(key);
      return row ? [[key, evaluatorToWire(row, evaluators[place]?.weight ?? 1)]] : [];
    }),
  );
}

/** An evaluation's scores. @throws {Error} when it has no figures. */
export function evaluationScoresToWire(
  evaluation: EvaluationRow,
  rollup: ReadonlyMap<string, RollupRow>,
  include: { breakdown: boolean; distribution: boolean },
) {
  const combined = rollup.get("");
  if (!combined) throw new Error(`Evaluation ${evaluation.id} has no figures of its combined scores.`);
  return {
    object: "evaluation_scores" as const,
    evaluation_id: formatId("evaluation", evaluation.id),
    aggregate: evaluation.results?.aggregate ?? null,
    weighted_aggregate: combined.mean,
    sample_count: combined.scored,
    pass_rate: passRate(combined),
    coverage: coverageOf(combined),
    ...(include.breakdown && { breakdown: breakdownOf(evaluation, rollup) }),
    ...(include.distribution && { distribution: { buckets: histogramOf(combined.buckets) } }),
  };
}

/** A project's figures over a period. */
export const metricsToWire = (
  project: string,
  { evaluator, granularity }: MetricsQuery,
  { period, figures }: { period: Period; figures: ProjectFigures },
) => ({
  object: "project_metrics" as const,
  project_id: project,
  evaluator: evaluator ?? null,
  granularity,
  period: { start: new Date(period.start).toISOString(), end: new Date(period.end).toISOString() },
  ...figures,
});

/** A regression whose evaluations are named by their UUIDs. */
export const regressionToWire = (regression: Regression): Regression => ({
  ...regression,
  evaluation: formatId("evaluation", regression.evaluation),
  baseline: formatId("evaluation", regression.baseline),
});
