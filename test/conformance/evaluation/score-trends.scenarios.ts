import { notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, binary } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { dayAgo, daysAgo, scoredProject } from "../harness/arrange-scores.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);
const [right, seven, six, fifteen] = ["u".repeat(20), 7, 6, 15].map((wrong) =>
  typeof wrong === "string" ? wrong : "e".repeat(wrong) + "u".repeat(20 - wrong),
);

/** Scenarios for score trends. */
export const scoreTrendScenarios = [
  engineScenario("getScoreTrends", 200, "fits a line over fractional weeks", async (context) => {
    const { project, score } = await scoredProject(context);
    await score("ueee", daysAgo(21));
    await score("uuee", daysAgo(14));
    await score("uuuu", daysAgo(7));
    await score("uuuuuuue", daysAgo(7));
    // The points are (0, 25), (1, 50), (2, 100) and (2, 87.5). Mean x = 1.25, mean y = 65.625, Sxx = 2.75,
    // Sxy = 96.875, Syy = 3554.6875.
    const slope = 96.875 / 2.75;
    // s² = (3554.6875 − 96.875²/2.75)/2, and t₀.₉₇₅ with 2 degrees of freedom is 4.302653.
    const reach = 4.30265272991 * Math.sqrt((3554.6875 - 96.875 ** 2 / 2.75) / 2 / 2.75);
    expect(await context.assay.scores.trends({ project, pooled: true })).toEqual({
      object: "score_trends",
      project_id: project,
      evaluator: null,
      period: "30d",
      time_zone: "UTC",
      pooled: true,
      stable_margin: 2,
      direction: "improving",
      trend_confidence: "established",
      slope: close(slope),
      slope_unit: "percent_per_week",
      slope_ci95: [expect.closeTo(slope - reach, 6), expect.closeTo(slope + reach, 6)],
      // The margin of 2 points over 2 weeks.
      slope_margin: close(1),
      r_squared: close(96.875 ** 2 / (2.75 * 3554.6875)),
      autocorrelation: null,
      data_points: 4,
      excluded_points: 0,
      sample_count: 20,
      // Of 20 samples, 1 + 2 + 4 + 7 are correct.
      current: 70,
      period_start: 25,
      period_end: expect.toBeOneOf([100, 87.5]),
      min: 25,
      max: 100,
      series: Array.from({ length: 4 }, () => expect.objectContaining({ data_points: 1 })),
      looks: 0,
      false_alarm_bound: 0.05,
      regressions: [],
      suspected: [],
      time_series: [
        { date: dayAgo(21), score: 25, sample_count: 4 },
        { date: dayAgo(14), score: 50, sample_count: 4 },
        { date: dayAgo(7), score: close(1100 / 12), sample_count: 12 },
      ],
    });
  }),
  scenario("getScoreTrends", 200, "reports equal scores as stable, without an r squared", async (context) => {
    const { project, score } = await scoredProject(context);
    for (const days of [5, 4, 3]) await score("uue", daysAgo(days));
    const query = { project, period: "7d" as const, evaluator: "binary", pooled: true, stable_margin: 0 };
    expect(await context.assay.scores.trends(query)).toMatchObject({
      evaluator: "binary",
      direction: "stable",
      trend_confidence: "established",
      stable_margin: 0,
      slope_margin: 0,
      slope: 0,
      slope_ci95: [0, 0],
      r_squared: null,
      data_points: 3,
    });
  }),
  scenario("getScoreTrends", 200, "returns no direction with fewer than three points", async (context) => {
    const { project, score } = await scoredProject(context);
    const nothing = {
      direction: "insufficient_data",
      trend_confidence: "none",
      slope: null,
      slope_ci95: null,
      slope_margin: null,
      r_squared: null,
    };
    const none = { current: null, period_start: null, period_end: null, min: null, max: null };
    expect(await context.assay.scores.trends({ project })).toMatchObject({
      ...nothing,
      ...none,
      data_points: 0,
      sample_count: 0,
      series: [],
      looks: 0,
      regressions: [],
      suspected: [],
      time_series: [],
    });
    await score("u", daysAgo(8));
    await score("e", daysAgo(3));
    await score("e", daysAgo(2));
    const week = await context.assay.scores.trends({ project, period: "7d", pooled: true });
    expect(week).toMatchObject({ ...nothing, data_points: 2, current: 0, min: 0, max: 0 });
    // An evaluation dated 8 days ago is only part of the longer periods.
    for (const period of ["30d", "90d", "1y"] as const)
      expect((await context.assay.scores.trends({ project, period, pooled: true })).data_points).toBe(3);
  }),
  engineScenario("getScoreTrends", 200, "finds a significant drop, and its recovery", async (context) => {
    const { project, dataset, answer } = await scoredProject(context);
    const samples = await dataset(right ?? "");
    const before = await answer(samples, right ?? "", { as_of: daysAgo(6) });
    const after = await answer(samples, fifteen ?? "", { as_of: daysAgo(5) });
    await answer(samples, seven ?? "", { as_of: daysAgo(4) });
    const found = await context.assay.scores.trends({ project });
    const drop = {
      date: dayAgo(5),
      evaluation: after.id,
      evaluation_name: after.name,
      baseline: before.id,
      baseline_name: before.name,
      before: 100,
      after: 25,
      change: -75,
      severity: "severe",
      test: "mcnemar_exact",
      n_paired: 20,
      // All 15 changes are for the worse, so p = 2 / 2¹⁵.
      p_value: close(2 / 2 ** 15),
    };
    // The drop is one of two pairs of consecutive evaluations, and later one of three.
    expect(found).toMatchObject({ looks: 2, false_alarm_bound: 0.05, suspected: [] });
    expect(found.regressions).toEqual([
      { ...drop, p_adjusted: close(4 / 2 ** 15), recovered: false, recovery_date: null },
    ]);
    await answer(samples, right ?? "", { as_of: daysAgo(2) });
    expect((await context.assay.scores.trends({ project })).regressions).toEqual([
      { ...drop, p_adjusted: close(6 / 2 ** 15), recovered: true, recovery_date: dayAgo(2) },
    ]);
  }),
  scenario(
    "getScoreTrends",
    200,
    "compares the first score of a period with the previous one",
    async (context) => {
      const { project, dataset, answer } = await scoredProject(context);
      const samples = await dataset(right ?? "");
      await answer(samples, right ?? "", { as_of: daysAgo(20) });
      const baseline = await answer(samples, seven ?? "", { as_of: daysAgo(10) });
      const after = await answer(samples, fifteen ?? "", { as_of: daysAgo(3) });
      // The 7 of 20 outputs that were already wrong are wrong again, and 8 more are wrong, so p = 2 / 2⁸.
      expect((await context.assay.scores.trends({ project, period: "7d" })).regressions).toMatchObject([
        { evaluation: after.id, baseline: baseline.id, before: 65, after: 25, p_value: close(2 / 2 ** 8) },
      ]);
    },
  ),
  scenario(
    "getScoreTrends",
    200,
    "does not report a large but random drop as a regression",
    async (context) => {
      const { project, dataset, answer } = await scoredProject(context);
      const samples = await dataset("uuuu");
      await answer(samples, "uuuu", { as_of: daysAgo(4) });
      // All four samples change, so p = 2 / 2⁴ = 0.125.
      await answer(samples, "eeee", { as_of: daysAgo(3) });
      expect(await context.assay.scores.trends({ project })).toMatchObject({
        looks: 1,
        regressions: [],
        suspected: [],
      });
    },
  ),
  scenario(
    "getScoreTrends",
    200,
    "compares only scores with equal settings on one dataset",
    async (context) => {
      const { project, dataset, answer, score } = await scoredProject(context);
      const samples = await dataset(right ?? "");
      await answer(samples, right ?? "", { as_of: daysAgo(6) });
      const other = { ...binary, config: { severity_weights: { under_triage: 3, over_triage: 2 } } };
      await answer(samples, fifteen ?? "", { as_of: daysAgo(5), evaluators: [other] });
      await score("eeeeeeee", daysAgo(4));
      expect((await context.assay.scores.trends({ project })).regressions).toEqual([]);
    },
  ),
  scenario(
    "getScoreTrends",
    200,
    "filters by dataset and model, and can omit regressions",
    async (context) => {
      const { project, dataset, answer, score } = await scoredProject(context);
      const samples = await dataset(right ?? "");
      const first = await answer(samples, right ?? "", { as_of: daysAgo(6) });
      const second = await answer(samples, fifteen ?? "", { as_of: daysAgo(5) });
      await score("eeee", daysAgo(4));
      const of = (query: object) => context.assay.scores.trends({ project, ...query });
      expect(await of({ dataset: samples.id })).toMatchObject({ data_points: 2, sample_count: 40 });
      expect(await of({ model: String(second.model) })).toMatchObject({ data_points: 1, regressions: [] });
      const unused = await context.assay.models.create({ name: "system", version: "unused" });
      expect(await of({ model: unused.id })).toMatchObject({ data_points: 0 });
      expect(await of({ model: String(first.model) })).toMatchObject({ data_points: 1 });
      const without = await of({ include_regression_analysis: false });
      for (const field of ["looks", "false_alarm_bound", "regressions", "suspected"])
        expect(without).not.toHaveProperty(field);
      // The latest evaluation is of the other dataset.
      expect((await of({ include_regression_analysis: true })).regressions).toEqual([]);
      expect((await of({ pooled: true })).regressions).toHaveLength(1);
    },
  ),
  scenario("getScoreTrends", 200, "compares the scores of one evaluator at any position", async (context) => {
    const { project, dataset, answer } = await scoredProject(context);
    const samples = await dataset(right ?? "");
    const triage = { type: "triage_accuracy" as const };
    await answer(samples, right ?? "", { as_of: daysAgo(6), evaluators: [binary] });
    await answer(samples, six ?? "", { as_of: daysAgo(5), evaluators: [triage, binary] });
    expect((await context.assay.scores.trends({ project, evaluator: "binary" })).regressions).toMatchObject([
      // All six changes are for the worse, so p = 2 / 2⁶.
      { before: 100, after: 70, p_value: close(2 / 2 ** 6) },
    ]);
    // The samples' combined scores come from different evaluators, so they are not compared.
    expect((await context.assay.scores.trends({ project })).regressions).toEqual([]);
  }),
  scenario("getScoreTrends", 400, "names each faulty parameter", async ({ request }) => {
    expectFaults(
      await request(
        "GET",
        "/v1/scores/trends?period=2d&time_zone=%2B01:00&stable_margin=101&pooled=yes&include_regression_analysis=1&from=x",
      ),
      ["query/project", "required", "project is required: it must be a string."],
      ["query/period", "invalid_value", 'period is "2d"; it must be one of 7d, 30d, 90d, 1y.'],
      [
        "query/time_zone",
        "invalid_value",
        'time_zone is "+01:00"; it must be the IANA name of a time zone, for example Europe/Berlin.',
      ],
      ["query/pooled", "invalid_type", 'pooled is "yes"; it must be true or false.'],
      ["query/stable_margin", "too_big", "stable_margin is 101; it must be at most 100."],
      [
        "query/include_regression_analysis",
        "invalid_type",
        "include_regression_analysis is 1; it must be true or false.",
      ],
      [
        "query/from",
        "unknown_field",
        "from is not a parameter that this query accepts; accepted: project, evaluator, dataset, model, period, start_date, end_date, time_zone, pooled, stable_margin, include_regression_analysis.",
      ],
    );
  }),
  scenario(
    "getScoreTrends",
    404,
    "returns 404 for projects, datasets and models that the key cannot access",
    async (context) => {
      const { project } = await scoredProject(context);
      for (const id of [absent.dataset, "nonsense"])
        await expectRejected(context.assay.scores.trends({ project, dataset: id }), notFound("dataset", id));
      for (const id of [absent.model, "nonsense"])
        await expectRejected(context.assay.scores.trends({ project, model: id }), notFound("model", id));
      const other = await context.assay.projects.create({ name: "Other" });
      const restricted = context.client(
        await context.newKey({ scopes: ["scores:read"], projects: [other.id] }),
      );
      await expectRejected(restricted.scores.trends({ project }), notFound("project", project));
      expect((await restricted.scores.trends({ project: other.id })).data_points).toBe(0);
    },
  ),
];
