import { describe, expect, test } from "vitest";
import type { TrendPoint } from "./trend-point.ts";
import { trendFigures, type TrendSettings } from "./trends.ts";

const dayMs = 86_400_000;
const monday = Date.parse("2026-03-02T00:00:00Z");

/** Creates a point this number of days after Monday, March 2, 2026. */
const point = (days: number, score: number, { scored = 10, series = "a" } = {}): TrendPoint => ({
  evaluation: `${series}-${days}`,
  dataset: `dataset ${series}`,
  at: monday + days * dayMs,
  score,
  stdDev: 5,
  scored,
  sum: score * scored,
  series,
});

const figuresOf = (points: readonly TrendPoint[], settings: Partial<TrendSettings> = {}) =>
  trendFigures(points, { zone: "UTC", pooled: false, margin: 2, ...settings });

describe("trendFigures", () => {
  test("returns a slope in points per week, regardless of the days between the points", () => {
    // The points lie on a line that rises by 2 points a day, which is 14 a week.
    const figures = figuresOf([point(0, 50), point(0.5, 51), point(4, 58), point(11, 72)]);
    expect(figures).toMatchObject({ direction: "improving", data_points: 4, min: 50, max: 72 });
    expect(figures.slope).toBeCloseTo(14, 9);
    expect(figures.r_squared).toBeCloseTo(1, 12);
  });

  test("weights each evaluation once in the line, and each sample once in the current mean", () => {
    const one = { scored: 1 };
    const figures = figuresOf([point(0, 40, one), point(7, 60, one), point(14, 80, { scored: 98 })]);
    expect(figures.slope).toBeCloseTo(20, 9);
    // (40 + 60 + 98 · 80) / 100.
    expect(figures).toMatchObject({ current: 79.4, sample_count: 100, period_start: 40, period_end: 80 });
  });

  test("joins the evaluations of one day by their samples", () => {
    const points = [point(0, 100, { scored: 1 }), point(0.9, 50, { scored: 4 }), point(1, 70, { scored: 2 })];
    expect(figuresOf(points).time_series).toEqual([
      { date: "2026-03-02", score: 60, sample_count: 5 },
      { date: "2026-03-03", score: 70, sample_count: 2 },
    ]);
    // In Tokyo, the second evaluation is on the next day.
    expect(figuresOf(points, { zone: "Asia/Tokyo" }).time_series).toEqual([
      { date: "2026-03-02", score: 100, sample_count: 1 },
      { date: "2026-03-03", score: expect.closeTo(340 / 6, 9), sample_count: 6 },
    ]);
  });

  test("returns declining if the whole interval is below 0", () => {
    const figures = figuresOf([point(0, 90), point(7, 80.1), point(14, 70)]);
    expect(figures).toMatchObject({ direction: "declining", trend_confidence: "established" });
  });

  test("returns null figures and counts of 0 without points", () => {
    expect(figuresOf([])).toMatchObject({
      direction: "insufficient_data",
      trend_confidence: "none",
      slope: null,
      data_points: 0,
      excluded_points: 0,
      current: null,
      min: null,
      series: [],
      time_series: [],
    });
    expect(figuresOf([point(0, 50), point(7, 60)])).toMatchObject({ slope: null, current: 55 });
  });
});

describe("the series of a trend", () => {
  const [easy, hard] = [{ series: "easy" }, { series: "hard" }];
  const points = [
    point(0, 50, hard),
    point(1, 90, easy),
    point(7, 50, hard),
    point(8, 91, easy),
    point(14, 50, hard),
  ];

  test("are not mixed: the figures are those of the series of the latest evaluation", () => {
    const { series, excluded_points: excluded, ...figures } = figuresOf(points);
    const {
      series: own,
      excluded_points: none,
      ...alone
    } = figuresOf(points.filter((one) => one.series === "hard"));
    expect(figures).toEqual(alone);
    expect([excluded, none]).toEqual([2, 0]);
    expect(figures).toMatchObject({ direction: "stable", data_points: 3, min: 50, max: 50 });
    expect(series[0]).toEqual(own[0]);
  });

  test("are all listed, the one with the latest evaluation first", () => {
    expect(figuresOf(points).series).toEqual([
      {
        dataset: "dataset hard",
        latest_evaluation: "hard-14",
        current: 50,
        data_points: 3,
        direction: "stable",
        slope: 0,
        slope_ci95: [0, 0],
        trend_confidence: "established",
        primary: true,
      },
      {
        dataset: "dataset easy",
        latest_evaluation: "easy-8",
        current: 90.5,
        data_points: 2,
        direction: "insufficient_data",
        slope: null,
        slope_ci95: null,
        trend_confidence: "none",
        primary: false,
      },
    ]);
  });

  test("are joined on request", () => {
    const pooled = figuresOf(points, { pooled: true });
    expect(pooled).toMatchObject({ data_points: 5, excluded_points: 0, min: 50, max: 91 });
    expect(pooled.current).toBeCloseTo(331 / 5, 9);
    expect(pooled.series).toEqual(figuresOf(points).series);
  });
});
