import type { AgreementReason } from "./agreement-figures.ts";
import { blandAltman, type BlandAltman, type CountedDifference } from "./scales/bland-altman.ts";
import type { PairCells } from "./groups/pair-cells.ts";
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
  /** Only on a numeric scale: the limits of agreement; `null` for fewer than 3 shared samples. */
  bland_altman: BlandAltman | null;
}

const orNull = (kappa: number | undefined): number | null =>
  kappa === undefined || Number.isNaN(kappa) ? null : kappa;

/** Returns the differences between the grades of a pair of raters, second minus first. */
function differencesOf(
  { cellStarts, first, second, groups }: PairCells,
  positions: Float64Array,
  pair: number,
): CountedDifference[] {
  const differences: CountedDifference[] = [];
  for (let cell = cellStarts[pair] ?? 0; cell < (cellStarts[pair + 1] ?? 0); cell += 1) {
    const [from, to] = [positions[first[cell] ?? 0] ?? 0, positions[second[cell] ?? 0] ?? 0];
    const count = (groups.starts[cell + 1] ?? 0) - (groups.starts[cell] ?? 0);
    differences.push({ difference: to - from, count });
  }
  return differences;
}

/**
 * Computes how well each pair of raters agrees.
 *
 * @param raters the raters, which the pairs reference by index.
 * @param pairs the pairs to compute, with their shared samples.
 * @param times how often each sample occurs (at least once).
 */
export function pairAgreement(
  { raters, positions, scale }: RatedSamples,
  pairs: RaterPairs,
  times: Int32Array,
): PairAgreement[] {
  const { n, agreeing, plain, weighted } = pairs.figures(times);
  const numbers = scale.type === "scale" ? positions : null;
  return pairs.cells.raters.map(([first, second], pair) => {
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
      bland_altman: numbers && blandAltman(differencesOf(pairs.cells, numbers, pair)),
    };
  });
}
