import { betaQuantile, regularizedIncompleteBeta } from "./incomplete-beta.ts";

function assertDegrees(degreesOfFreedom: number): void {
  if (degreesOfFreedom > 0 && Number.isFinite(degreesOfFreedom)) return;
  throw new RangeError(`Degrees of freedom are ${degreesOfFreedom}; they must be a number above 0.`);
}

/**
 * Computes Student's t distribution function: the probability of a value below t.
 *
 * @param t any number.
 * @param degreesOfFreedom a number above 0.
 * @returns a number from 0 to 1.
 * @throws {RangeError} if the degrees of freedom are not above 0.
 * @see NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.6.4; DLMF 8.17.
 */
export function studentTCdf(t: number, degreesOfFreedom: number): number {
  assertDegrees(degreesOfFreedom);
  const x = degreesOfFreedom / (degreesOfFreedom + t * t);
  const tail = regularizedIncompleteBeta(x, degreesOfFreedom / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/**
 * Computes a quantile of Student's t distribution: the inverse of {@link studentTCdf}.
 *
 * @param probability between 0 and 1, both exclusive.
 * @param degreesOfFreedom a number above 0.
 * @throws {RangeError} if either parameter is outside its range.
 */
export function studentTQuantile(probability: number, degreesOfFreedom: number): number {
  assertDegrees(degreesOfFreedom);
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`Probability is ${probability}; it must lie between 0 and 1, for example 0.975.`);
  }
  if (probability === 0.5) return 0;
  // t²/(t² + df) follows Beta(½, df/2). This form of the transformation is precise for large df.
  const central = Math.abs(2 * probability - 1);
  const y = betaQuantile(central, 0.5, degreesOfFreedom / 2);
  return Math.sign(probability - 0.5) * Math.sqrt((degreesOfFreedom * y) / (1 - y));
}
