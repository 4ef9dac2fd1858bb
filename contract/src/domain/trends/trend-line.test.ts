import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trendLine } from "./trend-line.ts";
import { falseDirections } from "./trend-simulation.fixture.ts";

const dayMs = 86_400_000;

/** Creates points with the given number of days between them. */
const points = (scores: readonly number[], days = 7) =>
  scores.map((score, at) => ({ at: at * days * dayMs, score }));

describe("the direction of a trend", () => {
  test("is inconclusive if the interval of the slope contains 0 and changes beyond the margin", () => {
    // x 0 1 2 3 weeks, y 60 70 58 66: slope 0.6, sum of squared residuals 89.2, error √(44.6/5) = 2.99: 0.6 ±
    // 4.3 · 2.99.
    const line = trendLine(points([60, 70, 58, 66]), 2);
    expect(line).toMatchObject({ direction: "insufficient_data", trend_confidence: "inconclusive" });
    expect(line.slope).toBeCloseTo(0.6, 12);
    const reach = 4.30265272991 * Math.sqrt(89.2 / 2 / 5);
    expect(line.slope_ci95?.[0]).toBeCloseTo(0.6 - reach, 9);
    expect(line.slope_ci95?.[1]).toBeCloseTo(0.6 + reach, 9);
    // The margin is 2 points over 3 weeks.
    expect(line.slope_margin).toBeCloseTo(2 / 3, 12);
    expect(line.autocorrelation).toBeNull();
  });

  test("is inconclusive for an interval of −20.6 to 25.4 points per week", () => {
    // With three points one week apart, the error is √(s²/2) and t₀.₉₇₅ with 1 degree of freedom is 12.7062.
    // The scores 50, 50 + d and 54.8 have the slope 2.4 and the residual ±(d − 2.4)/3 · (1, −2, 1).
    const d = 2.4 + (23 / 12.7062047362) * Math.sqrt(2) * Math.sqrt(3 / 2);
    const line = trendLine(points([50, 50 + d, 54.8]), 2);
    expect(line.slope_ci95?.[0]).toBeCloseTo(-20.6, 6);
    expect(line.slope_ci95?.[1]).toBeCloseTo(25.4, 6);
    expect(line).toMatchObject({ direction: "insufficient_data", trend_confidence: "inconclusive" });
    expect(line.slope).toBeCloseTo(2.4, 9);
  });

  test("is stable if the interval is within the margin, even if it excludes 0", () => {
    // The scores rise by 1 point in total, exactly on a line.
    const rising = points([80, 80.5, 81]);
    expect(trendLine(rising, 2)).toMatchObject({ direction: "stable", trend_confidence: "established" });
    expect(trendLine(rising, 0.9)).toMatchObject({ direction: "improving", trend_confidence: "established" });
    expect(
      trendLine(
        rising.map(({ at, score }) => ({ at, score: -score })),
        0.9,
      ).direction,
    ).toBe("declining");
  });

  test("is stable for equal scores, also without a margin", () => {
    const score = 200 / 3;
    for (const margin of [0, 2])
      expect(trendLine(points([score, score, score, score, score]), margin)).toMatchObject({
        direction: "stable",
        trend_confidence: "established",
        slope: 0,
        slope_ci95: [0, 0],
        r_squared: null,
        autocorrelation: null,
      });
  });

  test("is unknown with fewer than three points, or if all points are at one instant", () => {
    const unknown = {
      direction: "insufficient_data",
      trend_confidence: "none",
      slope: null,
      slope_ci95: null,
      slope_margin: null,
      r_squared: null,
      autocorrelation: null,
    };
    for (const given of [[], points([50]), points([50, 60]), points([50, 60, 70], 0)])
      expect(trendLine(given, 2)).toEqual(unknown);
  });
});

