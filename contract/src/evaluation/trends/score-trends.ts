import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, queryDate, queryFlag, queryNumber, reference } from "../../platform/common.ts";
import { falseAlarmBound, type trendPeriodDays } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, day, score, scoreOrNull, timeZoneQuery } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";
import { exampleRegression, regressionObject } from "./regression-object.ts";
import { slopeMargin, trendLineFields } from "./trend-line-fields.ts";
import { exampleSeries, trendSeriesObject } from "./trend-series-object.ts";
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

const exampleDay = { date: "2026-02-24", score: 79.4, sample_count: 68 };
const trendDay = z
  .object({
    date: day("The day."),
    score: score("Mean effective score over the day's samples (0 to 100)."),
    sample_count: count("Number of scored samples: the denominator of `score`."),
  })
  .meta({ id: "TrendDay", description: "One day in a trend.", examples: [exampleDay] });

const drops = (description: string) =>
  z
    .array(regressionObject)
    .max(limits.regressionsListed)
    .optional()
    .meta({
      description: `${description}, earliest first, at most the last ${limits.regressionsListed}; absent with \`include_regression_analysis=false\`.`,
    });

const trends = z
  .object({
    object: z.literal("score_trends").meta({ description: "Always `score_trends`." }),
    project_id: idOf("project"),
    evaluator: nameText("The requested evaluator; null for the samples' combined scores.").nullable(),
    period: shownPeriod,
    time_zone: timeZoneName("The requested time zone: days are those of its calendar."),
    pooled: z.boolean().meta({
      description:
        "Whether the figures cover all series. If false, the figures cover the series of the latest evaluation.",
    }),
    stable_margin: z.number().min(0).max(100).meta({
      description: "Maximum change of a `stable` trend, from the first to the last point, in points.",
    }),
    ...trendLineFields,
    slope_unit: z.literal("percent_per_week").meta({ description: "Always `percent_per_week`." }),
    slope_margin: slopeMargin,
    r_squared: z.number().min(0).max(1).nullable().meta({
      description:
        "Share of the variance that the line explains; null if all scores are equal or if the slope is null.",
    }),
    autocorrelation: z.number().min(-1).max(1).nullable().meta({
      description:
        "Correlation of neighboring residuals, before the correction for few points; null if there are fewer than 6 points or no residuals.",
    }),
    data_points: count("Number of completed evaluations with a scored sample. Each of them is one point."),
    excluded_points: count("Number of evaluations in other series, which the figures do not cover."),
    sample_count: count("Number of scored samples that `current` covers."),
    current: scoreOrNull("Mean effective score over the period's samples; null if no sample was scored."),
    period_start: scoreOrNull("Score of the first evaluation."),
    period_end: scoreOrNull("Score of the last evaluation."),
    min: scoreOrNull("Lowest score of any evaluation."),
    max: scoreOrNull("Highest score of any evaluation."),
    series: z
      .array(trendSeriesObject)
      .max(limits.seriesListed)
      .meta({
        description: `The trend of each series with an evaluation in the period, the series with the latest evaluation first; at most ${limits.seriesListed}.`,
      }),
    looks: count(
      "Number of pairs of consecutive evaluations in which a drop was looked for. The first evaluation in the period is paired with the last one before it.",
    ).optional(),
    false_alarm_bound: z.literal(falseAlarmBound).optional().meta({
      description: "Upper bound of the probability that `regressions` contains a drop that is due to chance.",
    }),
    regressions: drops("Drops that remain significant after Holm's correction for the number of `looks`"),
    suspected: drops("Drops that are significant without Holm's correction, but not with it"),
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
        pooled: false,
        stable_margin: 2,
        direction: "insufficient_data",
        trend_confidence: "inconclusive",
        slope: -0.4,
        slope_unit: "percent_per_week",
        slope_ci95: [-2.1, 1.3],
        slope_margin: 0.5,
        r_squared: 0.12,
        autocorrelation: null,
        data_points: 4,
        excluded_points: 0,
        sample_count: 272,
        current: 84.1,
        period_start: 86.8,
        period_end: 85.3,
        min: 79.4,
        max: 86.8,
        series: [exampleSeries],
        looks: 3,
        false_alarm_bound: falseAlarmBound,
        regressions: [exampleRegression],
        suspected: [],
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
  pooled: queryFlag(
    "If true, the figures cover the evaluations of all datasets and evaluator settings; default false.",
  ),
  stable_margin: queryNumber(z.number().min(0).max(100)).default(2).meta({
    description:
      "Maximum change of a `stable` trend, from the first to the last point, in points (0 to 100); default 2.",
  }),
  include_regression_analysis: queryFlag(
    "If false, the response omits `looks`, `false_alarm_bound`, `regressions` and `suspected`; default true.",
  ),
});

/** The validated query for a trend, with defaults applied. */
export type TrendsQuery = z.output<typeof trendsQuery>;

/** The route that returns a project's trend. */
export const trendsRoute = route({
  method: "GET",
  path: "/v1/scores/trends",
  summary: "Get a project's trend",
  description:
    "Returns the trend of the evaluations with the same dataset and evaluator settings as the latest one. Each evaluation is one point, at its `as_of` or, without `as_of`, at its completion time. A significant drop is a regression.",
  query: trendsQuery,
  responses: answers({ 200: trends }),
  metadata: { operationId: "getScoreTrends", tag: "Scores", scope: "scores:read", sdk: "scores.trends" },
});
