import * as z from "zod";
import { conditionReasons, metricReasons } from "../../domain/index.ts";
import { idOf, nameText } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";
import { count, scoreOrNull } from "../figure-fields.ts";
import { exampleShare, passed, points, probability, safety, test, verdict } from "./compared-share.ts";

const anyNumber = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);
const keys = (description: string) =>
  z.array(nameText("Key of an evaluator.")).max(limits.evaluatorsPerEvaluation).meta({ description });

const figuresReasons = metricReasons.join(", ");
const reason = z.enum([...conditionReasons, ...metricReasons]).meta({
  id: "ComparisonReason",
  description:
    "`evaluators_differ`, `evaluator_settings_differ`, `weights_differ`, `runs_differ`, `errors_differ` and `coverage_differs` (a sample of both evaluations was scored in only one of them): the evaluations are not comparable. `datasets_differ`, `case_changed` and `unpaired`: only the paired samples are compared. `no_pairs`: no sample was scored in both. `too_few`: fewer than 6 clusters differ, so p cannot be below 0.05. `single_cluster` and `no_variation`: the standard error is undefined. `p_interval_disagree`: ci95 excludes 0 although p is not below 0.05, or ci95 contains 0 although p is below 0.05.",
  examples: ["too_few"],
});

const perSide = (description: string) =>
  z
    .object({
      baseline: count("Number for the baseline."),
      candidate: count("Number for the candidate."),
    })
    .meta({ description });

const exampleFigures = {
  change: -17,
  improvement_pct: -18,
  test: "sign_flip_monte_carlo" as const,
  n_paired: 67,
  n_unpaired: { baseline: 1, candidate: 0 },
  n_not_common: 0,
  n_clusters: 67,
  ties: 47,
  discordant: 20,
  better: 4,
  worse: 16,
  p_value: 0.0008,
  p_adjusted: 0.0008,
  ci95: [-26.5, -7.5] as [number, number],
  interval_excludes_zero: true,
  differing_upper95: null,
  effect_size: -0.44,
  minimum_detectable_effect: 13.3,
  verdict: "regressed" as const,
};
const exampleMetric = {
  baseline: 94.5,
  candidate: 77.5,
  ...exampleFigures,
  passed: exampleShare,
  significant: true,
  reasons: [],
};

const figures = {
  change: points
    .nullable()
    .meta({ description: "Mean of candidate − baseline over the pairs, in points (−100 to 100)." }),
  improvement_pct: anyNumber
    .nullable()
    .meta({ description: "100 · change / baseline; null if the baseline is 0." }),
  test: test.nullable(),
  n_paired: count(
    "Number of samples that both evaluations scored: the denominator of every figure in this object.",
  ),
  n_unpaired: perSide("Number of scored samples without a partner. All figures exclude these samples."),
  n_not_common: count(
    "Number of pairs whose sample has no score in at least one further candidate of the request. All figures exclude these pairs. 0 if only two evaluations are compared.",
  ),
  n_clusters: count("Number of independent units: clusters, or pairs if no two pairs share a cluster."),
  ties: count("Number of pairs with equal scores."),
  discordant: count("Number of pairs whose two scores differ: better + worse."),
  better: count("Number of pairs in which the candidate scores higher."),
  worse: count("Number of pairs in which the candidate scores lower."),
  p_value: probability("Two-sided p-value of the test; null if there are no pairs."),
  p_adjusted: probability(
    "The p-value after Holm's correction over `by_metric` and all candidates. The combined score is the primary test, so its p-value is only corrected for the number of candidates.",
  ),
  ci95: z.tuple([points, points]).nullable().meta({
    description:
      "95 % interval for `change`, in points: Newcombe's paired method if the test is `mcnemar_exact`, otherwise a cluster-robust t interval. Null if undefined.",
  }),
  interval_excludes_zero: z
    .boolean()
    .nullable()
    .meta({ description: "Whether ci95 excludes 0; null if ci95 is null." }),
  differing_upper95: z.number().min(0).max(1).nullable().meta({
    description:
      "Share of further samples that may differ (0 to 1): the one-sided 95 % Clopper-Pearson upper bound for 0 of n_clusters. Null unless all pairs are equal.",
  }),
  effect_size: anyNumber.nullable().meta({
    description: "Effect size d_z: change / standard deviation of the differences; null if that is 0.",
  }),
  minimum_detectable_effect: z.number().min(0).max(1000).nullable().meta({
    description:
      "Minimum detectable change for the number of pairs, in points, with 80 % power: (1.960 + 0.842) · standard error; null if the standard error is 0.",
  }),
  verdict,
};

