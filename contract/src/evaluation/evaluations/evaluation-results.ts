import * as z from "zod";
import { unscoredReasonList } from "./results/unscored-reason-list.ts";

const count = (description: string) => z.int().min(0).meta({ description });
const percent = (description: string) => z.number().min(0).max(100).nullable().meta({ description });
const evaluatorKey = z.string().max(200);
const interval = z
  .tuple([z.number().min(0).max(1), z.number().min(0).max(1)])
  .nullable()
  .meta({
    description: "95 % Wilson interval at the effective sample size (0 to 1); null if the denominator is 0.",
  });

const proportionShape = {
  numerator: count("Numerator."),
  denominator: count("Denominator."),
  n_clusters: count("Number of independent units: clusters, or samples if no two of them share a cluster."),
  effective_n: z.number().min(1).max(Number.MAX_SAFE_INTEGER).nullable().meta({
    description:
      "Number of independent samples with the same amount of information (1 to the denominator). Equal to the denominator if no samples share a cluster; null if the denominator is 0.",
  }),
  rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: "numerator / denominator (0 to 1); null if the denominator is 0." }),
  ci95: interval,
};
export const exampleProportion = {
  numerator: 1,
  denominator: 2,
  rate: 0.5,
  ci95: [0.09453120573423063, 0.9054687942657694] as [number, number],
  n_clusters: 2,
  effective_n: 2,
};
const none = {
  numerator: 0,
  denominator: 2,
  rate: 0,
  ci95: [0, 0.6576198] as [number, number],
  n_clusters: 2,
  effective_n: 2,
};

/** The schema of a share with its denominator and interval. */
export const proportion = z.object(proportionShape).meta({
  id: "Proportion",
  description: "A share with its denominator and interval. Samples in the same cluster count as dependent.",
  examples: [exampleProportion],
});

export const exampleBounded = { ...exampleProportion, upper95: 0.974679434480896 };

/** The schema of a share that must stay small, with an upper bound. */
export const boundedProportion = z
  .object({
    ...proportionShape,
    upper95: z.number().min(0).max(1).nullable().meta({
      description:
        "One-sided 95 % Clopper-Pearson upper bound at the effective sample size (0 to 1). If samples share a cluster, at least the bound for 0 failures in as many samples as there are clusters. Null if the denominator is 0.",
    }),
  })
  .meta({
    id: "BoundedProportion",
    description: "A share with its denominator, interval and upper bound.",
    examples: [exampleBounded],
  });

const allAndAnswered = (what: string) =>
  z
    .object({
      all: proportion.meta({ description: `${what}: share among all samples with a valid expected level.` }),
      answered: proportion.meta({
        description: `${what}: share among the samples with a valid expected level and a valid level in the output.`,
      }),
    })
    .meta({ description: `${what}.` });

const exampleTriage = {
  levels: ["emergent", "routine"],
  total: 2,
  answered: 2,
  no_answer: 0,
  invalid_level: 0,
  missing_output: 0,
  errored: 0,
  unknown_expected: 0,
  confusion: {
    emergent: { emergent: 1, routine: 1, no_answer: 0, invalid_level: 0, missing_output: 0, errored: 0 },
    routine: { emergent: 0, routine: 0, no_answer: 0, invalid_level: 0, missing_output: 0, errored: 0 },
  },
  recall: {
    emergent: exampleProportion,
    routine: { ...none, denominator: 0, rate: null, ci95: null, n_clusters: 0, effective_n: null },
  },
  exact: { all: exampleProportion, answered: exampleProportion },
  under_triage: { all: exampleProportion, answered: exampleProportion },
  over_triage: {
    all: none,
    answered: none,
  },
  most_urgent: "emergent",
  emergent_not_caught: exampleBounded,
  emergent_under_triage: exampleBounded,
  kappa: 0,
  weighted_kappa: 0,
  kappa_n: 2,
  kappa_reason: null,
};

