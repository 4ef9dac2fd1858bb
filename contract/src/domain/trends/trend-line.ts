import { exactSum } from "../statistics/exact-sum.ts";
import { leastSquares } from "../statistics/least-squares.ts";
import { studentTQuantile } from "../statistics/student-t.ts";

const weekMs = 7 * 86_400_000;

/** Minimum number of points for a direction. Two points always lie on a line. */
const LEAST_POINTS = 3;
/** Minimum number of points for an estimate of the autocorrelation. */
const LEAST_FOR_AUTOCORRELATION = 6;
/** Maximum autocorrelation for which the interval of the slope is corrected. */
const MAX_AUTOCORRELATION = 0.9;
/** Residuals are rounding errors if the sum of their squares has at most this share of the squares of the scores. */
const ROUNDING = 1e-20;

/** The possible directions of a trend. */
export const trendDirections = ["improving", "declining", "stable", "insufficient_data"] as const;

/** The possible degrees of confidence in the direction of a trend. */
export const trendConfidences = ["established", "inconclusive", "none"] as const;

/** The line through the scores of a trend; null where a figure is undefined. */
export interface TrendLine {
  direction: (typeof trendDirections)[number];
  trend_confidence: (typeof trendConfidences)[number];
  /** Points per week. */
  slope: number | null;
  /** 95 % interval for the slope, corrected for autocorrelation. */
  slope_ci95: [number, number] | null;
  /** Largest slope (points per week, in either direction) that counts as no change. */
  slope_margin: number | null;
  r_squared: number | null;
  /** Lag-1 autocorrelation of the residuals (−1 to 1), before the correction for few points. */
  autocorrelation: number | null;
}

const noLine: TrendLine = {
  direction: "insufficient_data",
  trend_confidence: "none",
  slope: null,
  slope_ci95: null,
  slope_margin: null,
  r_squared: null,
  autocorrelation: null,
};

interface Point {
  x: number;
  y: number;
}

const meanOf = (values: readonly number[]): number => exactSum(values) / values.length;

/** Returns the lag-1 autocorrelation of the residuals; null with fewer than 6 points or without residuals. */
function autocorrelationOf(points: readonly Point[], slope: number): number | null {
  if (points.length < LEAST_FOR_AUTOCORRELATION) return null;
  const [meanX, meanY] = [meanOf(points.map(({ x }) => x)), meanOf(points.map(({ y }) => y))];
  const residuals = points.map(({ x, y }) => y - meanY - slope * (x - meanX));
  const squares = exactSum(residuals.map((residual) => residual ** 2));
  if (squares <= ROUNDING * exactSum(points.map(({ y }) => y ** 2))) return null;
  const products = residuals.map((residual, at) => residual * (residuals[at + 1] ?? 0));
  return Math.min(1, Math.max(-1, exactSum(products) / squares));
}

/**
 * Returns the factor of the slope's standard error and the degrees of freedom. If neighboring residuals are
 * alike, the points contain less information than as many independent points. The estimate of the
 * autocorrelation is too low for few points, so it is increased first.
 *
 * @see Bayley, G. V. & Hammersley, J. M. (1946). The effective number of independent observations in an
 *   autocorrelated time series. Supplement to the Journal of the Royal Statistical Society 8(2), 184-197.
 */
function correctionOf(n: number, autocorrelation: number | null): { factor: number; degrees: number } {
  if (autocorrelation === null) return { factor: 1, degrees: n - 2 };
  const increased = autocorrelation + (1 + 4 * Math.max(0, autocorrelation)) / n;
  const r = Math.min(MAX_AUTOCORRELATION, Math.max(0, increased));
  const inflation = (1 + r) / (1 - r);
  return { factor: Math.sqrt(inflation), degrees: Math.max(3, n / inflation) - 2 };
}

type Conclusion = Pick<TrendLine, "direction" | "trend_confidence">;

function conclude([low, high]: readonly [number, number], margin: number): Conclusion {
  const direction =
    low >= -margin && high <= margin ? "stable" : low > 0 ? "improving" : high < 0 ? "declining" : undefined;
  return direction === undefined
    ? { direction: "insufficient_data", trend_confidence: "inconclusive" }
    : { direction, trend_confidence: "established" };
}

/**
 * Fits a least-squares line through scores over time in weeks, including fractions, and states its direction.
 * All points have equal weight. From 6 points on, the interval of the slope is corrected for autocorrelation.
 *
 * @param points the scores, earliest first.
 * @param margin the maximum change of a stable trend, from the first to the last point, in points.
 * @returns the line. The direction is stable if the interval of the slope is within the margin; otherwise it
 *   is improving or declining if the interval excludes 0; otherwise it is insufficient_data. With fewer than
 *   3 points, or if all are at the same instant, the slope is null. `r_squared` is null if all scores are
 *   equal.
 */
export function trendLine(points: readonly { at: number; score: number }[], margin: number): TrendLine {
  const start = points[0]?.at ?? 0;
  const line = points.map(({ at, score }) => ({ x: (at - start) / weekMs, y: score }));
  const { slope, slopeError, rSquared } = leastSquares(line);
  if (line.length < LEAST_POINTS || slope === null || slopeError === null) return noLine;
  const autocorrelation = autocorrelationOf(line, slope);
  const { factor, degrees } = correctionOf(line.length, autocorrelation);
  const reach = studentTQuantile(0.975, degrees) * slopeError * factor;
  const interval: [number, number] = [slope - reach, slope + reach];
  const slopeMargin = margin / (line.at(-1)?.x ?? 1);
  return {
    ...conclude(interval, slopeMargin),
    slope,
    slope_ci95: interval,
    slope_margin: slopeMargin,
    r_squared: rSquared,
    autocorrelation,
  };
}
