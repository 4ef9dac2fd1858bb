import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DropTest, dropsIn, regressionsOf } from "./regressions.ts";
import type { TrendPoint } from "./trend-point.ts";

/** Creates points one day apart, from March 2, 2026 on. Points without a series name are in one series. */
const points = (...scores: (number | [string, number])[]): TrendPoint[] =>
  scores.map((given, day) => {
    const [series, score] = typeof given === "number" ? ["a", given] : given;
    const at = Date.parse("2026-03-02T12:00:00Z") + day * 86_400_000;
    const counts = { stdDev: 5, scored: 10, sum: 10 * score };
    return { evaluation: `e${day}`, dataset: "d", at, score, ...counts, series };
  });

const unshared: DropTest = { test: null, n_paired: 0, change: null, p_value: null };
const shared = (p: number, change = -1): DropTest => ({
  test: "mcnemar_exact",
  n_paired: 50,
  change,
  p_value: p,
});

const drops = (given: TrendPoint[], before: TrendPoint[] = []) =>
  dropsIn(given, before).drops.map((drop) => [drop.before.evaluation, drop.after.evaluation]);

/** Returns the regressions among points. The drops have the given test results, in order. */
const analysisOf = (given: TrendPoint[], ...tests: DropTest[]) => {
  const found = dropsIn(given, []);
  const tested = found.drops.map((drop, at) => ({ drop, test: tests[at] ?? unshared }));
  return regressionsOf({ looks: found.looks, drops: tested }, given, "UTC");
};

/** Returns the regressions among points if every drop has the same test result. */
const found = (given: TrendPoint[], tested: DropTest) =>
  analysisOf(given, ...given.map(() => tested)).regressions;

describe("a drop", () => {
  test("is computed only from the previous evaluation of the same series", () => {
    expect(drops(points(["a", 90], ["b", 50], ["a", 80], ["b", 60], ["a", 70]))).toEqual([
      ["e0", "e2"],
      ["e2", "e4"],
    ]);
  });

  test("is not caused by rounding", () => {
    expect(drops(points(66.66666666666667, 66.66666666666666))).toEqual([]);
  });

  test("before the period is excluded, but its point is the reference for the next point", () => {
    const given = points(90, 80, ["b", 10], 70, ["b", 5]);
    expect(drops(given.slice(3, 4), given.slice(0, 3))).toEqual([["e1", "e3"]]);
  });
});

