import { bucketOf, type Granularity } from "./periods.ts";
import { type PooledMean, pooledMean, type ScoreSum } from "./pooled-mean.ts";

/** Sums over the scores that one evaluator gave in one evaluation, for one day or part of a day. */
export interface DatedScoreSum extends ScoreSum {
  /** The evaluator's key; empty for the samples' combined scores. */
  evaluator: string;
  /** Whether the day is in the requested period or in the period before it. */
  period: "current" | "previous";
  /** `YYYY-MM-DD`. */
  day: string;
}

/** One bucket in a project's time series. */
interface MetricsBucket {
  /** The first day of the bucket, as `YYYY-MM-DD`. */
  date: string;
  score: number;
  evaluations: number;
  sample_count: number;
}

/** A mean score for a period and for the period before it; null where nothing was scored. */
export interface PeriodFigures {
  current: number | null;
  previous: number | null;
  /** The difference current − previous (in points); null if either is null. */
  trend: number | null;
  /** Number of evaluations that `current` covers; `sample_count` is the number of samples that it covers. */
  evaluation_count: number;
  sample_count: number;
  /** Number of evaluations that `previous` covers. */
  previous_evaluation_count: number;
  previous_sample_count: number;
}

/** A project's figures for a period. */
export interface ProjectFigures extends PeriodFigures {
  by_evaluator: Record<string, PeriodFigures>;
  time_series: MetricsBucket[];
}

function periodFigures(sums: readonly DatedScoreSum[]): PeriodFigures {
  const of = (wanted: DatedScoreSum["period"]): PooledMean =>
    pooledMean(sums.filter(({ period }) => period === wanted));
  const [now, before] = [of("current"), of("previous")];
  return {
    current: now.mean,
    previous: before.mean,
    trend: now.mean === null || before.mean === null ? null : now.mean - before.mean,
    evaluation_count: now.evaluations,
    sample_count: now.scored,
    previous_evaluation_count: before.evaluations,
    previous_sample_count: before.scored,
  };
}

/** Groups values by key. Keys and values stay in input order. */
export function groupedBy<Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

const inOrder = (left: [string, unknown], right: [string, unknown]): number => (left[0] < right[0] ? -1 : 1);

function timeSeries(sums: readonly DatedScoreSum[], granularity: Granularity): MetricsBucket[] {
  const current = sums.filter(({ period }) => period === "current");
  const buckets = [...groupedBy(current, ({ day }) => bucketOf(day, granularity))].sort(inOrder);
  return buckets.flatMap(([date, inBucket]) => {
    const { mean, evaluations, scored } = pooledMean(inBucket);
    return mean === null ? [] : [{ date, score: mean, evaluations, sample_count: scored }];
  });
}

/**
 * Computes a project's figures for a period and for the period before it. Every mean is over samples, never
 * over means.
 *
 * @param sums the sums for both periods, in any order.
 * @param evaluator the evaluator of `current`, `previous` and the time series; empty for the combined scores.
 * @param granularity the bucket length of the time series; buckets without a score are absent.
 */
export function projectFigures(
  sums: readonly DatedScoreSum[],
  evaluator: string,
  granularity: Granularity,
): ProjectFigures {
  const byKey = groupedBy(sums, (sum) => sum.evaluator);
  const own = byKey.get(evaluator) ?? [];
  byKey.delete("");
  return {
    ...periodFigures(own),
    by_evaluator: Object.fromEntries([...byKey].sort(inOrder).map(([key, of]) => [key, periodFigures(of)])),
    time_series: timeSeries(own, granularity),
  };
}