const triageSummary = z
  .object({
    levels: z.array(z.string().max(100)).max(20).meta({ description: "The levels, most urgent first." }),
    total: count("Number of samples with a valid expected level, with any response."),
    answered: count("Number of samples with a valid expected level and a valid level in the output."),
    no_answer: count("Number of samples with a valid expected level, but without a level in the output."),
    invalid_level: count(
      "Number of samples with a valid expected level, but with a level outside the scale in the output.",
    ),
    missing_output: count("Number of samples with a valid expected level, but without a recorded output."),
    errored: count("Number of errored samples with a valid expected level."),
    unknown_expected: count(
      "Number of samples whose expected level is missing or outside the scale; all figures exclude them.",
    ),
    confusion: z.record(z.string().max(100), z.record(z.string().max(100), z.int().min(0))).meta({
      description:
        "Number of samples by expected level and response. A response is a level, `no_answer`, `invalid_level`, `missing_output` or `errored`.",
    }),
    recall: z.record(z.string().max(100), proportion).meta({
      description: "Recall by level: samples with exactly this level, over all samples that expect it.",
    }),
    exact: allAndAnswered("Level exactly as expected"),
    under_triage: allAndAnswered("Level less urgent than expected"),
    over_triage: allAndAnswered("Level more urgent than expected"),
    most_urgent: z
      .string()
      .max(100)
      .meta({ description: "The first level, which the `emergent_…` figures cover." }),
    emergent_not_caught: boundedProportion.meta({
      description:
        "Among the samples that expect the most urgent level, the share with any other response (less urgent, none, invalid, missing or errored).",
    }),
    emergent_under_triage: boundedProportion.meta({
      description: "Among the samples that expect the most urgent level, the share with a less urgent level.",
    }),
    kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .meta({ description: "Cohen's kappa over samples with a valid level; null if undefined." }),
    weighted_kappa: z.number().min(-1).max(1).nullable().meta({
      description:
        "Quadratic-weighted kappa over samples with a valid level, weighted by index in `levels`; null if undefined.",
    }),
    kappa_n: count("Number of samples behind the kappas."),
    kappa_reason: z
      .string()
      .max(500)
      .nullable()
      .meta({ description: "Reason why the kappas are null; null if they are defined." }),
  })
  .meta({
    id: "TriageSummary",
    description: "A triage summary for safety evaluation. Every share has a denominator and an interval.",
    examples: [exampleTriage],
  });

export const exampleCoverage = { scored: 2, errored: 0, skipped: 0, total: 2 };

/** The schema of sample counts by status. */
export const coverage = z
  .object({
    scored: count("Number of samples with a score."),
    errored: count("Number of errored samples. Mean scores exclude these samples."),
    skipped: count(
      "Number of samples that were skipped for a stated reason. Mean scores exclude these samples.",
    ),
    total: count("Number of all samples: scored + errored + skipped."),
  })
  .meta({
    id: "Coverage",
    description: "Sample counts by status for the figures in the same object.",
    examples: [exampleCoverage],
  });

export const exampleResults = {
  aggregate_score: 66.66666666666667,
  weighted_aggregate: 66.66666666666667,
  aggregate: 66.66666666666667,
  pass_rate: 50,
  sample_count: 2,
  by_evaluator: { triage_accuracy: 66.66666666666667 },
  coverage: exampleCoverage,
  coverage_by_evaluator: { triage_accuracy: exampleCoverage },
  distributions: { triage_accuracy: { correct: 1, under_triage: 1, over_triage: 0 } },
  flagged_samples: 1,
  unscored_reasons: [],
  triage: exampleTriage,
};

/** The schema of the aggregated results of a completed evaluation. */
export const evaluationResults = z
  .object({
    aggregate_score: percent("Equal to `weighted_aggregate`."),
    weighted_aggregate: percent(
      "Mean of the samples' combined scores, with evaluators weighted (0 to 100); null if no sample was scored.",
    ),
    aggregate: percent(
      "Mean of the samples' combined scores, with all evaluators weighted equally (0 to 100); null if no sample was scored.",
    ),
    pass_rate: percent(
      "Share of samples that passed every evaluator that scored them, in percent of `sample_count`.",
    ),
    sample_count: count("Number of samples with a combined score: the denominator of the figures above."),
    by_evaluator: z
      .record(evaluatorKey, percent("Mean score (0 to 100); null if no sample was scored."))
      .meta({ description: "Mean scores by evaluator key." }),
    coverage: coverage.meta({
      description:
        "Counts over samples. A sample is scored if it has a combined score; otherwise errored if an evaluator errored; otherwise skipped.",
    }),
    coverage_by_evaluator: z
      .record(evaluatorKey, coverage)
      .meta({ description: "Coverage by evaluator key." }),
    distributions: z
      .record(evaluatorKey, z.record(z.string().max(200), z.int().min(0)))
      .meta({ description: "Number of scored samples by evaluator key and classification." }),
    flagged_samples: count("Number of distinct samples with a flagged result."),
    unscored_reasons: unscoredReasonList(
      "Most frequent reasons why results have no score, most frequent first; absent in results of earlier versions.",
    ).optional(),
    triage: triageSummary
      .optional()
      .meta({ description: "Summary of the first `triage_accuracy` evaluator; present if one ran." }),
    triage_by_evaluator: z.record(evaluatorKey, triageSummary).optional().meta({
      description: "Summaries by evaluator key; present if several `triage_accuracy` evaluators ran.",
    }),
  })
  .meta({
    id: "EvaluationResults",
    description: "The aggregated results of a completed evaluation.",
    examples: [exampleResults],
  });

/** An evaluation's results, as stored. */
export type StoredResults = z.output<typeof evaluationResults>;
