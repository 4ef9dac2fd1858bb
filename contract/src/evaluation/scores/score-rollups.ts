// Computes rollups of evaluations in memory. Differential tests compare them with the server's SQL.
import {
  civilDay,
  coverageOf,
  type DatedScoreSum,
  decimalSum,
  describeScores,
  groupedBy,
  type LowSample,
  type Period,
  type RankCounts,
  rankCounts,
  scoreBucket,
  type ScoreCell,
  type TrendPoint,
  worstSamplesNamed,
} from "../../domain/index.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import {
  type EvaluatedSamples,
  effectiveCombined,
  resultRecords,
  effectiveOutcome,
} from "../evaluations/evaluated-samples.ts";
import { combinedScore } from "../evaluations/outcomes/stored-outcome.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import { keyEvaluators } from "../evaluators/keyed-evaluators.ts";
import type { Rollup, SampleScoreRecord } from "./score-wire.ts";

/** A completed evaluation with its samples. */
export type ScoredEvaluation = EvaluationRecord & EvaluatedSamples & { completedAt: number };

/** Returns the date of an evaluation in metrics and trends. */
const effectiveAt = ({ asOf, completedAt }: ScoredEvaluation): number => asOf ?? completedAt;

const keysOf = ({ evaluators, resolved }: ScoredEvaluation): string[] =>
  keyEvaluators(evaluators, resolved).map(({ key }) => key);

/** A rollup with the sum of the scores. */
export type SummedRollup = Rollup & { sum: number };

const noCoverage = coverageOf({ scored: 0, errored: 0, skipped: 0, missing_output: 0, not_applicable: 0 });

interface Counted {
  score: number;
  passed: boolean | null;
}

function scoresOf(evaluation: ScoredEvaluation, key: string): Counted[] {
  if (key === "")
    return evaluation.evaluated.flatMap((evaluated) => {
      const { weighted, passed } = effectiveCombined(evaluation, evaluated);
      return weighted === null ? [] : [{ score: weighted, passed }];
    });
  const position = keysOf(evaluation).indexOf(key);
  return evaluation.evaluated.flatMap((evaluated) => {
    const outcome = effectiveOutcome(evaluation, evaluated, position);
    return outcome?.status === "scored" ? [outcome] : [];
  });
}

/**
 * Computes the rollup of one evaluator, or of the samples' combined scores if the key is empty. Means and
 * counts come from the stored results, because a test may have replaced the results.
 */
export function rollupOf(evaluation: ScoredEvaluation, key: string): SummedRollup {
  const { results } = evaluation;
  const scores = scoresOf(evaluation, key);
  const values = scores.map(({ score }) => score);
  const { mean: computed, median, std_dev: stdDev, min, max } = describeScores(values);
  const mean = (key === "" ? results?.weighted_aggregate : results?.by_evaluator[key]) ?? null;
  const {
    missing_output: missingOutput,
    not_applicable: notApplicable,
    ...coverage
  } = (key === "" ? results?.coverage : results?.coverage_by_evaluator[key]) ?? noCoverage;
  const scored = key === "" ? (results?.sample_count ?? 0) : coverage.scored;
  const buckets = Array.from(
    { length: 10 },
    (_, bucket) => values.filter((one) => scoreBucket(one) === bucket).length,
  );
  const passed = scores.filter((one) => one.passed).length;
  const sum = mean === computed ? decimalSum(values) : (mean ?? 0) * scored;
  const counts = { ...coverage, missingOutput, notApplicable, scored, passed };
  return { ...counts, evaluator: key, mean, median, stdDev, min, max, buckets, sum };
}

/** Computes the rollup of each evaluator and of the combined scores, by key. */
export const rollupsOf = (evaluation: ScoredEvaluation): ReadonlyMap<string, SummedRollup> =>
  new Map(["", ...keysOf(evaluation)].map((key) => [key, rollupOf(evaluation, key)]));

/** The periods and the evaluator of {@link scoreSums}, and the time zone of its days. */
interface ScoreSumScope {
  current: Period;
  /** The period immediately before `current`. */
  previous: Period;
  /** The only evaluator to include; null to include all evaluators and the combined scores. */
  evaluator: string | null;
  /** IANA name of a time zone. */
  zone: string;
}

/** Merges sums that have the same evaluator, period and day. */
function totalOf(first: DatedScoreSum, sums: readonly DatedScoreSum[]): DatedScoreSum {
  const means = sums.filter(({ evaluations }) => evaluations > 0);
  const scored = sums.reduce((total, one) => total + one.scored, 0);
  const sum = decimalSum(sums.map((one) => one.sum));
  if (means.length === 0) return { ...first, scored, sum };
  const lowest = Math.min(...means.map((one) => one.lowest));
  const highest = Math.max(...means.map((one) => one.highest));
  return { ...first, evaluations: means.length, scored, sum, lowest, highest };
}

