import { evaluationTooLarge, tooManyComparedValues } from "./comparison-refusals.ts";

/** The limits of a comparison. They are not part of `limits`, because the SDK client contains all of those. */
export const comparisonLimits = {
  /** Maximum number of samples of each compared evaluation, and so of pairs. */
  samples: 200_000,
  /** Maximum number of compared values: pairs × metrics, over all candidates. */
  values: 2_000_000,
} as const;

/** What determines the size of one side of a comparison. */
export interface SideSize {
  id: string;
  /** Number of samples. */
  total: number;
  evaluators: readonly unknown[];
}

/**
 * Refuses comparisons that are too large to compute. The number of pairs and metrics is not known before the
 * samples are read, so the larger side of each candidate counts.
 *
 * @throws {ApiError} 422 if an evaluation has more than 200,000 samples, or if the candidates have more than
 *   2,000,000 values together.
 */
export function checkComparisonSize(baseline: SideSize, candidates: readonly SideSize[]): void {
  for (const { id, total } of [baseline, ...candidates])
    if (total > comparisonLimits.samples) throw evaluationTooLarge(id, total, comparisonLimits.samples);
  const values = comparedValues(baseline, candidates);
  if (values > comparisonLimits.values) throw tooManyComparedValues(values, comparisonLimits.values);
}

/** Returns the number of values of a comparison: for each candidate, the pairs times the metrics. */
export function comparedValues(baseline: SideSize, candidates: readonly SideSize[]): number {
  const sizes = candidates.map(
    ({ total, evaluators }) =>
      Math.max(baseline.total, total) * Math.max(baseline.evaluators.length, evaluators.length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
