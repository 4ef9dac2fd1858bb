import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import {
  idempotencyHeaders,
  idOf,
  nameText,
  optional,
  reference,
  withDefault,
} from "../../platform/common.ts";
import { conditionReasons, comparisonTests, comparisonVerdicts, metricReasons } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

const count = (description: string) => z.int().min(0).meta({ description });
const percent = (description: string) => z.number().min(0).max(100).nullable().meta({ description });
const points = z.number().min(-100).max(100);
const probability = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
const anyNumber = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);
const keys = (description: string) =>
  z.array(nameText("Key of an evaluator.")).max(limits.evaluatorsPerEvaluation).meta({ description });

const verdict = z.enum(comparisonVerdicts).meta({
  id: "ComparisonVerdict",
  description:
    "`improved` or `regressed` if p_adjusted is below 0.05; `no_difference` if ci95 lies within ± equivalence_margin; otherwise `inconclusive`.",
  examples: ["improved"],
});
const test = z.enum(comparisonTests).meta({
  id: "ComparisonTest",
  description:
    "`mcnemar_exact` if every score is 0 or 100 and no two pairs share a cluster. Otherwise a sign-flip test: exact for up to 15 clusters with a difference, and with 100,000 random flips for more, which depend only on the sizes of the differences. If a cluster has two or more pairs, whole clusters are flipped.",
  examples: ["mcnemar_exact"],
});
const figuresReasons = metricReasons.join(", ");
const reason = z.enum([...conditionReasons, ...metricReasons]).meta({
  id: "ComparisonReason",
  description:
    "`evaluators_differ`, `evaluator_settings_differ`, `weights_differ` and `errors_differ`: the evaluations are not comparable. `datasets_differ`, `case_changed` and `unpaired`: only the paired samples are compared. `no_pairs`: no sample was scored in both. `too_few`: fewer than 6 clusters differ, so p cannot be below 0.05. `single_cluster` and `no_variation`: the standard error is undefined.",
  examples: ["too_few"],
});

const exampleFigures = {
  change: -17,
  improvement_pct: -18,
  test: "sign_flip_monte_carlo" as const,
  n_paired: 67,
  n_unpaired: { baseline: 1, candidate: 0 },
  n_clusters: 67,
  ties: 47,
  discordant: 20,
  better: 4,
  worse: 16,
  p_value: 0.0008,
  p_adjusted: 0.0008,
  ci95: [-26.5, -7.5] as [number, number],
  effect_size: -0.44,
  minimum_detectable_effect: 13.3,
  verdict: "regressed" as const,
};
const exampleMetric = { baseline: 94.5, candidate: 77.5, ...exampleFigures, significant: true, reasons: [] };

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
  n_unpaired: z
    .object({
      baseline: count("Number for the baseline."),
      candidate: count("Number for the candidate."),
    })
    .meta({ description: "Number of scored samples without a partner. All figures exclude these samples." }),
  n_clusters: count("Number of independent units: clusters, or pairs if no two pairs share a cluster."),
  ties: count("Number of pairs with equal scores."),
  discordant: count("Number of pairs with different scores: better + worse."),
  better: count("Number of pairs in which the candidate scores higher."),
  worse: count("Number of pairs in which the candidate scores lower."),
  p_value: probability("Two-sided p-value of the test; null if there are no pairs."),
  p_adjusted: probability(
    "The p-value after Holm's correction over `by_metric`. For the combined score, which is the only primary test, the uncorrected p-value.",
  ),
  ci95: z.tuple([points, points]).nullable().meta({
    description:
      "95 % interval for `change`, in points: Newcombe's paired method if the test is `mcnemar_exact`, otherwise a cluster-robust t interval. Null if undefined.",
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
    baseline: percent("The baseline's mean score over the pairs (0 to 100)."),
    candidate: percent("The candidate's mean score over the pairs (0 to 100)."),
    ...figures,
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
    aggregate_score: percent("Mean automated combined score over the pairs (0 to 100)."),
    effective_score: percent(
      "Mean combined score with reviewers' overrides; for information only, not tested.",
    ),
  })
  .meta({ id: "ComparedEvaluation", description: "One side of a comparison.", examples: [exampleSide] });