describe("the correction for autocorrelation", () => {
  test("widens the interval from 6 points on", () => {
    // x 0 … 5, y 3 3 3 0 0 0: slope −0.771429, residuals −0.428571, 0.342857, 1.114286 and their opposites.
    const line = trendLine(points([53, 53, 53, 50, 50, 50]), 2);
    const slope = -27 / 35;
    const residuals = [-15 / 35, 12 / 35, 39 / 35, -39 / 35, -12 / 35, 15 / 35];
    const squares = residuals.reduce((sum, one) => sum + one ** 2, 0);
    const r = residuals.reduce((sum, one, at) => sum + one * (residuals[at + 1] ?? 0), 0) / squares;
    expect(line.slope).toBeCloseTo(slope, 12);
    expect(line.autocorrelation).toBeCloseTo(r, 12);
    // r is below 0, so that r′ = r + 1/6 is clamped to 0 and 4 degrees of freedom remain.
    expect(r).toBeLessThan(-1 / 6);
    const reach = 2.7764451052 * Math.sqrt(squares / 4 / 17.5);
    expect(line.slope_ci95?.[1]).toBeCloseTo(slope + reach, 8);
  });

  test("has fewer degrees of freedom and a larger error for similar neighbors", () => {
    const scores = [50, 51, 52, 51, 50, 49, 48, 49, 50, 51, 52, 51];
    const line = trendLine(points(scores), 2);
    const r = line.autocorrelation ?? Number.NaN;
    expect(r).toBeGreaterThan(0.5);
    const increased = Math.min(0.9, r + (1 + 4 * r) / 12);
    const inflation = (1 + increased) / (1 - increased);
    // max(3, 12/inflation) − 2 is 1: t₀.₉₇₅ is 12.7062.
    expect(12 / inflation).toBeLessThan(3);
    const own = line.slope ?? Number.NaN;
    const [meanX, meanY] = [5.5, scores.reduce((sum, one) => sum + one, 0) / 12];
    const squares = scores.reduce((sum, y, x) => sum + (y - meanY - own * (x - meanX)) ** 2, 0);
    const error = Math.sqrt(squares / 10 / 143);
    expect(line.slope_ci95?.[1]).toBeCloseTo(own + 12.7062047362 * error * Math.sqrt(inflation), 6);
  });

  test.each([86.8, 0, 0.1, 100 / 3, 66.7, 99.9, 100])("is undefined for equal scores of %d", (score) => {
    for (const length of [6, 7, 13, 50, 365])
      expect(trendLine(points(Array.from({ length }, () => score)), 2), `${length}`).toMatchObject({
        slope: 0,
        autocorrelation: null,
        direction: "stable",
      });
  });

  test("is undefined for points on a line", () => {
    const line = trendLine(points([50.1, 50.2, 50.3, 50.4, 50.5, 50.6, 50.7]), 0);
    expect(line).toMatchObject({ autocorrelation: null, direction: "improving" });
  });

  test("never narrows the interval, and keeps all figures finite", () => {
    const anyScores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(anyScores, fc.integer({ min: 0, max: 100 }), (scores, margin) => {
        const line = trendLine(points(scores, 1 / 3), margin);
        for (const value of [line.slope, line.slope_margin, line.autocorrelation, ...(line.slope_ci95 ?? [])])
          expect(value === null || Number.isFinite(value)).toBe(true);
        expect(Math.abs(line.autocorrelation ?? 0)).toBeLessThanOrEqual(1);
      }),
    );
  });

  // trend-directions.full.test.ts draws eight times as many series.
  test.each([
    { title: "at 50 points with the autocorrelation 0.6", points: 50, autocorrelation: 0.6, maxShare: 0.09 },
    { title: "at 10 independent points", points: 10, autocorrelation: 0, maxShare: 0.06 },
    { title: "at 100 independent points", points: 100, autocorrelation: 0, maxShare: 0.06 },
  ])("limits false directions $title", ({ points: length, autocorrelation, maxShare }) => {
    expect(falseDirections({ series: 500, points: length, autocorrelation })).toBeLessThanOrEqual(maxShare);
  });
});