/** Computes score sums by period, evaluator and day of the time zone. Evaluations without a score are ignored. */
export function scoreSums(
  evaluations: readonly ScoredEvaluation[],
  { current, previous, evaluator, zone }: ScoreSumScope,
): DatedScoreSum[] {
  const sums = evaluations.flatMap((evaluation): DatedScoreSum[] => {
    const at = effectiveAt(evaluation);
    if (at < previous.start || at >= current.end) return [];
    const period = at >= current.start ? ("current" as const) : ("previous" as const);
    return ["", ...keysOf(evaluation)].flatMap((key) => {
      if (evaluator !== null && key !== evaluator) return [];
      const { scored, mean, sum } = rollupOf(evaluation, key);
      const means = { evaluations: mean === null ? 0 : 1, lowest: mean ?? 0, highest: mean ?? 0 };
      return [{ evaluator: key, period, day: civilDay(at, zone), scored, sum, ...means }];
    });
  });
  const groups = groupedBy(sums, ({ evaluator: key, period, day }) => `${period} ${day} ${key}`);
  return [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [totalOf(first, [first, ...rest])] : [],
  );
}

/**
 * Returns a key that is equal for two evaluations if and only if their dataset, evaluators and settings are
 * equal.
 */
function seriesOf({ dataset, evaluators, resolved }: ScoredEvaluation, key: string): string {
  const conditions = keyEvaluators(evaluators, resolved)
    .filter((evaluator) => key === "" || evaluator.key === key)
    .map(({ key: name, weight, bound: { type, config } }) => ({
      ...(key === "" && { name, weight }),
      type,
      config,
    }));
  return canonicalize({ dataset, conditions });
}

/**
 * Converts completed evaluations to points of a trend, earliest first. Evaluations in which the evaluator
 * scored no sample are excluded.
 */
export function trendPoints(evaluations: readonly ScoredEvaluation[], key: string): TrendPoint[] {
  const points = evaluations.flatMap((evaluation): TrendPoint[] => {
    if (key !== "" && !keysOf(evaluation).includes(key)) return [];
    const { mean: score, stdDev, scored, sum } = rollupOf(evaluation, key);
    if (score === null) return [];
    const { id, dataset } = evaluation;
    const point = { evaluation: id, dataset, at: effectiveAt(evaluation), series: seriesOf(evaluation, key) };
    return [{ ...point, score, stdDev, scored, sum }];
  });
  return points.sort((a, b) => a.at - b.at || (a.evaluation < b.evaluation ? -1 : 1));
}

/**
 * Returns a sample's scores over its runs in an evaluation, in the order of its evaluators; empty if the
 * evaluation does not contain the sample.
 */
export function sampleScoreRecords(
  evaluation: ScoredEvaluation,
  sampleId: string,
  evaluatedAt: (place: number) => number,
): SampleScoreRecord[] {
  const place = evaluation.evaluated.findIndex(({ sample }) => sample.id === sampleId);
  const evaluated = evaluation.evaluated[place];
  if (!evaluated) return [];
  const { weighted: value, passed } = effectiveCombined(evaluation, evaluated);
  const originalValue = combinedScore(evaluation, evaluated.outcomes).weighted;
  const overriddenBy = evaluation.effective.get(sampleId)?.overriddenBy ?? null;
  const keys = keysOf(evaluation);
  const { runs: _runs, ...overRuns } = evaluated;
  return resultRecords(evaluation, overRuns, evaluatedAt(place)).map((result) => ({
    evaluation: evaluation.id,
    evaluator: keys[result.position] ?? String(result.position),
    status: result.status,
    value: result.effectiveScore ?? result.score,
    originalValue: result.score,
    passed: result.effectivePassed ?? result.passed,
    overriddenBy: result.overriddenBy,
    details: result.details,
    createdAt: result.createdAt,
    combined: { value, originalValue, passed, overriddenBy },
  }));
}

/** Compares evaluations by completion time, earliest first. */
export const byCompletion = (one: ScoredEvaluation, other: ScoredEvaluation): number =>
  one.completedAt - other.completedAt || (one.id < other.id ? -1 : 1);

/**
 * Computes the rank of an evaluator's mean among the means of the same evaluator in earlier completed
 * evaluations.
 */
export function earlierRanks(
  evaluation: ScoredEvaluation,
  all: readonly ScoredEvaluation[],
  key: string,
): RankCounts {
  const { mean } = rollupOf(evaluation, key);
  if (mean === null) return rankCounts([], 0);
  const earlier = all.filter((other) => byCompletion(other, evaluation) < 0 && keysOf(other).includes(key));
  return rankCounts(
    earlier.flatMap((other) => rollupOf(other, key).mean ?? []),
    mean,
  );
}

/** Returns an evaluator's effective scores in an evaluation, with the clusters of their samples. */
export function effectiveCells(evaluation: ScoredEvaluation, key: string): ScoreCell[] {
  const position = keysOf(evaluation).indexOf(key);
  return evaluation.evaluated.flatMap((evaluated): ScoreCell[] => {
    const outcome = effectiveOutcome(evaluation, evaluated, position);
    if (outcome?.status !== "scored") return [];
    return [{ score: outcome.score, cluster: evaluated.sample.clusterId, count: 1 }];
  });
}

/** Returns an evaluation's lowest effective scores below a threshold, lowest first. */
export function lowestSamples(evaluation: ScoredEvaluation, key: string, below: number): LowSample[] {
  const position = keysOf(evaluation).indexOf(key);
  return evaluation.evaluated
    .flatMap((evaluated): LowSample[] => {
      const { id: sample, externalId: external_id } = evaluated.sample;
      const outcome = effectiveOutcome(evaluation, evaluated, position);
      if (outcome?.status !== "scored" || outcome.score >= below) return [];
      return [{ sample, external_id, score: outcome.score }];
    })
    .sort((one, other) => one.score - other.score || (one.sample < other.sample ? -1 : 1))
    .slice(0, worstSamplesNamed);
}
