import { exactSum } from "./exact-sum.ts";
import { studentTQuantile } from "./student-t.ts";

/** A straight line through points; null where a figure is undefined. */
export interface FittedLine {
  n: number;
  slope: number | null;
  /** Standard error of the slope; null if there are fewer than 3 points. */
  slopeError: number | null;
  /**
   * 95 % interval for the slope by Student's t with n − 2 degrees of freedom; null if there is no standard
   * error.
   */
  slopeCi95: [number, number] | null;
  /** Share of the variance of y that the line explains (0-1); null if y is constant. */
  rSquared: number | null;
}

const meanOf = (values: readonly number[]): number => exactSum(values) / values.length;
const areEqual = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

/**
 * Fits a line by ordinary least squares; all points have equal weight.
 *
 * @param points finite numbers, in any order; the order does not change the result.
 * @returns the line. The slope is null if there are fewer than 2 points or if all x are equal. If y is
 *   constant, the slope is exactly 0. If the points lie on a line, the interval has width 0.
 * @see Draper, N. R. & Smith, H. (1998). Applied Regression Analysis, 3rd ed., chapter 1.
 */
export function leastSquares(points: readonly { x: number; y: number }[]): FittedLine {
  const n = points.length;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const none = { n, slope: null, slopeError: null, slopeCi95: null, rSquared: null };
  if (n < 2 || areEqual(xs)) return none;
  // Rounding may make the mean of equal values differ from them. A constant y must not get a slope because of
  // that.
  if (areEqual(ys)) return { ...none, slope: 0, ...intervalOf(0, n < 3 ? null : 0, n) };
  const [meanX, meanY] = [meanOf(xs), meanOf(ys)];
  const away = points.map(({ x, y }) => ({ x: x - meanX, y: y - meanY }));
  const squaresX = exactSum(away.map(({ x }) => x * x));
  const squaresY = exactSum(away.map(({ y }) => y * y));
  const products = exactSum(away.map(({ x, y }) => x * y));
  const slope = products / squaresX;
  const rest = exactSum(away.map(({ x, y }) => (y - slope * x) ** 2));
  const slopeError = n < 3 ? null : Math.sqrt(rest / (n - 2) / squaresX);
  return {
    n,
    slope,
    ...intervalOf(slope, slopeError, n),
    rSquared: Math.min(1, (products / squaresX) * (products / squaresY)),
  };
}

function intervalOf(
  slope: number,
  slopeError: number | null,
  n: number,
): Pick<FittedLine, "slopeError" | "slopeCi95"> {
  if (slopeError === null) return { slopeError, slopeCi95: null };
  const reach = studentTQuantile(0.975, n - 2) * slopeError;
  return { slopeError, slopeCi95: [slope - reach, slope + reach] };
}
