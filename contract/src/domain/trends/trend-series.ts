import { pooledMean, type ScoreSum } from "../scores/pooled-mean.ts";
import { groupedBy } from "../scores/project-metric-figures.ts";
import { type TrendLine, trendLine } from "./trend-line.ts";
import type { TrendPoint } from "./trend-point.ts";

/** The evaluations of one dataset with the same evaluator settings. */
export interface TrendSeries extends Pick<
  TrendLine,
  "direction" | "slope" | "slope_ci95" | "trend_confidence"
> {
  dataset: string;
  latest_evaluation: string;
  /** Mean effective score over the samples of the series (0-100). */
  current: number | null;
  data_points: number;
  /** Whether this is the series of the latest evaluation. */
  primary: boolean;
}

/** Returns the sum of the scores of a point. */
export const sumOf = ({ score, scored, sum }: TrendPoint): ScoreSum => ({
  evaluations: 1,
  scored,
  sum,
  lowest: score,
  highest: score,
});

/**
 * Selects the points that the figures of a trend cover: those in the series of the latest evaluation. Scores
 * of another dataset or with other settings would add the difference between the series to the trend.
 *
 * @param points the points, earliest first.
 * @param pooled whether the figures cover the points of all series.
 */
export function coveredPoints(points: readonly TrendPoint[], pooled: boolean): TrendPoint[] {
  const latest = points.at(-1)?.series;
  return points.filter(({ series }) => pooled || series === latest);
}

/**
 * Returns the trend of each series, the series with the latest evaluation first.
 *
 * @param points the points, earliest first.
 * @param margin the maximum change of a stable trend in points; see {@link trendLine}.
 */
export function trendSeries(points: readonly TrendPoint[], margin: number): TrendSeries[] {
  const latestFirst = groupedBy(points.toReversed(), ({ series }) => series);
  return [...latestFirst.values()].flatMap((reversed, place): TrendSeries[] => {
    const own = reversed.toReversed();
    const last = own.at(-1);
    if (!last) return [];
    const { direction, slope, slope_ci95, trend_confidence } = trendLine(own, margin);
    return [
      {
        dataset: last.dataset,
        latest_evaluation: last.evaluation,
        current: pooledMean(own.map(sumOf)).mean,
        data_points: own.length,
        direction,
        slope,
        slope_ci95,
        trend_confidence,
        primary: place === 0,
      },
    ];
  });
}
