import type { AgreementReason } from "./agreement-figures.ts";
import type { RatedSamples } from "./rated-samples.ts";
import { LEAST_SHARED, type RaterPair } from "./rater-pairs.ts";

/** How far two raters agree on the samples that both graded. */
export interface PairAgreement {
  /** Ids of the two, the lower first. */
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

/**
 * How far each two raters agree.
 *
 * @param rated whose samples the pairs share.
 * @param pairs the pairs to tell of.
 * @param times how often each sample occurs.
 */
export function pairAgreement(
  { raters, positions }: RatedSamples,
  pairs: readonly RaterPair[],
  times: Int32Array,
): PairAgreement[] {
  return pairs.map(({ first, second, figures }) => {
    const { n, agreeing, plain, weighted } = figures(times);
    const enough = n >= LEAST_SHARED;
    const reason = enough ? "one_category" : "too_few_shared_samples";
    return {
      raters: [raters[first]?.id ?? "", raters[second]?.id ?? ""],
      n_samples: n,
      percent_agreement: (100 * agreeing) / n,
      cohens_kappa: enough ? plain : null,
      weighted_kappa: enough ? weighted : null,
      reason: enough && plain !== null ? null : reason,
      weighted_reason: enough && weighted !== null ? null : positions === null ? "not_ordered" : reason,
    };
  });
}
