import { leastSquares } from "../statistics/least-squares.ts";
import { civilDay } from "./periods.ts";
import { pooledMean } from "./pooled-mean.ts";
import { groupedBy } from "./project-metric-figures.ts";

const weekMs = 7 * 86_400_000;

/** Minimum number of points for a direction. Two points always lie on a line. */
const LEAST_POINTS = 3;

/** The possible directions of a trend. */
export const trendDirections = ["improving", "declining", "stable", "insufficient_data"] as const;

/** One of {@link trendDirections}. */
type TrendDirection = (typeof trendDirections)[number];

/** One evaluation that has at least one scored sample. */
export interface TrendPoint {
  evaluation: string;
  /** The evaluation's `as_of`, or else its completion time, in milliseconds since 1970. */
  at: number;
  /** Mean effective score (0-100). */
  score: number;
  /** Number of samples with a score; `sum` is the sum of these scores. */
  scored: number;
  sum: number;
  /**
   * Two evaluations have the same series exactly if they have the same dataset and the same evaluator
   * settings.
   */
  series: string;
}

/** One day in a trend. */
interface TrendDay {
  /** `YYYY-MM-DD`, in the time zone of the trend. */
  date: string;
  score: number;
  sample_count: number;
}

/** The figures of a trend; null where a figure is undefined. */
export interface TrendFigures {
  direction: TrendDirection;
  slope: number | null;
  slope_ci95: [number, number] | null;
  r_squared: number | null;
  data_points: number;
  sample_count: number;
  current: number | null;
  period_start: number | null;
  period_end: number | null;
  min: number | null;
  max: number | null;
  time_series: TrendDay[];
}

function directionOf(interval: readonly [number, number] | null): TrendDirection {
  if (!interval) return "insufficient_data";
  if (interval[0] > 0) return "improving";
  return interval[1] < 0 ? "declining" : "stable";
}

function lineOf(points: readonly TrendPoint[]) {
  const start = points[0]?.at ?? 0;
  const line = leastSquares(points.map(({ at, score }) => ({ x: (at - start) / weekMs, y: score })));
  // With fewer than three points a trend cannot be distinguished from chance.
  if (points.length < LEAST_POINTS || line.slopeCi95 === null)
    return { direction: "insufficient_data" as const, slope: null, slope_ci95: null, r_squared: null };
  const { slope, slopeCi95, rSquared } = line;
  return { direction: directionOf(slopeCi95), slope, slope_ci95: slopeCi95, r_squared: rSquared };
}

const sumOf = ({ score, scored, sum }: TrendPoint) => ({
  evaluations: 1,
  scored,
  sum,
  lowest: score,
  highest: score,
});

function daysOf(points: readonly TrendPoint[], zone: string): TrendDay[] {
  return [...groupedBy(points, ({ at }) => civilDay(at, zone))].flatMap(([date, ofDay]) => {
    const { mean, scored } = pooledMean(ofDay.map(sumOf));
    return mean === null ? [] : [{ date, score: mean, sample_count: scored }];
  });
}

/**
 * Computes the trend of scores: a least-squares line over time in weeks, including fractions. Each evaluation
 * is one point, and all points have equal weight.
 *
 * @param points the points, earliest first.
 * @param zone IANA name of the time zone whose days the series has.
 * @returns the figures. The direction is improving or declining if the slope's 95 % interval excludes 0, and
 *   otherwise stable. It is insufficient_data if there are fewer than 3 points or if all are at the same
 *   instant. `current` and the series are means over samples. `r_squared` is null if all scores are equal.
 */
export function trendFigures(points: readonly TrendPoint[], zone: string): TrendFigures {
  const scores = points.map(({ score }) => score);
  const pooled = pooledMean(points.map(sumOf));
  return {
    ...lineOf(points),
    data_points: points.length,
    sample_count: pooled.scored,
    current: pooled.mean,
    period_start: scores[0] ?? null,
    period_end: scores.at(-1) ?? null,
    min: extreme(scores, Math.min),
    max: extreme(scores, Math.max),
    time_series: daysOf(points, zone),
  };
}

/** Returns an extreme score. Does not spread the scores into arguments, because the array can be long. */
const extreme = (scores: readonly number[], choose: (one: number, other: number) => number): number | null =>
  scores.length === 0 ? null : scores.reduce((one, other) => choose(one, other));
