import { studentTQuantile } from "../../statistics/student-t.ts";

/** The agreement of two raters on a numeric scale, in the unit of the grades. */
export interface BlandAltman {
  /** Number of samples that both raters graded (at least 3). */
  n: number;
  /** Mean difference, second rater minus first rater. */
  bias: number;
  /** Sample standard deviation (n − 1) of the differences. */
  sd: number;
  /** The limits of agreement, bias ± 1.96·sd: about 95 % of the differences lie between them. */
  lower: number;
  upper: number;
  bias_ci95: [number, number];
  lower_ci95: [number, number];
  upper_ci95: [number, number];
}

/** A difference of grades, with the number of samples that have it. */
export interface CountedDifference {
  difference: number;
  count: number;
}

/** Minimum number of differences for the limits of agreement. */
const LEAST_DIFFERENCES = 3;

/** The quantile of the normal distribution that the published method uses. */
const REACH = 1.96;

const around = (center: number, error: number): [number, number] => [center - error, center + error];

/**
 * Computes Bland and Altman's limits of agreement, with 95 % intervals for the bias and for each limit.
 *
 * @param differences the differences between the two raters' grades, second minus first.
 * @returns null for fewer than 3 differences, and if a figure exceeds the range of doubles.
 * @see Bland, J. M. & Altman, D. G. (1986). The Lancet 327(8476), 307-310; Bland, J. M. & Altman, D. G.
 *   (1999). Statistical Methods in Medical Research 8(2), 135-160 (variance of the limits).
 */
export function blandAltman(differences: readonly CountedDifference[]): BlandAltman | null {
  const n = differences.reduce((sum, { count }) => sum + count, 0);
  if (n < LEAST_DIFFERENCES) return null;
  const bias = differences.reduce((sum, { difference, count }) => sum + count * difference, 0) / n;
  const squares = differences.reduce(
    (sum, { difference, count }) => sum + count * (difference - bias) ** 2,
    0,
  );
  const sd = Math.sqrt(squares / (n - 1));
  const t = studentTQuantile(0.975, n - 1);
  const limitError = t * sd * Math.sqrt(1 / n + REACH ** 2 / (2 * (n - 1)));
  const [lower, upper] = around(bias, REACH * sd);
  const figures = {
    n,
    bias,
    sd,
    lower,
    upper,
    bias_ci95: around(bias, (t * sd) / Math.sqrt(n)),
    lower_ci95: around(lower, limitError),
    upper_ci95: around(upper, limitError),
  };
  return Object.values(figures).flat().every(Number.isFinite) ? figures : null;
}
