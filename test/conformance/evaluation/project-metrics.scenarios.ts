import { notFound } from "@assay/contract/platform/refusals";
import { periodEmpty, periodTooLong } from "@assay/contract/evaluation/scores/score-refusals";
import { expect } from "vitest";
import { absent, binary, evaluated } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { dayAgo, daysAgo, scoredProject } from "../harness/arrange-scores.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);

/** Scenarios for a project's aggregated scores. */
export const projectMetricsScenarios = [
  scenario("getProjectMetrics", 200, "weights evaluations by their number of samples", async (context) => {
    const { project, score } = await scoredProject(context);
    // 3 of 4 samples and 0 of 1 are correct: 300/5. The mean of the two evaluations' means would be 37.5.
    await score("uuue", "2024-01-10T08:00:00Z");
    await score("e", "2024-01-10T23:59:59.999Z");
    await score("uu", "2024-01-08T00:00:00Z");
    await score("ue", "2024-01-05T12:00:00Z");
    const query = { start_date: "2024-01-08", end_date: "2024-01-10" };
    const figures = {
      // The mean is (300 + 200) / 7; the mean for the three days before is 50.
      current: close(500 / 7),
      previous: 50,
      trend: close(500 / 7 - 50),
      evaluation_count: 3,
      sample_count: 7,
      previous_evaluation_count: 1,
      previous_sample_count: 2,
    };
    expect(await context.assay.scores.metrics(project, query)).toEqual({
      object: "project_metrics",
      project_id: project,
      evaluator: null,
      granularity: "daily",
      time_zone: "UTC",
      period: { start: "2024-01-08T00:00:00.000Z", end: "2024-01-11T00:00:00.000Z" },
      ...figures,
      by_evaluator: { binary: figures },
      time_series: [
        { date: "2024-01-08", score: 100, evaluations: 1, sample_count: 2 },
        { date: "2024-01-10", score: 60, evaluations: 2, sample_count: 5 },
      ],
    });
  }),
  engineScenario(
    "getProjectMetrics",
    200,
    "labels weeks with their Monday and months with their first day",
    async (context) => {
      const { project, score } = await scoredProject(context);
      // 2023-12-31 is a Sunday, and 2024-01-01 is a Monday.
      await score("u", "2023-12-31T23:59:59.999Z");
      await score("e", "2024-01-01T00:00:00Z");
      await score("uuu", "2024-01-07T23:59:00Z");
      const query = { start_date: "2023-12-30", end_date: "2024-01-20" };
      const series = async (granularity: "weekly" | "monthly") =>
        (await context.assay.scores.metrics(project, { ...query, granularity })).time_series;
      const january = { score: 75, evaluations: 2, sample_count: 4 };
      expect(await series("weekly")).toEqual([
        { date: "2023-12-25", score: 100, evaluations: 1, sample_count: 1 },
        { date: "2024-01-01", ...january },
      ]);
      expect(await series("monthly")).toEqual([
        { date: "2023-12-01", score: 100, evaluations: 1, sample_count: 1 },
        { date: "2024-01-01", ...january },
      ]);
    },
  ),
  engineScenario("getProjectMetrics", 200, "uses the calendar of a time zone", async (context) => {
    const { project, score } = await scoredProject(context);
    await score("ue", "2026-03-01T10:59:59.999Z");
    await score("uuue", "2026-03-01T12:30:00Z");
    // Summer time in Auckland ended on April 5, so the day had 25 hours.
    await score("uu", "2026-04-05T11:59:59.999Z");
    await score("e", "2026-04-05T12:00:00Z");
    const query = { start_date: "2026-03-02", end_date: "2026-04-05", time_zone: "Pacific/Auckland" };
    const metrics = await context.assay.scores.metrics(project, query);
    expect(metrics).toMatchObject({
      time_zone: "Pacific/Auckland",
      period: { start: "2026-03-01T11:00:00.000Z", end: "2026-04-05T12:00:00.000Z" },
      previous: 50,
      previous_sample_count: 2,
      time_series: [
        { date: "2026-03-02", score: 75, evaluations: 1, sample_count: 4 },
        { date: "2026-04-05", score: 100, evaluations: 1, sample_count: 2 },
      ],
    });
    const weeks = await context.assay.scores.metrics(project, { ...query, granularity: "weekly" });
    expect(weeks.time_series.map(({ date }) => date)).toEqual(["2026-03-02", "2026-03-30"]);
    const utc = await context.assay.scores.metrics(project, { ...query, time_zone: "UTC" });
    // In UTC, both evaluations of March are on March 1, before the period.
    expect(utc).toMatchObject({ time_zone: "UTC", previous_sample_count: 6 });
    expect(utc.time_series).toEqual([
      { date: "2026-04-05", score: close(200 / 3), evaluations: 2, sample_count: 3 },
    ]);
  }),
  engineScenario(
    "getProjectMetrics",
    200,
    "accepts times in any zone, and excludes the end",
    async (context) => {
      const { project, score } = await scoredProject(context);
      await score("u", "2024-01-10T22:00:00Z");
      await score("e", "2024-01-10T23:00:00Z");
      const period = { start_date: "2024-01-10T23:00:00+01:00", end_date: "2024-01-11T00:00:00+01:00" };
      expect(await context.assay.scores.metrics(project, period)).toMatchObject({
        period: { start: "2024-01-10T22:00:00.000Z", end: "2024-01-10T23:00:00.000Z" },
        current: 100,
        evaluation_count: 1,
      });
    },
  ),
  scenario("getProjectMetrics", 200, "covers the last 30 days by default", async (context) => {
    const { project, score, dataset } = await scoredProject(context);
    await score("e", daysAgo(30));
    await score("ue", daysAgo(29));
    await evaluated(context, await dataset("uu"), { evaluators: [binary] });
    expect(await context.assay.scores.metrics(project)).toMatchObject({
      period: { start: `${dayAgo(29)}T00:00:00.000Z`, end: `${dayAgo(-1)}T00:00:00.000Z` },
      current: 75,
      previous: 0,
      trend: 75,
      evaluation_count: 2,
    });
  }),
  scenario("getProjectMetrics", 200, "returns the figures of one evaluator", async (context) => {
    const { project, dataset } = await scoredProject(context);
    const evaluators = [{ type: "triage_accuracy" as const }, binary];
    await evaluated(context, await dataset("ue"), { evaluators, as_of: "2024-01-10T00:00:00Z" });
    const period = { start_date: "2024-01-10", end_date: "2024-01-10" };
    const all = await context.assay.scores.metrics(project, period);
    // The triage scores are 100 and 66⅔, the binary scores 100 and 0, and the combined scores 100 and 33⅓.
    expect(all).toMatchObject({ current: close(200 / 3), evaluator: null });
    expect(Object.keys(all.by_evaluator)).toEqual(["binary", "triage_accuracy"]);
    const one = await context.assay.scores.metrics(project, { ...period, evaluator: "triage_accuracy" });
    expect(one).toMatchObject({ current: close(250 / 3), evaluator: "triage_accuracy", sample_count: 2 });
    expect(Object.keys(one.by_evaluator)).toEqual(["triage_accuracy"]);
    expect(one.time_series).toEqual([
      { date: "2024-01-10", score: close(250 / 3), evaluations: 1, sample_count: 2 },
    ]);
  }),
  scenario(
    "getProjectMetrics",
    200,
    "does not count an evaluation in which the evaluator scored nothing",
    async (context) => {
      const { project, dataset } = await scoredProject(context);
      const evaluators = [{ type: "red_flag_detection" as const }, binary];
      await evaluated(context, await dataset("ue"), { evaluators });
      const nothing = { current: null, previous: null, trend: null, evaluation_count: 0, sample_count: 0 };
      const all = await context.assay.scores.metrics(project);
      expect(all).toMatchObject({ current: 50, evaluation_count: 1, sample_count: 2 });
      expect(all.by_evaluator).toMatchObject({ binary: { current: 50 }, red_flag_detection: nothing });
      const one = await context.assay.scores.metrics(project, { evaluator: "red_flag_detection" });
      expect(one).toMatchObject({ ...nothing, time_series: [] });
      expect(await context.assay.scores.trends({ project, evaluator: "red_flag_detection" })).toMatchObject({
        data_points: 0,
        current: null,
      });
    },
  ),
  engineScenario(
    "getProjectMetrics",
    200,
    "returns null figures and counts of 0 without data",
    async (context) => {
      const { project } = await scoredProject(context);
      expect(await context.assay.scores.metrics(project, { evaluator: "unheard_of" })).toMatchObject({
        current: null,
        previous: null,
        trend: null,
        evaluation_count: 0,
        sample_count: 0,
        previous_evaluation_count: 0,
        previous_sample_count: 0,
        by_evaluator: {},
        time_series: [],
      });
      // Periods are limited to the range between the earliest and the latest supported day.
      const until = async (day: string) => context.assay.scores.metrics(project, { end_date: day });
      expect(await until("0001-01-01")).toMatchObject({
        period: { start: "0001-01-01T00:00:00.000Z", end: "0001-01-02T00:00:00.000Z" },
        evaluation_count: 0,
      });
      expect(await until("9999-12-31")).toMatchObject({
        period: { start: "9999-12-01T23:59:59.999Z", end: "9999-12-31T23:59:59.999Z" },
        evaluation_count: 0,
      });
    },
  ),
  scenario("getProjectMetrics", 400, "requires a period that ends after its start", async (context) => {
    const of = (start_date: string, end_date: string) =>
      context.assay.scores.metrics(absent.project, { start_date, end_date });
    await expectRejected(
      of("2024-01-11", "2024-01-10"),
      periodEmpty("2024-01-11T00:00:00.000Z", "2024-01-11T00:00:00.000Z"),
    );
    await expectRejected(of("2014-01-01", "2024-01-09"), periodTooLong(3661, 3660));
  }),
  scenario("getProjectMetrics", 400, "names each faulty parameter", async ({ request }) => {
    const query =
      "start_date=2024-02-30&end_date=yesterday&granularity=hourly&evaluator=&time_zone=berlin&project=x";
    const date = "it must be a date such as 2026-03-31, or an ISO 8601 timestamp with a time zone.";
    expectFaults(
      await request("GET", `/v1/scores/projects/${absent.project}/metrics?${query}`),
      ["query/start_date", "invalid_value", `start_date is "2024-02-30"; ${date}`],
      ["query/end_date", "invalid_value", `end_date is "yesterday"; ${date}`],
      ["query/evaluator", "too_small", 'evaluator is ""; it must have at least 1 character.'],
      [
        "query/granularity",
        "invalid_value",
        'granularity is "hourly"; it must be one of daily, weekly, monthly.',
      ],
      [
        "query/time_zone",
        "invalid_value",
        'time_zone is "berlin"; it must be the IANA name of a time zone, for example Europe/Berlin.',
      ],
      [
        "query/project",
        "unknown_field",
        "project is not a parameter that this query accepts; accepted: start_date, end_date, evaluator, granularity, time_zone.",
      ],
    );
  }),
  scenario(
    "getScoreTrends",
    200,
    "returns null figures and counts of 0 for an unused evaluator",
    async (context) => {
      const { project, score } = await scoredProject(context);
      await score("u", daysAgo(2));
      const trend = await context.assay.scores.trends({ project, evaluator: "custom" });
      expect(trend).toMatchObject({ data_points: 0, sample_count: 0 });
      const metrics = await context.assay.scores.metrics(project, { evaluator: "custom" });
      expect(metrics).toMatchObject({ evaluation_count: 0, by_evaluator: {}, time_series: [] });
      expect((await context.assay.scores.trends({ project, evaluator: "binary" })).data_points).toBe(1);
    },
  ),
  scenario(
    "getProjectMetrics",
    404,
    "returns 404 for projects that the key cannot access",
    async (context) => {
      await expectRejected(context.assay.scores.metrics(absent.project), notFound("project", absent.project));
      const { project } = await scoredProject(context);
      const { assay } = await context.otherWorkspace();
      await expectRejected(assay.scores.metrics(project), notFound("project", project));
    },
  ),
];
