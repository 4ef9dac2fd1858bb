import { civilDay } from "../scores/periods.ts";
import { pooledMean } from "../scores/pooled-mean.ts";
import { groupedBy } from "../scores/project-metric-figures.ts";
import { type TrendLine, trendLine } from "./trend-line.ts";
import type { TrendPoint } from "./trend-point.ts";
import { coveredPoints, sumOf, type TrendSeries, trendSeries } from "./trend-series.ts";

/** One day in a trend. */
interface TrendDay {
  /** `YYYY-MM-DD`, in the time zone of the trend. */
  date: string;
  score: number;
  sample_count: number;
}

/** The figures of a trend; null where a figure is undefined. */
export interface TrendFigures extends TrendLine {
  data_points: number;
  /** Number of points in other series, which the other figures do not cover. */
  excluded_points: number;
  sample_count: number;
  current: number | null;
  period_start: number | null;
  period_end: number | null;
  min: number | null;
  max: number | null;
  series: TrendSeries[];
  time_series: TrendDay[];
}

/** How a trend is computed. */
export interface TrendSettings {
  /** IANA name of the time zone whose days the time series has. */
  zone: string;
  /** Whether the figures cover the points of all series, not only those of the latest evaluation's series. */
  pooled: boolean;
  /** The maximum change of a stable trend, from the first to the last point, in points (0-100). */
  margin: number;
}

function daysOf(points: readonly TrendPoint[], zone: string): TrendDay[] {
  return [...groupedBy(points, ({ at }) => civilDay(at, zone))].flatMap(([date, ofDay]) => {
    const { mean, scored } = pooledMean(ofDay.map(sumOf));
    return mean === null ? [] : [{ date, score: mean, sample_count: scored }];
  });
}

/**
 * Computes the trend of scores: a least-squares line in which each evaluation is one point.
 *
 * @param points the points of all series, earliest first.
 * @returns the figures over the series of the latest evaluation, and the trend of each series. `current` and
 *   the time series are means over samples.
 * @see trendLine, which defines the direction.
 */
export function trendFigures(points: readonly TrendPoint[], settings: TrendSettings): TrendFigures {
  const { zone, pooled, margin } = settings;
  const covered = coveredPoints(points, pooled);
  const scores = covered.map(({ score }) => score);
  const joined = pooledMean(covered.map(sumOf));
  return {
    ...trendLine(covered, margin),
    data_points: covered.length,
    excluded_points: points.length - covered.length,
    sample_count: joined.scored,
    current: joined.mean,
    period_start: scores[0] ?? null,
    period_end: scores.at(-1) ?? null,
    min: extreme(scores, Math.min),
    max: extreme(scores, Math.max),
    series: trendSeries(points, margin),
    time_series: daysOf(covered, zone),
  };
}

/** Returns an extreme score. Does not spread the scores into arguments, because the array can be long. */
const extreme = (scores: readonly number[], choose: (one: number, other: number) => number): number | null =>
  scores.length === 0 ? null : scores.reduce((one, other) => choose(one, other));
