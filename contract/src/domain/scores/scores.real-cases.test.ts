// Published series and ranks: datasets from R, fits by SciPy and reference data from NIST.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { describeScores } from "../statistics/describe.ts";
import { leastSquares } from "../statistics/least-squares.ts";
import { percentileRank, rankCounts } from "../statistics/percentile-rank.ts";
import { dropsIn, regressionsOf } from "../trends/regressions.ts";
import type { TrendPoint } from "../trends/trend-point.ts";
import { trendFigures } from "../trends/trends.ts";

interface Series {
  y: number[];
  native_index: number[];
  "same_series_on_consecutive_days_from_2025-01-06": string[];
  per_step: { slope: number; r_squared: number; p: number; slope_se: number };
  slope_per_week_if_steps_are_days: number;
  min: number;
  max: number;
  first: number;
  last: number;
  n: number;
  mean: number;
}

interface Cases {
  trend_series: Record<string, Series>;
  percentile_rank: { values: number[]; score: number; mean: number }[];
  linear_regression_certified: Record<
    string,
    { x: number[]; y: number[]; with_intercept_scipy: { slope: number; r_squared: number } }
  >;
}

// The schema follows the `_about` member of statistics.json. A file with another structure fails the test.
const cases: Cases = haveCases
  ? JSON.parse(readFileSync(join(casesDir, "D-statistics", "statistics.json"), "utf8"))
  : { trend_series: {}, percentile_rank: [], linear_regression_certified: {} };

/** Creates an evaluation with the given scores. */
function point(at: number, scores: readonly number[]): TrendPoint {
  const { mean, std_dev: stdDev } = describeScores(scores);
  return {
    evaluation: new Date(at).toISOString(),
    dataset: "",
    at,
    score: mean ?? Number.NaN,
    stdDev,
    scored: scores.length,
    sum: scores.reduce((sum, score) => sum + score, 0),
    series: "",
  };
}

/**
 * Converts a series to evaluations on consecutive days, with unchanged values. The rules accept any scale.
 */
const asDays = ({ y, ...series }: Series): TrendPoint[] =>
  series["same_series_on_consecutive_days_from_2025-01-06"].map((date, index) =>
    point(Date.parse(date), [y[index] ?? Number.NaN]),
  );

const digits = (value: number | null, wanted: number) =>
  expect((value ?? Number.NaN) / wanted).toBeCloseTo(1, 9);

describe.skipIf(!haveCases)("trends of published series", () => {
  test("cover all series", () => {
    expect(Object.keys(cases.trend_series)).toEqual([
      "nile",
      "wwwusage",
      "five-runs-gpt-4.5",
      "five-runs-o4-mini",
    ]);
  });

  test.each(Object.entries(cases.trend_series))(
    "of %s equal the trends that scipy computes",
    (name, series) => {
      const figures = trendFigures(asDays(series), { zone: "UTC", pooled: false, margin: 0 });
      digits(figures.slope, series.slope_per_week_if_steps_are_days);
      digits(figures.r_squared, series.per_step.r_squared);
      expect(figures).toMatchObject({
        data_points: series.n,
        period_start: series.first,
        period_end: series.last,
        min: series.min,
        max: series.max,
      });
      // Without autocorrelation, the interval excludes 0 exactly when the published p is below 0.05. The series
      // of web users is so autocorrelated that 100 points do not establish its direction.
      if (series.per_step.p >= 0.05) expect(figures.direction).toBe("insufficient_data");
      else expect(figures.direction).toBe(name === "nile" ? "declining" : "insufficient_data");
      expect(figures.time_series).toHaveLength(series.n);
      const line = leastSquares(series.native_index.map((x, index) => ({ x, y: series.y[index] ?? 0 })));
      digits(line.slopeError, series.per_step.slope_se);
    },
  );

  test.each(Object.entries(cases.linear_regression_certified))(
    "NIST's %s has the line of scipy",
    (_, { x, y, with_intercept_scipy: wanted }) => {
      const line = leastSquares(x.map((at, index) => ({ x: at, y: y[index] ?? 0 })));
      digits(line.slope, wanted.slope);
      digits(line.rSquared, wanted.r_squared);
    },
  );
});

const unshared = { test: null, n_paired: 0, change: null, p_value: null };

/** Returns the regressions among evaluations that share no samples. */
function analysisOf(points: readonly TrendPoint[]) {
  const { looks, drops } = dropsIn(points, []);
  const tested = drops.map((drop) => ({ drop, test: unshared }));
  return regressionsOf({ looks, drops: tested }, points, "UTC");
}

describe.skipIf(!haveCases)("the Nile's fall of 1899 (Cobb 1978)", () => {
  const { y = [] } = cases.trend_series["nile"] ?? {};
  const highest = Math.max(...y, 1);
  /** The flows in percent of the highest flow (1370), so that they are on the scale of scores. */
  const scaled = y.map((flow) => (100 * flow) / highest);

  test("is the only regression between periods of fourteen years, and is severe and never recovered", () => {
    const spans = Array.from({ length: 7 }, (_, span) => scaled.slice(14 * span, 14 * span + 14));
    const points = spans.map((flows, span) => point(Date.UTC(1871 + 14 * span, 0, 1), flows));
    const { looks, regressions, suspected } = analysisOf(points);
    expect([looks, suspected]).toEqual([6, []]);
    // The means of 1885-1898 and 1899-1912 are 1098.36 and 847.14, on the scale with the maximum 1370.
    expect(regressions).toMatchObject([
      { date: "1899-01-01", severity: "severe", test: "welch", recovered: false, recovery_date: null },
    ]);
    digits(regressions[0]?.change ?? 0, (100 * (847.1428571428571 - 1098.357142857143)) / 1370);
  });

  test("is not found in single years, because one flow has no deviation", () => {
    const points = scaled.map((flow, year) => point(Date.UTC(1871 + year, 0, 1), [flow]));
    expect(analysisOf(points)).toEqual({ looks: 99, regressions: [], suspected: [] });
  });
});

describe.skipIf(!haveCases)("percentile ranks", () => {
  test.each(cases.percentile_rank)(
    "of $score in $values equal those of scipy, which counts ties by half",
    (published) => {
      const { values, score, mean } = published;
      expect(percentileRank(rankCounts(values, score))).toBeCloseTo(mean, 12);
    },
  );
});
