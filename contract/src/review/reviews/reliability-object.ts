import * as z from "zod";
import { idOf } from "../../platform/common.ts";
import { agreementInterpretations, alphaMetrics, interpretedCoefficients } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { blandAltman, iccA1 } from "../scale-agreement.ts";

/** The schema of the id of a dimension. */
export const dimensionName = z.string().min(1).max(100);

/** The schema of a distance between grades. */
export const alphaMetric = z.enum(alphaMetrics).meta({
  id: "AlphaMetric",
  description:
    "Distance between two grades in Krippendorff's alpha. `nominal`: 1 if the grades differ; `ordinal`: by the number of grades between them; `interval`: by the difference of the grades.",
  examples: ["nominal"],
});

const count = (description: string) => z.int().min(0).meta({ description });
const percent = (description: string) => z.number().min(0).max(100).nullable().meta({ description });
const coefficient = (description: string) => z.number().min(-1).max(1).nullable().meta({ description });
const alpha = (description: string) =>
  z.number().min(-Number.MAX_VALUE).max(1).nullable().meta({ description });
const bound = z.number().min(-Number.MAX_VALUE).max(100);
const interval = z
  .tuple([bound, bound])
  .nullable()
  .meta({ description: "Lower and upper bound, in the unit of the statistic; null if undefined." });
const reasonText = z
  .string()
  .max(500)
  .nullable()
  .meta({ description: "Reason for a null value; null if the statistic is defined." });

const statistics = {
  percent_agreement: percent("Mean over samples of the share of rater pairs that agree, in percent."),
  percent_agreement_all: percent("Share of samples on which all raters agree, in percent."),
  cohens_kappa: coefficient("Mean of Cohen's kappa over pairs of raters; null if undefined."),
  fleiss_kappa: alpha("Fleiss' kappa, generalized to unequal numbers of raters; null if undefined."),
  weighted_kappa: coefficient("Mean of quadratic-weighted kappa over pairs of raters; null if undefined."),
  krippendorff_alpha: alpha("Krippendorff's alpha with the distance in `alpha_metric`; null if undefined."),
  gwet_ac1: alpha("Gwet's AC1; null if undefined."),
};

const perStatistic = <T extends z.ZodType>(schema: T, description: string) =>
  z
    .object({
      percent_agreement: schema,
      percent_agreement_all: schema,
      cohens_kappa: schema,
      fleiss_kappa: schema,
      weighted_kappa: schema,
      krippendorff_alpha: schema,
      gwet_ac1: schema,
    })
    .meta({ description });

const examplePair = {
  reviewers: [exampleIds.reviewer, "rvr_01jd0vc4h7t2m9b5x3n8p6r1wz"] as [string, string],
  n_samples: 48,
  percent_agreement: 87.5,
  cohens_kappa: 0.75,
  weighted_kappa: 0.81,
  reason: null,
  bland_altman: null,
};

const pair = z
  .object({
    reviewers: z.tuple([idOf("reviewer"), idOf("reviewer")]).meta({ description: "The two raters." }),
    n_samples: count("Number of samples that both raters graded."),
    percent_agreement: percent("Share of the `n_samples` samples on which the two raters agree, in percent."),
    cohens_kappa: coefficient("Cohen's kappa of the two raters; null if undefined."),
    weighted_kappa: coefficient("Quadratic-weighted kappa of the two raters; null if undefined."),
    reason: z
      .string()
      .max(500)
      .nullable()
      .meta({ description: "Reason for a null kappa; null if both kappas are defined." }),
    bland_altman: blandAltman.nullable(),
  })
  .meta({ id: "RaterPair", description: "How well two raters agree.", examples: [examplePair] });

const exampleCredential = {
  n_samples: 20,
  reviewer_count: 2,
  percent_agreement: 90,
  percent_agreement_all: 90,
  cohens_kappa: 0.8,
  fleiss_kappa: 0.79,
  weighted_kappa: 0.85,
  krippendorff_alpha: 0.8,
  gwet_ac1: 0.82,
};

const amongCredential = z
  .object({
    n_samples: count("Number of samples graded by at least two holders of the credential."),
    reviewer_count: count(
      "Number of holders of the credential who graded at least one of the `n_samples` samples.",
    ),
    ...statistics,
  })
  .meta({
    id: "CredentialAgreement",
    description: "Agreement among the holders of a credential.",
    examples: [exampleCredential],
  });

const exampleCategory = { agreement: 0.9, numerator: 54, denominator: 60 };
const category = z
  .object({
    agreement: z.number().min(0).max(1).nullable().meta({
      description:
        "Probability that a second rater chooses the category if a first rater does (0 to 1): Σn(n_k−1)n_k / Σn_k(n−1); null if no rater chose it.",
    }),
    numerator: count("Σ n_k (n_k − 1): number of ordered pairs of raters who both chose the category."),
    denominator: count(
      "Σ n_k (n − 1): number of ordered pairs of raters in which the first rater chose the category.",
    ),
  })
  .meta({ id: "CategoryAgreement", description: "Agreement on one category.", examples: [exampleCategory] });

