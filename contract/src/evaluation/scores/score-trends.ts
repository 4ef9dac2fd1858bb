import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, queryDate, queryFlag, reference } from "../../platform/common.ts";
import {
  comparisonTests,
  regressionSeverities,
  trendDirections,
  trendPeriodDays,
} from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, day, score, scoreOrNull, timeZoneQuery } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";
import { timeZoneName } from "../../platform/validation/time-zone-name.ts";

const period = z.enum(["7d", "30d", "90d", "1y"]).meta({
  id: "TrendPeriod",
  description: "The last N days of `time_zone`, including today; `1y` is 365 days.",
  examples: ["30d"],
}) satisfies z.ZodType<keyof typeof trendPeriodDays>;

const shownPeriod = z.string().max(49).meta({
  description:
    "The requested period, such as `30d`, or both dates, such as `2024-01-01/2026-12-31`. Dates with a time are shown in UTC.",
});

// Any finite slope is valid: if all points are within a few milliseconds, the change per week can be very
// large.
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
      description: "The previous evaluation of the same dataset with the same evaluator settings.",
    }),
    before: score("Score of the previous evaluation."),
    after: score("Score of this evaluation."),
    change: z.number().min(-100).max(0).meta({ description: "The difference after − before, in points." }),
    severity: z.enum(regressionSeverities).meta({
      description:
        "Size of the drop. `minor`: below 5 points; `moderate`: below 10 points; `severe`: 10 points or more.",
    }),
    recovered: z
      .boolean()
      .meta({ description: "Whether a later evaluation in the same series reached `before` again." }),
    recovery_date: day(
      "Date of the first later evaluation that reached `before` again; null if no evaluation did.",
    ).nullable(),
    test: z.enum(comparisonTests).nullable().meta({
      description:
        "Paired test of the automated scores, as in a comparison. Null if the evaluations share no samples; a drop of at least 5 points is then a regression.",
    }),
    n_paired: count("Number of samples that both evaluations scored."),
    p_value: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: "p-value of the test, which is below 0.05." }),
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
    score: score("Mean effective score over the day's samples (0 to 100)."),
    sample_count: count("Number of scored samples: the denominator of `score`."),
  })
  .meta({ id: "TrendDay", description: "One day in a trend.", examples: [exampleDay] });

const trends = z
  .object({
    object: z.literal("score_trends").meta({ description: "Always `score_trends`." }),
    project_id: idOf("project"),
    evaluator: nameText("The requested evaluator; null for the samples' combined scores.").nullable(),
    period: shownPeriod,
    time_zone: timeZoneName("The requested time zone: days are those of its calendar."),
    direction: z.enum(trendDirections).meta({
      description:
        "`improving` or `declining` if the slope's 95 % interval excludes 0; `stable` if it includes 0; `insufficient_data` if there are fewer than 3 points or if all are at the same instant.",
    }),
    slope: slope.nullable().meta({
      description:
        "Points per week, fitted by least squares over the evaluations; null if the direction is `insufficient_data`.",
    }),
    slope_unit: z.literal("percent_per_week").meta({ description: "Always `percent_per_week`." }),
    slope_ci95: z
      .tuple([slope, slope])
      .nullable()
      .meta({ description: "95 % interval for the slope (Student's t); null if the slope is null." }),
    r_squared: z.number().min(0).max(1).nullable().meta({
      description:
        "Share of the variance that the line explains; null if all scores are equal or if the slope is null.",
    }),
    data_points: count("Number of completed evaluations with a scored sample. Each of them is one point."),
    sample_count: count("Number of scored samples behind `current`."),
    current: scoreOrNull("Mean effective score over the period's samples; null if no sample was scored."),
    period_start: scoreOrNull("Score of the first evaluation."),
    period_end: scoreOrNull("Score of the last evaluation."),
    min: scoreOrNull("Lowest score of any evaluation."),
    max: scoreOrNull("Highest score of any evaluation."),
    regressions: z
      .array(regression)
      .max(limits.regressionsListed)
      .optional()
      .meta({
        description: `The regressions, earliest first, at most the last ${limits.regressionsListed}; absent with \`include_regression_analysis=false\`.`,
      }),
    time_series: z
      .array(trendDay)
      .max(limits.trendDays + 1)
      .meta({ description: "The scores by day, earliest first; days without a score are absent." }),
  })
  .meta({
    id: "ScoreTrends",
    description: "The development of a project's scores over time.",
    examples: [
      {
        object: "score_trends",
        project_id: exampleIds.project,
        evaluator: null,
        period: "30d",
        time_zone: "UTC",
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
  evaluator: nameText(
    "Key of the evaluator whose trend to return; by default the combined scores.",
  ).optional(),
  dataset: reference("dataset", "Filter by dataset.").optional(),
  model: reference("model", "Filter by model.").optional(),
  period: period.optional().meta({ description: "The period, by default `30d`. Omit it if you send dates." }),
  start_date: queryDate(
    `Start of the period: a day or an instant. By default 30 days before the end. The period has at most ${limits.trendDays} days.`,
  ).optional(),
  end_date: queryDate(
    "End of the period: a day (inclusive) or an instant (exclusive). By default today.",
  ).optional(),
  time_zone: timeZoneQuery,
  include_regression_analysis: queryFlag("If false, the response omits `regressions`; default true."),
});

/** The validated query for a trend, with defaults applied. */
export type TrendsQuery = z.output<typeof trendsQuery>;

/** The route that returns a project's trend. */
export const trendsRoute = route({
  method: "GET",
  path: "/v1/scores/trends",
  summary: "Get a project's trend",
  description:
    "Returns one point per evaluation, at its `as_of`, or else at its completion time. A significant drop is a regression.",
  query: trendsQuery,
  responses: answers({ 200: trends }),
  metadata: { operationId: "getScoreTrends", tag: "Scores", scope: "scores:read", sdk: "scores.trends" },
});
