// A comparison for tests.
import { proportion } from "@assay/contract/domain";
import type { ComparedShare, Comparison } from "../../generated/types.ts";

/** One side of a comparison. */
export const side = (name: string) => ({
  id: `eval_${name}`,
  name,
  aggregate_score: 90,
  effective_score: 90,
});

/** Returns shares of 67 cases. */
export const share = (
  [before, after]: [number, number],
  given: Partial<ComparedShare> = {},
): ComparedShare => ({
  baseline: proportion(before, 67),
  candidate: proportion(after, 67),
  change: (100 * (after - before)) / 67,
  n_paired: 67,
  better: 0,
  worse: 0,
  test: "mcnemar_exact",
  p_value: 1,
  p_adjusted: 1,
  ci95: null,
  verdict: "inconclusive",
  ...given,
});

/** A comparison in which the candidate is worse. */
export const comparison: Comparison = {
  object: "comparison",
  baseline: side("nightingale-1.0"),
  candidate: side("mercury-0.9"),
  is_significant: true,
  change: -17.04,
  improvement_pct: -18,
  test: "sign_flip_monte_carlo",
  n_paired: 67,
  n_unpaired: { baseline: 0, candidate: 0 },
  n_not_common: 0,
  n_clusters: 67,
  ties: 47,
  discordant: 20,
  better: 4,
  worse: 16,
  p_value: 0.0011,
  p_adjusted: 0.0011,
  ci95: [-26.51, -7.49],
  interval_excludes_zero: true,
  differing_upper95: null,
  effect_size: -0.44,
  minimum_detectable_effect: 13.3,
  verdict: "regressed",
  passed: share([60, 48]),
  safety: {},
  equivalence_margin: 2,
  comparable: true,
  reasons: [],
  n_case_changed: 0,
  n_missing_output: { baseline: 0, candidate: 0 },
  by_metric: {},
  regressions: ["triage_accuracy"],
  improvements: [],
};