const nothingNull = {
  percent_agreement: null,
  percent_agreement_all: null,
  cohens_kappa: null,
  fleiss_kappa: null,
  weighted_kappa: null,
  krippendorff_alpha: null,
  gwet_ac1: null,
};

const exampleReliability = {
  object: "reliability" as const,
  project: exampleIds.project,
  rubric: exampleIds.rubric,
  dimension: "accuracy",
  period: "90d",
  include_unblinded: false,
  percent_agreement: 87.5,
  percent_agreement_all: 87.5,
  cohens_kappa: 0.75,
  fleiss_kappa: 0.749,
  weighted_kappa: 0.81,
  krippendorff_alpha: 0.752,
  gwet_ac1: 0.79,
  alpha_metric: "nominal" as const,
  interpretation: "substantial_agreement",
  interpretation_of: "cohens_kappa" as const,
  reasons: nothingNull,
  ci95: {
    percent_agreement: [77.1, 95.8] as [number, number],
    percent_agreement_all: [77.1, 95.8] as [number, number],
    cohens_kappa: [0.55, 0.91] as [number, number],
    fleiss_kappa: [0.55, 0.91] as [number, number],
    weighted_kappa: [0.62, 0.94] as [number, number],
    krippendorff_alpha: [0.56, 0.91] as [number, number],
    gwet_ac1: [0.63, 0.93] as [number, number],
  },
  resamples: 1000,
  icc_a1: null,
  n_samples: 48,
  review_count: 96,
  reviewer_count: 2,
  pair_count: 1,
  undefined_pairs: 0,
  by_category: { correct: exampleCategory },
  by_pair: [examplePair],
  by_credential: { MD: exampleCredential },
};

/** The schema of the agreement on a dimension. */
export const reliability = z
  .object({
    object: z.literal("reliability").meta({ description: "Always `reliability`." }),
    project: idOf("project"),
    rubric: idOf("rubric"),
    dimension: dimensionName.meta({ description: "The requested dimension." }),
    period: z.string().max(10).meta({ description: "The requested period, counted back from now." }),
    include_unblinded: z.boolean().meta({ description: "The value in the request." }),
    ...statistics,
    alpha_metric: alphaMetric,
    interpretation: z.enum(agreementInterpretations).nullable().meta({
      description:
        "Landis and Koch's interpretation of the coefficient in `interpretation_of`; null if that is undefined.",
    }),
    interpretation_of: z.enum(interpretedCoefficients).meta({
      description:
        "The interpreted coefficient. Scales: `krippendorff_alpha`. Ordered dimensions: `weighted_kappa` for two raters, else `krippendorff_alpha`. All remaining dimensions: `cohens_kappa` for two raters, else `fleiss_kappa`. Alpha has the default distance of the dimension here, whatever `alpha_metric` is.",
    }),
    reasons: perStatistic(reasonText, "Reason for a null statistic; null if the statistic is defined."),
    ci95: perStatistic(
      interval,
      "95 % percentile intervals over resamples of the samples. An interval is null if the statistic is undefined in more than 5 % of the resamples.",
    ),
    resamples: count(
      "Number of resamples for each interval: 1,000, or 200 if more than 2,000,000 pairs of grades (two grades of one sample) exist.",
    ),
    icc_a1: iccA1.nullable(),
    n_samples: count("Number of samples graded by at least two raters, on which the statistics are based."),
    review_count: count("Number of grades in the period. Single grades affect the chance terms only."),
    reviewer_count: count("Number of raters with a grade in the period."),
    pair_count: count("Number of pairs of raters with at least two shared samples."),
    undefined_pairs: count(
      "Number of pairs among `pair_count` with an undefined Cohen's kappa. The mean of Cohen's kappa excludes these pairs.",
    ),
    by_category: z.record(z.string().max(50_000), category).meta({
      description:
        "Agreement by category (option, true or false, number, or set as JSON). The order of keys is arbitrary; the rubric contains the order of the options.",
    }),
    by_pair: z.array(pair).max(5000).meta({
      description:
        "Every pair of raters with shared samples. If more than 5,000 pairs exist, only the 5,000 pairs with the most shared samples.",
    }),
    by_credential: z
      .record(z.string().max(10), amongCredential)
      .meta({ description: "Agreement by credential, for credentials with two holders who share a sample." }),
  })
  .meta({
    id: "Reliability",
    description: "How well reviewers agree on a dimension.",
    examples: [exampleReliability],
  });
