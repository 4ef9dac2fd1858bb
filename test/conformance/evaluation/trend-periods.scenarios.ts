import {
  periodEmpty,
  periodTooLong,
  periodWithDates,
} from "@assay/contract/evaluation/scores/score-refusals";
import { expect } from "vitest";
import { absent } from "../harness/arrange.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { scoredProject } from "../harness/arrange-scores.ts";

/** Scenarios for the periods and time zones of score trends. */
export const trendPeriodScenarios = [
  engineScenario("getScoreTrends", 200, "covers the period between two dates", async (context) => {
    const { project, score } = await scoredProject(context);
    await score("e", "2023-12-31T23:59:59.999Z");
    await score("ue", "2024-01-01T00:00:00Z");
    await score("uu", "2025-12-31T23:59:59.999Z");
    const of = async (query: object) => context.assay.scores.trends({ project, pooled: true, ...query });
    const years = { start_date: "2024-01-01", end_date: "2025-12-31" };
    expect(await of(years)).toMatchObject({
      period: "2024-01-01/2025-12-31",
      time_zone: "UTC",
      data_points: 2,
      current: 75,
      time_series: [
        { date: "2024-01-01", score: 50, sample_count: 2 },
        { date: "2025-12-31", score: 100, sample_count: 2 },
      ],
    });
    const instants = { start_date: "2024-01-01T00:00:00.001Z", end_date: "2025-12-31T23:59:59.999Z" };
    expect(await of(instants)).toMatchObject({
      period: "2024-01-01T00:00:00.001Z/2025-12-31T23:59:59.999Z",
      data_points: 0,
    });
    // In Auckland, the first evaluation is on 2024-01-01 too, and the last one is on 2026-01-01.
    expect(await of({ ...years, time_zone: "Pacific/Auckland" })).toMatchObject({
      time_zone: "Pacific/Auckland",
      data_points: 2,
      sample_count: 3,
      time_series: [{ date: "2024-01-01", sample_count: 3 }],
    });
  }),
  engineScenario(
    "getScoreTrends",
    200,
    "contains each evaluation once around a day that the time zone skipped",
    async (context) => {
      const { project, score } = await scoredProject(context);
      // Samoa skipped 2011-12-30, a Friday. Its clock changed from the end of Thursday to Saturday at 10:00 UTC.
      await score("e", "2011-12-30T09:59:59.999Z");
      await score("uuu", "2011-12-30T10:00:00Z");
      await score("ue", "2012-01-01T10:00:00Z");
      const query = { project, pooled: true, time_zone: "Pacific/Apia" };
      const daysOf = async (start_date: string, end_date: string) =>
        (await context.assay.scores.trends({ ...query, start_date, end_date })).time_series;
      const [thursday, saturday, monday] = [
        { date: "2011-12-29", score: 0, sample_count: 1 },
        { date: "2011-12-31", score: 100, sample_count: 3 },
        { date: "2012-01-02", score: 50, sample_count: 2 },
      ];
      expect(await daysOf("2011-12-26", "2012-01-02")).toEqual([thursday, saturday, monday]);
      expect(await daysOf("2011-12-26", "2011-12-30")).toEqual([thursday]);
      expect(await daysOf("2011-12-30", "2012-01-02")).toEqual([saturday, monday]);
      const { time_series: weeks } = await context.assay.scores.metrics(project, {
        start_date: "2011-12-26",
        end_date: "2012-01-02",
        granularity: "weekly",
        time_zone: "Pacific/Apia",
      });
      expect(weeks).toMatchObject([
        { date: "2011-12-26", score: 75, evaluations: 2, sample_count: 4 },
        { date: "2012-01-02", score: 50, evaluations: 1, sample_count: 2 },
      ]);
    },
  ),
  scenario("getScoreTrends", 400, "accepts either a named period or dates", async (context) => {
    const of = (query: object) => context.assay.scores.trends({ project: absent.project, ...query });
    await expectRejected(of({ period: "7d", end_date: "2024-01-10" }), periodWithDates("7d"));
    await expectRejected(of({ period: "30d", start_date: "2024-01-10" }), periodWithDates("30d"));
    await expectRejected(
      of({ start_date: "2024-01-11", end_date: "2024-01-10" }),
      periodEmpty("2024-01-11T00:00:00.000Z", "2024-01-11T00:00:00.000Z"),
    );
    await expectRejected(of({ start_date: "2019-01-01", end_date: "2024-01-05" }), periodTooLong(1831, 1830));
  }),
];
