import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, queryFlag, reference } from "../../platform/common.ts";
import {
  comparisonTests,
  regressionSeverities,
  trendDirections,
  trendPeriodDays,
} from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, day, score, scoreOrNull } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";

const period = z.enum(["7d", "30d", "90d", "1y"]).meta({
  id: "TrendPeriod",
  description: "The last N UTC days, including today; 1y is 365.",
  examples: ["30d"],
}) satisfies z.ZodType<keyof typeof trendPeriodDays>;

// A line through points within a few milliseconds can rise by any number in a week.
const slope = z.number().min(-Number.MAX_VALUE).max(Number.MAX_VALUE);

const exampleRegression = {
  date: "2026-02-24",
  evaluation: exampleIds.candidate,
  baseline: exampleIds.evaluation,
  before: 86.8,
  after: 79.4,
  change: -7.4,
  severity: "moderate" as const,
  recovered: true,
  recovery_date: "2026-02-26",
  test: "mcnemar_exact" as const,
  n_paired: 68,
  p_value: 0.0126,
};

const regression = z
  .object({
    date: day("Date of the evaluation with the lower score."),
    evaluation: idOf("evaluation"),
    baseline: idOf("evaluation").meta({
      description: "The previous evaluation: the same dataset and the same evaluator settings.",
    }),
    before: score("Score of the previous evaluation."),
    after: score("Score of this evaluation."),
    change: z.number().min(-100).max(0).meta({ description: "after − before, in points." }),
    severity: z
      .enum(regressionSeverities)
      .meta({ description: "minor: below 5 points; moderate: below 10; severe: 10 or more." }),
    recovered: z
      .boolean()
      .meta({ description: "Whether a later evaluation of the series reached `before` again." }),
    recovery_date: day("Date of the first such evaluation; null: none.").nullable(),
    test: z.enum(comparisonTests).nullable().meta({
      description:
        "Paired test of the automated scores, as in a comparison; null: no shared samples, so that a drop of 5 points or more counts.",
    }),
    n_paired: count("Samples that both evaluations scored."),
    p_value: z.number().min(0).max(1).nullable().meta({ description: "p of the test; below 0.05." }),
  })
  .meta({
    id: "Regression",
    description: "An evaluation with a significantly lower score than the previous one.",
    examples: [exampleRegression],
  });

const exampleDay = { date: "2026-02-24", score: 79.4, sample_count: 68 };
const trendDay = z
  .object({
    date: day("The day."),
    score: score("Mean effective score of its samples, 0 to 100."),
    sample_count: count("Scored samples: the denominator of `score`."),
  })
  .meta({ id: "TrendDay", description: "One day of a trend.", examples: [exampleDay] });

const trends = z
  .object({
    object: z.literal("score_trends").meta({ description: "Always `score_trends`." }),
    project_id: idOf("project"),
    evaluator: nameText("The requested evaluator; null: the samples' combined scores.").nullable(),
    period,
    direction: z.enum(trendDirections).meta({
      description:
        "improving, declining: the slope's 95 % interval excludes 0; stable: the interval includes 0; insufficient_data: fewer than 3 points, or all at one instant.",
    }),
    slope: slope.nullable().meta({
      description: "Points per week, by least squares over the evaluations; null: insufficient_data.",
    }),
    slope_unit: z.literal("percent_per_week").meta({ description: "Always `percent_per_week`." }),
    slope_ci95: z
      .tuple([slope, slope])
      .nullable()
      .meta({ description: "95 % interval of the slope (Student's t); null like the slope." }),
    r_squared: z.number().min(0).max(1).nullable().meta({
      description:
        "Share of the variance that the line explains; null if all scores are equal, or without a slope.",
    }),
    data_points: count("Number of completed evaluations with a scored sample: one point each."),
    sample_count: count("Number of scored samples behind `current`."),
    current: scoreOrNull("Mean effective score of the period's samples; null: none."),
    period_start: scoreOrNull("Score of the first evaluation."),
    period_end: scoreOrNull("Score of the last evaluation."),
    min: scoreOrNull("Lowest score of an evaluation."),
    max: scoreOrNull("Highest score of an evaluation."),
    regressions: z
      .array(regression)
      .max(limits.regressionsListed)
      .optional()
      .meta({
        description: `Earliest first, at most the last ${limits.regressionsListed}; absent with \`include_regression_analysis=false\`.`,
      }),
    time_series: z
      .array(trendDay)
      .max(trendPeriodDays["1y"])
      .meta({ description: "By UTC day, earliest first; days without a score are absent." }),
  })
  .meta({
    id: "ScoreTrends",
    description: "The course and direction of a project's scores.",
    examples: [
      {
        object: "score_trends",
        project_id: exampleIds.project,
        evaluator: null,
        period: "30d",
        direction: "stable",
        slope: -0.4,
        slope_unit: "percent_per_week",
        slope_ci95: [-2.1, 1.3],
        r_squared: 0.12,
        data_points: 4,
        sample_count: 272,
        current: 84.1,
        period_start: 86.8,
        period_end: 85.3,
        min: 79.4,
        max: 86.8,
        regressions: [exampleRegression],
        time_series: [exampleDay],
      },
    ],
  });

const trendsQuery = z.strictObject({
  project: reference("project", "The project."),
  evaluator: nameText("Evaluator of the trend, by its key; default the combined scores.").optional(),
  dataset: reference("dataset", "Filter by dataset.").optional(),
  model: reference("model", "Filter by model.").optional(),
  period: period.default("30d"),
  include_regression_analysis: queryFlag("false: omit `regressions`; default true."),
});

/** The validated query of a trend, with its defaults. */
export type TrendsQuery = z.output<typeof trendsQuery>;

/** The route of a project's trend. */
export const trendsRoute = route({
  method: "GET",
  path: "/v1/scores/trends",
  summary: "Get a project's trend",
  description:
    "Returns one point per evaluation, at its `as_of`, else its completion. A significant drop is a regression.",
  query: trendsQuery,
  responses: answers({ 200: trends }),
  metadata: { operationId: "getScoreTrends", tag: "Scores", scope: "scores:read", sdk: "scores.trends" },
});
