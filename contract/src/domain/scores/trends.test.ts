import { describe, expect, test } from "vitest";
import * as trends from "./trends.ts";

const trendFigures = (points: trends.TrendPoint[], zone = "UTC") => trends.trendFigures(points, zone);

const dayMs = 86_400_000;
const monday = Date.parse("2026-03-02T00:00:00Z");

/** Creates a point this number of days after Monday, March 2, 2026. */
const point = (days: number, score: number, scored = 10): trends.TrendPoint => ({
  evaluation: `${days}`,
  at: monday + days * dayMs,
  score,
  scored,
  sum: score * scored,
  series: "",
});

describe("trendFigures", () => {
  test("returns a slope in points per week, regardless of the days between the points", () => {
    // The points lie on a line that rises by 2 points a day, which is 14 a week.
    const figures = trendFigures([point(0, 50), point(0.5, 51), point(4, 58), point(11, 72)]);
    expect(figures).toMatchObject({ direction: "improving", data_points: 4, min: 50, max: 72 });
    expect(figures.slope).toBeCloseTo(14, 9);
    expect(figures.r_squared).toBeCloseTo(1, 12);
  });

  test("weights each evaluation once in the line, and each sample once in the current mean", () => {
    const figures = trendFigures([point(0, 40, 1), point(7, 60, 1), point(14, 80, 98)]);
    expect(figures.slope).toBeCloseTo(20, 9);
    // (40 + 60 + 98 · 80) / 100.
    expect(figures).toMatchObject({ current: 79.4, sample_count: 100, period_start: 40, period_end: 80 });
  });

  test("joins the evaluations of one day by their samples", () => {
    const { time_series: series } = trendFigures([point(0, 100, 1), point(0.9, 50, 4), point(1, 70, 2)]);
    expect(series).toEqual([
      { date: "2026-03-02", score: 60, sample_count: 5 },
      { date: "2026-03-03", score: 70, sample_count: 2 },
    ]);
    // In Tokyo, the second evaluation is on the next day.
    const { time_series: tokyo } = trendFigures(
      [point(0, 100, 1), point(0.9, 50, 4), point(1, 70, 2)],
      "Asia/Tokyo",
    );
    expect(tokyo).toEqual([
      { date: "2026-03-02", score: 100, sample_count: 1 },
      { date: "2026-03-03", score: expect.closeTo(340 / 6, 9), sample_count: 6 },
    ]);
  });

  test("returns stable if the interval of the slope includes 0", () => {
    // x 0 1 2 3 weeks, y 60 70 58 66: slope 0.6, sum of squared residuals 89.2, error √(44.6/5) = 2.99: 0.6 ±
    // 4.3 · 2.99.
    const figures = trendFigures([60, 70, 58, 66].map((score, week) => point(7 * week, score)));
    expect(figures.direction).toBe("stable");
    expect(figures.slope).toBeCloseTo(0.6, 12);
  });

  test("returns declining if the whole interval is below 0", () => {
    expect(trendFigures([point(0, 90), point(7, 80.1), point(14, 70)]).direction).toBe("declining");
  });

  test("returns insufficient_data for fewer than three points, or if all points are at one instant", () => {
    const unknown = { direction: "insufficient_data", slope: null, slope_ci95: null, r_squared: null };
    expect(trendFigures([])).toMatchObject({ ...unknown, data_points: 0, current: null, min: null });
    expect(trendFigures([point(0, 50), point(7, 60)])).toMatchObject({ ...unknown, current: 55 });
    expect(trendFigures([point(0, 50), point(0, 60), point(0, 70)])).toMatchObject({
      ...unknown,
      current: 60,
    });
  });

  test("returns stable for equal scores, without a share of variance", () => {
    const score = 200 / 3;
    expect(trendFigures([point(0, score), point(3, score), point(5, score)])).toMatchObject({
      direction: "stable",
      slope: 0,
      slope_ci95: [0, 0],
      r_squared: null,
    });
  });
});
