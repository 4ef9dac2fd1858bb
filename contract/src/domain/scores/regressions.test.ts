import { describe, expect, test } from "vitest";
import { type DropTest, regressionsOf, scoreDrops } from "./regressions.ts";
import type { TrendPoint } from "./trends.ts";

/** Creates points one day apart, from March 2, 2026 on. Points without a series name are in one series. */
const points = (...scores: (number | [number, string])[]): TrendPoint[] =>
  scores.map((given, day) => {
    const [score, series] = typeof given === "number" ? [given, "a"] : given;
    const at = Date.parse("2026-03-02T12:00:00Z") + day * 86_400_000;
    return { evaluation: `e${day}`, at, score, scored: 10, sum: 10 * score, series };
  });

const unshared: DropTest = { test: null, n_paired: 0, change: null, p_value: null };
const shared = (p: number, change = -1): DropTest => ({
  test: "mcnemar_exact",
  n_paired: 50,
  change,
  p_value: p,
});

/** Returns the regressions among points if every drop has the same test result. */
const found = (given: TrendPoint[], tested: DropTest) =>
  regressionsOf(
    scoreDrops(given).map((drop) => ({ drop, test: tested })),
    given,
    "UTC",
  );

describe("a drop", () => {
  test("is computed only from the previous evaluation of the same series", () => {
    const drops = scoreDrops(points([90, "a"], [50, "b"], [80, "a"], [60, "b"], [70, "a"]));
    expect(drops.map(({ before, after }) => [before.evaluation, after.evaluation])).toEqual([
      ["e0", "e2"],
      ["e2", "e4"],
    ]);
  });

  test("is not caused by rounding", () => {
    expect(scoreDrops(points(66.66666666666667, 66.66666666666666))).toEqual([]);
  });

  test("before the period is excluded, but its point is the reference for the next point", () => {
    const given = points(90, 80, 70);
    const drops = scoreDrops(given, given[2]?.at);
    expect(drops.map(({ before, after }) => [before.score, after.score])).toEqual([[80, 70]]);
  });
});

describe("a regression", () => {
  test("requires 5 points or more without shared samples", () => {
    expect(found(points(90, 85.1), unshared)).toEqual([]);
    expect(found(points(90, 85), unshared)).toMatchObject([{ change: -5, severity: "moderate", test: null }]);
    // In doubles, 80.1 − 75.1 is 4.99…9.
    expect(found(points(80.1, 75.1), unshared)).toMatchObject([{ severity: "moderate" }]);
  });

  test("requires significance with shared samples, for any size of the drop", () => {
    expect(found(points(90, 89), shared(0.049))).toMatchObject([
      { before: 90, after: 89, change: -1, severity: "minor", p_value: 0.049, n_paired: 50 },
    ]);
    expect(found(points(90, 40), shared(0.05))).toEqual([]);
  });

  test("requires lower scores on the shared samples, because the other samples may be harder", () => {
    expect(found(points(90, 60), shared(0.001, 3))).toEqual([]);
  });

  test("is minor below 5 points, moderate below 10, severe from 10", () => {
    const severities = [4.9, 5, 9.9, 10].map(
      (drop) => found(points(90, 90 - drop), shared(0.01))[0]?.severity,
    );
    expect(severities).toEqual(["minor", "moderate", "moderate", "severe"]);
  });

  test("has recovered if a later evaluation of its series reaches the previous score", () => {
    const back = found(points(90, 80, 85, [95, "b"], 90, 99), shared(0.01));
    expect(back).toMatchObject([
      { date: "2026-03-03", evaluation: "e1", baseline: "e0", recovered: true, recovery_date: "2026-03-06" },
    ]);
    const lost = found(points(90, 80, 85, [95, "b"], 89.9), shared(0.01));
    expect(lost).toMatchObject([{ recovered: false, recovery_date: null }]);
  });
});