describe("a regression", () => {
  test("requires 5 points or more and a significant test of the means without shared samples", () => {
    expect(found(points(90, 85.1), unshared)).toEqual([]);
    // Ten scores each with the deviation 5: t = 5 / √5, with 18 degrees of freedom.
    expect(found(points(90, 85), unshared)).toMatchObject([
      { change: -5, severity: "moderate", test: "welch", n_paired: 0, p_value: expect.closeTo(0.0382501, 6) },
    ]);
    // In doubles, 80.1 − 75.1 is 4.99…9.
    expect(found(points(80.1, 75.1), unshared)).toMatchObject([{ severity: "moderate" }]);
    // With the deviation 30, even 10 points may be chance. A single score has no deviation.
    const wide = points(90, 80).map((point) => ({ ...point, stdDev: 30 }));
    expect(analysisOf(wide, unshared)).toEqual({ looks: 1, regressions: [], suspected: [] });
    const single = points(90, 20).map((point) => ({ ...point, stdDev: null, scored: 1 }));
    expect(analysisOf(single, unshared)).toEqual({ looks: 1, regressions: [], suspected: [] });
  });

  test("requires significance with shared samples, for any size of the drop", () => {
    expect(found(points(90, 89), shared(0.049))).toMatchObject([
      {
        before: 90,
        after: 89,
        change: -1,
        severity: "minor",
        p_value: 0.049,
        p_adjusted: 0.049,
        n_paired: 50,
      },
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
    const back = found(points(90, 80, 85, ["b", 95], 90, 99), shared(0.01));
    expect(back).toMatchObject([
      { date: "2026-03-03", evaluation: "e1", baseline: "e0", recovered: true, recovery_date: "2026-03-06" },
    ]);
    const lost = found(points(90, 80, 85, ["b", 95], 89.9), shared(0.01));
    expect(lost).toMatchObject([{ recovered: false, recovery_date: null }]);
  });

  test("has recovered if a later evaluation reaches the score before the period", () => {
    const given = points(90, 80, ["b", 95], 85, 90);
    const { looks, drops: dropped } = dropsIn(given.slice(1), given.slice(0, 1));
    const tested = dropped.map((drop) => ({ drop, test: shared(0.001) }));
    expect(regressionsOf({ looks, drops: tested }, given.slice(1), "UTC").regressions).toMatchObject([
      { baseline: "e0", evaluation: "e1", recovered: true, recovery_date: "2026-03-06" },
    ]);
  });

  test("recovers at the first later evaluation of its series with at least the previous score", () => {
    const drawn = fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 50, max: 60 })));
    fc.assert(
      fc.property(drawn, (scores) => {
        const given = points(...scores);
        for (const { evaluation, baseline, recovery_date: date } of found(given, shared(1e-9))) {
          const at = given.findIndex((point) => point.evaluation === evaluation);
          const before = given.find((point) => point.evaluation === baseline);
          const back = given
            .slice(at)
            .find(({ series, score }) => series === before?.series && score >= before.score);
          expect(date).toBe(back ? new Date(back.at).toISOString().slice(0, 10) : null);
        }
      }),
    );
  });

  test("is found if all scores of the samples collapse", () => {
    const collapsed = points(100, 0).map((point) => ({ ...point, stdDev: 0, scored: 5 }));
    // 2 of the C(10, 5) = 252 divisions separate the scores.
    expect(found(collapsed, unshared)).toMatchObject([
      { before: 100, after: 0, test: "welch", p_value: expect.closeTo(2 / 252, 12) },
    ]);
  });

  test("is dated by the calendar of the time zone", () => {
    const given = points(90, 80, 95);
    const tested = dropsIn(given, []).drops.map((drop) => ({ drop, test: shared(0.01) }));
    expect(regressionsOf({ looks: 2, drops: tested }, given, "Pacific/Auckland").regressions).toMatchObject([
      { date: "2026-03-04", recovery_date: "2026-03-05" },
    ]);
  });
});

describe("the correction for the number of looks", () => {
  /** 150 scores with drops at every second evaluation, so that there are 149 looks. */
  const nights = points(...Array.from({ length: 150 }, (_, night) => (night % 2 === 0 ? 80 : 79)));

  test("moves a drop that may be chance among 149 looks to the suspected ones", () => {
    const { looks, regressions, suspected } = analysisOf(nights, shared(0.3), shared(0.009));
    expect(looks).toBe(149);
    expect(regressions).toEqual([]);
    expect(suspected).toMatchObject([{ evaluation: "e3", p_value: 0.009, p_adjusted: 1 }]);
  });

  test("keeps a drop that is unlikely even among 149 looks", () => {
    const { regressions, suspected } = analysisOf(nights, shared(0.3), shared(0.0002));
    expect(regressions).toMatchObject([
      { evaluation: "e3", p_value: 0.0002, p_adjusted: expect.closeTo(0.0298, 12) },
    ]);
    expect(suspected).toEqual([]);
  });

  test("adjusts several drops together (Holm)", () => {
    const { looks, regressions, suspected } = analysisOf(
      points(90, 89, 95, 94, 99),
      shared(0.01),
      shared(0.02),
    );
    // Four looks: 4 · 0.01 and 3 · 0.02.
    expect(looks).toBe(4);
    expect(regressions).toMatchObject([{ p_adjusted: 0.04 }]);
    expect(suspected).toMatchObject([{ p_adjusted: 0.06 }]);
  });

  test("counts looks only from the start of the period on, and none without a pair", () => {
    const given = points(90, 80, 70);
    expect(dropsIn(given.slice(2), given.slice(0, 2)).looks).toBe(1);
    expect(analysisOf(points(90))).toEqual({ looks: 0, regressions: [], suspected: [] });
  });
});
