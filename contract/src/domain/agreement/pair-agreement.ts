import type { AgreementReason } from "./agreement-figures.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { LEAST_SHARED, type RaterPairs } from "./rater-pairs.ts";

/** Agreement of two raters on the samples that both graded. */
export interface PairAgreement {
  /** Ids of the two raters, the lower first. */
  raters: [string, string];
  /** Samples that both graded, from 1. */
  n_samples: number;
  /** 0-100. */
  percent_agreement: number;
  /** Cohen's κ in [−1, 1]; `null` when undefined. */
  cohens_kappa: number | null;
  /** The same with quadratic weights. */
  weighted_kappa: number | null;
  /** Why `cohens_kappa` is `null`. */
  reason: AgreementReason | null;
  /** Why `weighted_kappa` is `null`. */
  weighted_reason: AgreementReason | null;
}

const orNull = (kappa: number | undefined): number | null =>
  kappa === undefined || Number.isNaN(kappa) ? null : kappa;

/**
 * Computes the agreement of each pair of raters.
 *
 * @param raters the rated samples, whose raters the pairs reference by index.
 * @param pairs to compute, with their shared samples.
 * @param times how often each sample occurs, from 1.
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
