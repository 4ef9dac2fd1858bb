import { studentTQuantile } from "../statistics/student-t.ts";

/** Clusters with the same numerator and denominator. */
export interface RatioPart {
  numerator: number;
  denominator: number;
  clusters: number;
}

/** A ratio of sums over clusters; null where it is undefined. */
export interface RatioOfSums {
  ratio: number | null;
  /**
   * Cluster-robust 95 % interval by Student's t; null with fewer than 2 clusters, or if the standard error is 0.
   */
  ci95: [number, number] | null;
}

/** A standard error below this value is rounding error. */
const leastError = 1e-12;

/**
 * Computes A/B, where A and B are sums over clusters. With residuals a − ratio·b and G clusters, SE² = G/(G −
 * 1)·Σ(a − ratio·b)²/B². The interval has G − 1 degrees of freedom. Clusters with a denominator of 0 are left
 * out, because they contain no information about the ratio.
 *
 * @param limits the limits of the ratio, at which the interval is cut.
 * @see Cochran, W. G. (1977). Sampling Techniques, 3rd edition, chapter 6 (ratio estimators); Liang, K.-Y. &
 *   Zeger, S. L. (1986). Biometrika 73(1), 13-22.
 */
export function ratioOfSums(
  parts: readonly RatioPart[],
  limits: { lowest: number; highest: number },
): RatioOfSums {
  const known = parts.filter(({ denominator }) => denominator > 0);
  const sum = (value: (part: RatioPart) => number): number =>
    known.reduce((total, part) => total + part.clusters * value(part), 0);
  const clusters = sum(() => 1);
  const denominator = sum((part) => part.denominator);
  if (clusters === 0) return { ratio: null, ci95: null };
  const ratio = sum((part) => part.numerator) / denominator;
  if (clusters < 2) return { ratio, ci95: null };
  const squares = sum((part) => (part.numerator - ratio * part.denominator) ** 2);
  const error = Math.sqrt((clusters / (clusters - 1)) * squares) / denominator;
  if (error < leastError) return { ratio, ci95: null };
  const reach = studentTQuantile(0.975, clusters - 1) * error;
  return { ratio, ci95: [Math.max(limits.lowest, ratio - reach), Math.min(limits.highest, ratio + reach)] };
}
