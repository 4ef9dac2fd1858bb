import type { AgreementReason } from "./agreement-figures.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { LEAST_SHARED, type RaterPairs } from "./rater-pairs.ts";

/** How well two raters agree on the samples that both graded. */
export interface PairAgreement {
  /** Ids of the two raters, in ascending order. */
  raters: [string, string];
  /** Number of samples that both raters graded (at least 1). */
  n_samples: number;
  /** 0-100. */
  percent_agreement: number;
  /** Cohen's κ in [−1, 1]; `null` if it is undefined. */
  cohens_kappa: number | null;
  /** Cohen's κ with quadratic weights; `null` if it is undefined. */
  weighted_kappa: number | null;
  /** Why `cohens_kappa` is `null`. */
  reason: AgreementReason | null;
  /** Why `weighted_kappa` is `null`. */
  weighted_reason: AgreementReason | null;
}

const orNull = (kappa: number | undefined): number | null =>
  kappa === undefined || Number.isNaN(kappa) ? null : kappa;

/**
 * Computes how well each pair of raters agrees.
 *
 * @param raters the raters, which the pairs reference by index.
 * @param pairs the pairs to compute, with their shared samples.
 * @param times how often each sample occurs (at least once).
 */
export function pairAgreement(
  { raters, positions }: RatedSamples,
  pairs: RaterPairs,
  times: Int32Array,
): PairAgreement[] {
  const { n, agreeing, plain, weighted } = pairs.figures(times);
  return pairs.raters.map(([first, second], pair) => {
    const shared = n[pair] ?? 0;
    const enough = shared >= LEAST_SHARED;
    const kappa = enough ? orNull(plain[pair]) : null;
    const byDistance = enough ? orNull(weighted[pair]) : null;
    const reason = enough ? "one_category" : "too_few_shared_samples";
    return {
      raters: [raters[first]?.id ?? "", raters[second]?.id ?? ""],
      n_samples: shared,
      percent_agreement: (100 * (agreeing[pair] ?? 0)) / shared,
      cohens_kappa: kappa,
      weighted_kappa: byDistance,
      reason: kappa === null ? reason : null,
      weighted_reason: byDistance === null ? (positions === null ? "not_ordered" : reason) : null,
    };
  });
}