const comparedMetric = z
  .object({
    baseline: scoreOrNull("The baseline's mean score over the pairs (0 to 100)."),
    candidate: scoreOrNull("The candidate's mean score over the pairs (0 to 100)."),
    ...figures,
    passed,
    significant: z.boolean().meta({ description: "Whether p_adjusted is below 0.05." }),
    reasons: z
      .array(reason)
      .max(20)
      .meta({ description: `Reasons why figures are missing or weak: ${figuresReasons}.` }),
  })
  .meta({
    id: "ComparedMetric",
    description: "One evaluator's scores, compared pair by pair.",
    examples: [exampleMetric],
  });

const exampleSide = {
  id: exampleIds.evaluation,
  name: "nightingale-1.0",
  aggregate_score: 94.5,
  effective_score: 94.5,
};
const comparedEvaluation = z
  .object({
    id: idOf("evaluation"),
    name: nameText("Display name."),
    aggregate_score: scoreOrNull("Mean automated combined score over the pairs (0 to 100)."),
    effective_score: scoreOrNull(
      "Mean combined score with reviewers' overrides; for information only, not tested.",
    ),
  })
  .meta({ id: "ComparedEvaluation", description: "One side of a comparison.", examples: [exampleSide] });

/** An example of a comparison. */
export const exampleComparison = {
  object: "comparison" as const,
  baseline: exampleSide,
  candidate: {
    id: exampleIds.candidate,
    name: "mercury-0.9",
    aggregate_score: 77.5,
    effective_score: 77.5,
  },
  is_significant: true,
  ...exampleFigures,
  passed: exampleShare,
  safety: {},
  equivalence_margin: 2,
  comparable: true,
  reasons: ["unpaired" as const],
  n_case_changed: 0,
  n_missing_output: { baseline: 0, candidate: 0 },
  by_metric: { triage_accuracy: exampleMetric },
  regressions: ["triage_accuracy"],
  improvements: [],
};

/** The schema of a comparison of a candidate with a baseline. */
export const comparison = z
  .object({
    object: z.literal("comparison").meta({ description: "Always `comparison`." }),
    baseline: comparedEvaluation,
    candidate: comparedEvaluation,
    is_significant: z.boolean().meta({
      description:
        "Whether p_adjusted is below 0.05 for the combined score, which is the primary test. Independent of the verdict.",
    }),
    ...figures,
    passed,
    safety,
    equivalence_margin: z.number().min(0).max(100).meta({
      description:
        "Changes within ± `equivalence_margin` points are irrelevant. The value comes from the request.",
    }),
    comparable: z.boolean().meta({
      description:
        "Whether both sides have equal evaluators, evaluator settings, weights, error counts and sets of scored samples.",
    }),
    reasons: z.array(reason).max(20).meta({ description: "Reasons for caution; empty if there are none." }),
    n_case_changed: count(
      "Number of samples that match but differ in input or expected answer; all figures exclude them.",
    ),
    n_missing_output: perSide("Number of samples without an output."),
    by_metric: z
      .record(nameText("Key of an evaluator."), comparedMetric)
      .meta({ description: "Figures by evaluator key, for the evaluators that both sides have." }),
    regressions: keys("Keys of the evaluators whose verdict is `regressed`."),
    improvements: keys("Keys of the evaluators whose verdict is `improved`."),
  })
  .meta({
    id: "Comparison",
    description: "Two evaluations of the same samples, whose automated scores are compared pair by pair.",
    examples: [exampleComparison],
  });
