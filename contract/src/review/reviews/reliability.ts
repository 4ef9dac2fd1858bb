import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idempotencyHeaders, idOf, optional, reference, withDefault } from "../../platform/common.ts";
import { agreementInterpretations } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { periodText } from "../review-period.ts";

const dimensionName = z.string().min(1).max(100);

const reliabilityBody = z
  .strictObject({
    project: reference("project"),
    dimension: dimensionName.meta({ description: "Id of the rubric dimension to compare." }),
    period: withDefault(periodText, "30d"),
    rubric: optional(reference("rubric", "Required if several rubrics of the project have the dimension.")),
    include_unblinded: withDefault(
      z.boolean().meta({
        description:
          "Whether reviews of tasks that are not blind also count, whose authors may have seen other reviews. Default false.",
      }),
      false,
    ),
  })
  .meta({
    id: "MeasureReliability",
    description: "The dimension and the period to analyze.",
    examples: [{ project: exampleIds.project, dimension: "accuracy", period: "90d" }],
  });

/** A validated request for a reliability analysis. */
export type MeasureReliabilityBody = z.output<typeof reliabilityBody>;

const count = (description: string) => z.int().min(0).meta({ description });
const percent = (description: string) => z.number().min(0).max(100).nullable().meta({ description });
const coefficient = (description: string) => z.number().min(-1).max(1).nullable().meta({ description });
const alpha = (description: string) =>
  z.number().min(-Number.MAX_VALUE).max(1).nullable().meta({ description });
const bound = z.number().min(-Number.MAX_VALUE).max(100);
const interval = z
  .tuple([bound, bound])
  .nullable()
  .meta({ description: "Lower and upper bound, in the statistic's own unit; null if undefined." });
const reasonText = z
  .string()
  .max(500)
  .nullable()
  .meta({ description: "Cause of a null; null if the statistic is defined." });

const statistics = {
  percent_agreement: percent("Mean over samples of the share of rater pairs that agree, in percent."),
  percent_agreement_all: percent("Share of samples on which all raters agree, in percent."),
  cohens_kappa: coefficient("Mean of Cohen's kappa over pairs of raters; null if undefined."),
  fleiss_kappa: alpha("Fleiss' kappa, generalized to unequal numbers of raters; null if undefined."),
  weighted_kappa: coefficient("Mean of quadratic-weighted kappa over pairs of raters; null if undefined."),
  krippendorff_alpha: alpha("Krippendorff's alpha by `alpha_metric`; null if undefined."),
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
};

const pair = z
  .object({
    reviewers: z.tuple([idOf("reviewer"), idOf("reviewer")]).meta({ description: "The two raters." }),
    n_samples: count("Samples that both graded."),
    percent_agreement: percent("Share of these samples with agreement, in percent."),
    cohens_kappa: coefficient("Cohen's kappa of the two; null if undefined."),
    weighted_kappa: coefficient("Quadratic-weighted kappa of the two; null if undefined."),
    reason: z
      .string()
      .max(500)
      .nullable()
      .meta({ description: "Cause of a null kappa; null if both are defined." }),
  })
  .meta({ id: "RaterPair", description: "Agreement of two raters.", examples: [examplePair] });

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
    n_samples: count("Samples graded by at least two holders of the credential."),
    reviewer_count: count("Holders of the credential who graded one of these samples."),
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
        "Probability that a second rater chooses the category if a first one does, 0 to 1: Σn(n_k−1)n_k / Σn_k(n−1); null if no rater chose it.",
    }),
    numerator: count("Σ n_k (n_k − 1): ordered pairs of raters who both chose it."),
    denominator: count("Σ n_k (n − 1): ordered pairs of raters of whom the first chose it."),
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
  n_samples: 48,
  review_count: 96,
  reviewer_count: 2,
  pair_count: 1,
  undefined_pairs: 0,
  by_category: { correct: exampleCategory },
  by_pair: [examplePair],
  by_credential: { MD: exampleCredential },
};

const reliability = z
  .object({
    object: z.literal("reliability").meta({ description: "Always `reliability`." }),
    project: idOf("project"),
    rubric: idOf("rubric"),
    dimension: dimensionName.meta({ description: "The requested dimension." }),
    period: z.string().max(10).meta({ description: "The requested period, counted back from now." }),
    include_unblinded: z.boolean().meta({ description: "As in the request." }),
    ...statistics,
    alpha_metric: z.enum(["nominal", "interval"]).meta({
      id: "AlphaMetric",
      description: "`interval` for scales, else `nominal`.",
      examples: ["nominal"],
    }),
    interpretation: z.enum(agreementInterpretations).nullable().meta({
      description:
        "Landis and Koch's interpretation of Cohen's kappa for two raters, else of Fleiss' kappa; null if undefined.",
    }),
    reasons: perStatistic(reasonText, "Cause of a null statistic; null if it is defined."),
    ci95: perStatistic(
      interval,
      "95 % percentile intervals over 1,000 resamples of the samples; null if undefined in more than 5 % of them.",
    ),
    n_samples: count("Samples graded by at least two raters: the base of the statistics."),
    review_count: count("Grades in the period; grades of samples with a single one count for chance only."),
    reviewer_count: count("Raters with a grade in the period."),
    pair_count: count("Pairs of raters with at least two shared samples."),
    undefined_pairs: count("Of these, pairs with an undefined Cohen's kappa, excluded from its mean."),
    by_category: z.record(z.string().max(50_000), category).meta({
      description:
        "Category (option, true or false, number, or set as JSON) → agreement on it. Key order is arbitrary; the rubric has the order of options.",
    }),
    by_pair: z.array(pair).max(5000).meta({
      description: "Every pair with shared samples; above 5,000 those with the most shared samples.",
    }),
    by_credential: z
      .record(z.string().max(10), amongCredential)
      .meta({ description: "Credential → agreement among its holders, if two of them share a sample." }),
  })
  .meta({
    id: "Reliability",
    description: "The agreement of reviewers on a dimension.",
    examples: [exampleReliability],
  });

/** `POST /v1/reviews/reliability`, one of the routes of reviews. */
export const reliabilityRoute = route({
  method: "POST",
  path: "/v1/reviews/reliability",
  summary: "Measure the agreement of reviewers",
  description:
    "Computes agreement over samples that at least two reviewers graded in the period. For blind tasks the first blind grade counts, for others the latest revision. 422 with fewer than two such samples.",
  headers: idempotencyHeaders,
  body: reliabilityBody,
  responses: answers({ 200: reliability }, 409, 422),
  metadata: {
    operationId: "measureReliability",
    tag: "Reviews",
    scope: "reviews:read",
    sdk: "reviews.reliability",
  },
});
