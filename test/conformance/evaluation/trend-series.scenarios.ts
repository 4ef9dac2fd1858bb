import { expect } from "vitest";
import { binary, evaluated } from "../harness/arrange.ts";
import { dayAgo, daysAgo, scoredProject } from "../harness/arrange-scores.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const close = (value: number): unknown => expect.closeTo(value, 9);

/** Returns outputs for samples, of which the first ones are wrong. */
const wrong = (errors: number, samples = 20): string => "e".repeat(errors) + "u".repeat(samples - errors);

/** Scenarios for the series, the direction and the suspected drops of score trends. */
export const trendSeriesScenarios = [
  engineScenario("getScoreTrends", 200, "covers the series of the latest evaluation", async (context) => {
    const { project, dataset, answer } = await scoredProject(context);
    const [easy, hard] = [await dataset(wrong(0)), await dataset(wrong(0))];
    const runs = [
      { samples: hard, errors: 10 },
      { samples: easy, errors: 0 },
      { samples: hard, errors: 8 },
      { samples: easy, errors: 1 },
      { samples: hard, errors: 6 },
    ];
    const ids: string[] = [];
    for (const [index, { samples, errors }] of runs.entries())
      ids.push((await answer(samples, wrong(errors), { as_of: daysAgo(21 - 3 * index) })).id);
    const trends = await context.assay.scores.trends({ project });
    const own = await context.assay.scores.trends({ project, dataset: hard.id });
    expect(trends).toEqual({ ...own, excluded_points: 2, series: trends.series });
    expect(trends).toMatchObject({
      pooled: false,
      direction: "improving",
      data_points: 3,
      current: close(60),
      period_start: 50,
      period_end: 70,
      // The evaluations are 6 days apart, and the scores 10 points.
      slope: close(70 / 6),
      slope_margin: close((2 / 12) * 7),
      looks: 2,
    });
    expect(own).toMatchObject({ excluded_points: 0, series: trends.series.slice(0, 1) });
    expect(trends.series).toEqual([
      {
        dataset: hard.id,
        dataset_name: hard.name,
        latest_evaluation: ids[4],
        current: close(60),
        data_points: 3,
        direction: "improving",
        slope: close(70 / 6),
        slope_ci95: [close(70 / 6), close(70 / 6)],
        trend_confidence: "established",
        primary: true,
      },
      {
        dataset: easy.id,
        dataset_name: easy.name,
        latest_evaluation: ids[3],
        current: close(97.5),
        data_points: 2,
        direction: "insufficient_data",
        slope: null,
        slope_ci95: null,
        trend_confidence: "none",
        primary: false,
      },
    ]);
    const pooled = await context.assay.scores.trends({ project, pooled: true });
    expect(pooled).toMatchObject({
      pooled: true,
      data_points: 5,
      excluded_points: 0,
      current: close(75),
      looks: 3,
      series: trends.series,
    });
  }),
  engineScenario("getScoreTrends", 200, "states whether the direction is established", async (context) => {
    const { project, dataset, answer } = await scoredProject(context);
    const samples = await dataset(wrong(0));
    for (const [index, errors] of [4, 6, 4, 6].entries())
      await answer(samples, wrong(errors), { as_of: daysAgo(20 - index) });
    const of = async (query: object) => context.assay.scores.trends({ project, ...query });
    // The interval of the slope contains 0, and changes of more than 2 points.
    const open = await of({});
    expect(open).toMatchObject({ direction: "insufficient_data", trend_confidence: "inconclusive" });
    expect(open.slope).toBeCloseTo(-14, 9);
    expect(open.series).toMatchObject([{ direction: "insufficient_data", trend_confidence: "inconclusive" }]);
    // x 0 1 2 3 days, y 80 70 80 70: slope −2, residuals 2, −6, 6, −2, so s² = 80 / 2; t₀.₉₇₅ with 2 degrees
    // of freedom is 4.302653.
    const reach = 7 * 4.30265272991 * Math.sqrt(40 / 5);
    expect(open.slope_ci95?.[0]).toBeCloseTo(-14 - reach, 5);
    expect(open.slope_ci95?.[1]).toBeCloseTo(-14 + reach, 5);
    // Over 3 days, 100 points are 33⅓ points per day.
    expect(await of({ stable_margin: 100 })).toMatchObject({
      direction: "stable",
      trend_confidence: "established",
      stable_margin: 100,
      slope_margin: close(700 / 3),
    });
    for (const [index, errors] of [8, 12, 16].entries())
      await answer(samples, wrong(errors), { as_of: daysAgo(10 - index) });
    const falling = await of({ start_date: daysAgo(11) });
    expect(falling).toMatchObject({ direction: "declining", trend_confidence: "established" });
    expect(falling.slope).toBeCloseTo(-140, 9);
    const all = await of({});
    // With 7 evaluations, the interval is corrected for autocorrelation.
    expect(all).toMatchObject({ data_points: 7, autocorrelation: expect.any(Number) });
  }),
  scenario("getScoreTrends", 200, "lists a drop that may be chance as suspected", async (context) => {
    const { project, dataset, answer } = await scoredProject(context);
    const samples = await dataset(wrong(0, 100));
    for (const [index, errors] of [0, 6, 0, 8].entries())
      await answer(samples, wrong(errors, 100), { as_of: daysAgo(9 - index) });
    const { looks, regressions, suspected } = await context.assay.scores.trends({ project });
    expect(looks).toBe(3);
    // The drops have p = 2 / 2⁶ and 2 / 2⁸. Holm multiplies the smaller one by 3 and the other one by 2.
    expect(regressions).toMatchObject([
      { after: 92, severity: "moderate", p_value: close(2 / 2 ** 8), p_adjusted: close(6 / 2 ** 8) },
    ]);
    expect(suspected).toMatchObject([
      { after: 94, p_value: close(2 / 2 ** 6), p_adjusted: close(4 / 2 ** 6), recovered: true },
    ]);
  }),
  engineScenario("getScoreTrends", 200, "tests the means without shared samples", async (context) => {
    const { project, dataset } = await scoredProject(context);
    // The last ten samples have three right outputs.
    const samples = await dataset(`${"u".repeat(20)}e${"u".repeat(10)}${"e".repeat(7)}uuu`);
    const only = (from: number, to: number, days: number) =>
      evaluated(context, samples, {
        evaluators: [binary],
        as_of: daysAgo(days),
        sample_filter: {
          external_ids: Array.from({ length: to - from }, (_, index) => `call-${from + index}`),
        },
      });
    await only(0, 10, 6);
    // Of 11 other samples, 10 are correct. The score falls from 100 to 90.9, which may be due to chance.
    await only(10, 21, 5);
    expect(await context.assay.scores.trends({ project })).toMatchObject({
      looks: 1,
      regressions: [],
      suspected: [],
    });
    await only(21, 31, 4);
    await only(31, 41, 3);
    // The score rises to 100 and falls to 30: t = 70 / √(2333.33 / 10) with 9 degrees of freedom.
    expect((await context.assay.scores.trends({ project })).regressions).toMatchObject([
      {
        date: dayAgo(3),
        severity: "severe",
        change: -70,
        test: "welch",
        n_paired: 0,
        p_value: close(0.0013229505842674968),
        p_adjusted: close(3 * 0.0013229505842674968),
      },
    ]);
  }),
];