const comparison = z
  .object({
    object: z.literal("comparison").meta({ description: "Always `comparison`." }),
    baseline: comparedEvaluation,
    candidate: comparedEvaluation,
    is_significant: z.boolean().meta({
      description: "Whether p_adjusted is below 0.05 for the combined score, which is the only primary test.",
    }),
    ...figures,
    equivalence_margin: z.number().min(0).max(100).meta({
      description: "Changes within ± `equivalence_margin` points are irrelevant; taken from the request.",
    }),
    comparable: z.boolean().meta({
      description: "Whether both sides have equal evaluators, evaluator settings, weights and error counts.",
    }),
    reasons: z.array(reason).max(20).meta({ description: "Reasons for caution; empty if there are none." }),
    n_case_changed: count(
      "Number of samples that match but differ in input or expected answer; all figures exclude them.",
    ),
    by_metric: z
      .record(nameText("Key of an evaluator."), comparedMetric)
      .meta({ description: "Figures by evaluator key, for the evaluators that both sides have." }),
    regressions: keys("Keys of the evaluators whose verdict is `regressed`."),
    improvements: keys("Keys of the evaluators whose verdict is `improved`."),
  })
  .meta({
    id: "Comparison",
    description: "Two evaluations of the same samples, whose automated scores are compared pair by pair.",
    examples: [
      {
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
        equivalence_margin: 2,
        comparable: true,
        reasons: ["unpaired" as const],
        n_case_changed: 0,
        by_metric: { triage_accuracy: exampleMetric },
        regressions: ["triage_accuracy"],
        improvements: [],
      },
    ],
  });

const compareEvaluationsBody = z
  .strictObject({
    evaluations: z.array(reference("evaluation")).min(1).max(2).meta({
      description:
        "Ids of two completed evaluations, or the id of one evaluation if `baseline` names the other.",
    }),
    baseline: optional(reference("evaluation", "The baseline; by default the first of `evaluations`.")),
    metrics: optional(
      z
        .array(nameText("Key of an evaluator."))
        .min(1)
        .max(limits.evaluatorsPerEvaluation)
        .meta({ description: "Keys of the evaluators in `by_metric`; by default all that both sides have." }),
    ),
    equivalence_margin: withDefault(
      z
        .number()
        .min(0)
        .max(100)
        .meta({ description: "Changes within ± `equivalence_margin` points are irrelevant." }),
      2,
    ),
  })
  .meta({
    id: "CompareEvaluations",
    description: "The evaluations to compare.",
    examples: [
      { evaluations: [exampleIds.evaluation, exampleIds.candidate] },
      { evaluations: [exampleIds.candidate], baseline: exampleIds.evaluation, equivalence_margin: 5 },
    ],
  });

/** A validated request for a comparison, with defaults applied. */
export type CompareEvaluationsBody = z.output<typeof compareEvaluationsBody>;

/** The route that compares two evaluations. It is one of the evaluation routes. */
export const compareRoute = route({
  method: "POST",
  path: "/v1/evaluations/compare",
  summary: "Compare two evaluations",
  description:
    "Compares the automated scores of the samples in both evaluations, with test, interval and verdict. Equal requests return equal responses. 409 if an evaluation has not completed; 422 `not_comparable` if no sample was scored in both.",
  headers: idempotencyHeaders,
  body: compareEvaluationsBody,
  responses: answers({ 200: comparison }, 409, 422),
  metadata: {
    operationId: "compareEvaluations",
    tag: "Evaluations",
    scope: "evaluations:read",
    sdk: "evaluations.compare",
  },
});
