import * as z from "zod";
import { answers, route } from "../../platform/c.ts";
import { idOf, nameText, queryDate, reference, timestamp } from "../../platform/common.ts";
import { granularities } from "../../domain/index.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, day, pointsOrNull, score, scoreOrNull, timeZoneQuery } from "../figure-fields.ts";
import { limits } from "../../platform/limits.ts";
import { timeZoneName } from "../../platform/validation/time-zone-name.ts";

const granularity = z.enum(granularities).meta({
  id: "Granularity",
  description:
    "The buckets of the time series: days, ISO weeks dated by their Monday, or months dated by their first day.",
  examples: ["daily"],
});

const examplePeriod = {
  current: 84.2,
  previous: 81,
  trend: 3.2,
  evaluation_count: 2,
  sample_count: 136,
  previous_evaluation_count: 1,
  previous_sample_count: 68,
};

const periodFigures = {
  current: scoreOrNull(
    "Mean effective score over the period's samples (0 to 100); null if no sample was scored.",
  ),
  previous: scoreOrNull(
    "Mean effective score over the samples in the previous period of equal length (0 to 100); null if no sample was scored.",
  ),
  trend: pointsOrNull("The difference current − previous, in points; null if either is null."),
  evaluation_count: count("Number of completed evaluations that `current` covers."),
  sample_count: count("Number of scored samples that `current` covers."),
  previous_evaluation_count: count("Number of completed evaluations that `previous` covers."),
  previous_sample_count: count("Number of scored samples that `previous` covers."),
};

const evaluatorMetrics = z.object(periodFigures).meta({
  id: "EvaluatorMetrics",
  description: "One evaluator's figures for a period.",
  examples: [examplePeriod],
});

const exampleBucket = { date: "2026-03-02", score: 84.2, evaluations: 2, sample_count: 136 };
const metricsBucket = z
  .object({
    date: day("First day of the bucket; the first bucket may start before the period."),
    score: score("Mean effective score over the samples in the bucket (0 to 100)."),
    evaluations: count("Number of evaluations in the bucket."),
    sample_count: count("Number of scored samples in the bucket: the denominator of `score`."),
  })
  .meta({ id: "MetricsBucket", description: "One bucket in a time series.", examples: [exampleBucket] });

const projectMetrics = z
  .object({
    object: z.literal("project_metrics").meta({ description: "Always `project_metrics`." }),
    project_id: idOf("project"),
    evaluator: nameText("The requested evaluator; null for the samples' combined scores.").nullable(),
    granularity,
    time_zone: timeZoneName("The requested time zone: days, weeks and months are those of its calendar."),
    period: z
      .object({
        start: timestamp("Start of the period, inclusive."),
        end: timestamp("End of the period, exclusive."),
      })
      .meta({
        description:
          "The period. It contains the evaluations whose `as_of` is in the period. For evaluations without `as_of`, the completion time counts.",
      }),
    ...periodFigures,
    by_evaluator: z.record(nameText("Key of an evaluator."), evaluatorMetrics).meta({
      description: "Figures by evaluator key; only the requested evaluator if the request names one.",
    }),
    time_series: z
      .array(metricsBucket)
      .max(limits.metricsDays + 1)
      .meta({ description: "The buckets, earliest first; buckets without a score are absent." }),
  })
  .meta({
    id: "ProjectMetrics",
    description: "A project's scores in a period. Every mean is a mean over samples.",
    examples: [
      {
        object: "project_metrics",
        project_id: exampleIds.project,
        evaluator: null,
        granularity: "daily",
        time_zone: "UTC",
        period: { start: "2026-02-02T00:00:00.000Z", end: "2026-03-04T00:00:00.000Z" },
        ...examplePeriod,
        by_evaluator: { triage_accuracy: examplePeriod },
        time_series: [exampleBucket],
      },
    ],
  });

const metricsQuery = z.strictObject({
  start_date: queryDate(
    "Start of the period: a day or an instant. By default 30 days before the end, but never before 0001-01-01.",
  ).optional(),
  end_date: queryDate(
    "End of the period: a day (inclusive) or an instant (exclusive). By default today, at most 9999-12-31T23:59:59.999Z.",
  ).optional(),
  evaluator: nameText(
    "Key of the evaluator whose figures to return; by default the combined scores.",
  ).optional(),
  granularity: granularity.default("daily"),
  time_zone: timeZoneQuery,
});

/** A validated request for a project's metrics, with defaults applied. */
export type MetricsQuery = z.output<typeof metricsQuery>;

/** The route that returns a project's metrics. */
export const projectMetricsRoute = route({
  method: "GET",
  path: "/v1/scores/projects/:project_id/metrics",
  summary: "Get a project's metrics",
  description: `Returns the scores in a period, by default the last 30 days, and in the previous period of equal length. A period has at most ${limits.metricsDays} days.`,
  pathParams: z.object({ project_id: reference("project") }),
  query: metricsQuery,
  responses: answers({ 200: projectMetrics }),
  metadata: { operationId: "getProjectMetrics", tag: "Scores", scope: "scores:read", sdk: "scores.metrics" },
});
