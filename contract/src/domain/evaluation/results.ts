import type { TriageSummary } from "../triage/triage-summary.ts";

/** Sample counts by status; the three add up to `total`. */
export interface Coverage {
  scored: number;
  errored: number;
  skipped: number;
  total: number;
}

/** Counts by status, without the total. */
export type StatusCounts = Omit<Coverage, "total">;

/** Aggregates of one evaluator's result rows; each figure is one database aggregate. */
export interface EvaluatorFigures {
  /** The evaluator's key (see `evaluatorKeys`). */
  key: string;
  /** The evaluator's classes, which a distribution always contains. */
  classifications: readonly string[];
  /** Scored rows by classification; rows without one may be left out or counted under `null`. */
  counts: readonly { classification: string | null; count: number }[];
  /** Mean score of the scored rows, 0-100; `null` when none scored. */
  mean: number | null;
  /** Rows by status. */
  statuses: StatusCounts;
  /** The evaluator's summary, if it has one. */
  triage: TriageSummary | null;
}

/** Aggregates of the samples' combined scores (see `scoreSample`). */
export interface CombinedFigures {
  /** Samples with a combined score: the denominator of the means and of the pass rate. */
  sampleCount: number;
  /** Mean of the weighted combined scores, 0-100; `null` without scores. */
  weightedMean: number | null;
  /** Mean of the equally weighted combined scores, 0-100; `null` without scores. */
  equalMean: number | null;
  /** Samples with a combined score that passed. */
  passed: number;
  /** Distinct samples with a flagged result. */
  flagged: number;
  /** Samples by status. */
  statuses: StatusCounts;
}

/** The `results` of an evaluation, in wire form. */
export interface EvaluationResults {
  aggregate_score: number | null;
  weighted_aggregate: number | null;
  aggregate: number | null;
  pass_rate: number | null;
  sample_count: number;
  by_evaluator: Record<string, number | null>;
  coverage: Coverage;
  coverage_by_evaluator: Record<string, Coverage>;
  distributions: Record<string, Record<string, number>>;
  flagged_samples: number;
  /** Of the first evaluator with a triage summary; absent without one. */
  triage?: TriageSummary;
  /** By evaluator, only if several have a triage summary. */
  triage_by_evaluator?: Record<string, TriageSummary>;
}

/**
 * Adds the total to counts by status.
 */
export function coverageOf({ scored, errored, skipped }: StatusCounts): Coverage {
  return { scored, errored, skipped, total: scored + errored + skipped };
}

/** The evaluator's own classes first and always, then other classes with a count above 0. */
function distributionOf({ classifications, counts }: EvaluatorFigures): Record<string, number> {
  const distribution = new Map(classifications.map((classification) => [classification, 0]));
  for (const { classification, count } of counts) {
    if (classification === null || count === 0) continue;
    distribution.set(classification, (distribution.get(classification) ?? 0) + count);
  }
  return Object.fromEntries(distribution);
}

function triageBlocks(
  evaluators: readonly EvaluatorFigures[],
): Pick<EvaluationResults, "triage" | "triage_by_evaluator"> {
  const summaries = evaluators.flatMap(({ key, triage }): [string, TriageSummary][] =>
    triage === null ? [] : [[key, triage]],
  );
  const first = summaries[0];
  if (first === undefined) return {};
  if (summaries.length === 1) return { triage: first[1] };
  return { triage: first[1], triage_by_evaluator: Object.fromEntries(summaries) };
}

/**
 * Builds the `results` of an evaluation from the figures of its evaluators and of its samples.
 *
 * @param evaluators one for each evaluator, in the evaluation's order.
 * @param combined the figures over samples.
 * @returns every mean covers scored samples only and is accompanied by the coverage; `pass_rate` is 0-100
 *   over `sample_count`, `null` if that is 0. `triage` is the summary of the first evaluator that has one; if
 *   several have one, `triage_by_evaluator` contains all.
 */
export function aggregateEvaluation(
  evaluators: readonly EvaluatorFigures[],
  combined: CombinedFigures,
): EvaluationResults {
  const byKey = <Value>(value: (figures: EvaluatorFigures) => Value): Record<string, Value> =>
    Object.fromEntries(evaluators.map((figures) => [figures.key, value(figures)]));
  const { sampleCount } = combined;
  return {
    aggregate_score: combined.weightedMean,
    weighted_aggregate: combined.weightedMean,
    aggregate: combined.equalMean,
    pass_rate: sampleCount === 0 ? null : (100 * combined.passed) / sampleCount,
    sample_count: sampleCount,
    by_evaluator: byKey(({ mean }) => mean),
    coverage: coverageOf(combined.statuses),
    coverage_by_evaluator: byKey(({ statuses }) => coverageOf(statuses)),
    distributions: byKey(distributionOf),
    flagged_samples: combined.flagged,
    ...triageBlocks(evaluators),
  };
}
