import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gradingsOf } from "../../../../../test/support/graded-table.ts";
import { iccA1 } from "./icc-a1.ts";
import { rateSamples } from "../rated-samples.ts";

const iccOf = (table: readonly (readonly (number | null)[])[]) =>
  iccA1(rateSamples(gradingsOf({ type: "scale" }, table)));

/** Shrout, P. E. & Fleiss, J. L. (1979). Psychological Bulletin 86(2), 420-428, table 2. */
const shroutAndFleiss = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

const near = (value: number): unknown => expect.closeTo(value, 6);

describe("the intraclass correlation ICC(A,1)", () => {
  test("of Shrout and Fleiss's six targets and four judges is 0.29, with its F interval", () => {
    // The article has 0.29 for ICC(2,1). R's irr::icc(model = "twoway", type = "agreement") has the interval.
    expect(iccOf(shroutAndFleiss)).toEqual({
      value: near(0.289764),
      ci95: [near(0.018787), near(0.761084)],
      n_samples: 6,
      n_raters: 4,
      reason: null,
    });
  });

  test("uses only the samples that all raters graded", () => {
    const { n_samples, value } = iccOf([...shroutAndFleiss, [1, null, 9, 1], [10, 10, null, 1]]);
    expect([n_samples, value]).toEqual([6, near(0.289764)]);
  });

  test("does not depend on the unit and the origin of the scale", () => {
    for (const [factor, shift] of [
      [1e300, 0],
      [1e-300, 0],
      [0.1, 1e6],
    ] as const) {
      const moved = shroutAndFleiss.map((row) => row.map((grade) => grade * factor + shift));
      expect(iccOf(moved)).toMatchObject({ value: near(0.289764), ci95: [near(0.018787), near(0.761084)] });
    }
  });

  test("is 1 if the raters always agree, with an interval of width 0", () => {
    expect(iccOf([0.1, 0.7, 0.3].map((grade) => [grade, grade, grade]))).toMatchObject({
      value: 1,
      ci95: [1, 1],
      reason: null,
    });
  });

  test("of a constant difference between two raters is below 1, because it counts absolute agreement", () => {
    // Rows 1-2, 2-3, 3-4: MSR = 2, MSC = 1.5, MSE = 0. (2 − 0)/(2 + 0 + (2/3)·1.5) = 2/3.
    const { value, ci95 } = iccOf([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(value).toBeCloseTo(2 / 3, 12);
    expect(ci95?.[0]).toBeLessThan(2 / 3);
    expect(ci95?.[1]).toBeGreaterThan(2 / 3);
  });

  test("has finite bounds in order for every table, also for negative coefficients", () => {
    const table = fc.integer({ min: 2, max: 4 }).chain((raters) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: raters, maxLength: raters }), {
        minLength: 2,
        maxLength: 6,
      }),
    );
    fc.assert(
      fc.property(table, (grades) => {
        const { value, ci95, reason } = iccOf(grades);
        expect(value === null).toBe(reason !== null);
        if (value === null || ci95 === null) return;
        expect(Number.isFinite(value)).toBe(true);
        expect(ci95[0]).toBeLessThanOrEqual(value + 1e-9);
        expect(ci95[1]).toBeGreaterThanOrEqual(value - 1e-9);
        expect(ci95[1]).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });

  test("is undefined without two samples that all raters graded, and without differences of means", () => {
    expect(
      iccOf([
        [1, 2, null],
        [1, null, 3],
        [2, 2, 2],
      ]),
    ).toEqual({ value: null, ci95: null, n_samples: 1, n_raters: 3, reason: "too_few_samples" });
    expect(iccOf([[1], [2]])).toMatchObject({ n_samples: 2, n_raters: 1, reason: "too_few_raters" });
    const equal = [
      [5, 5],
      [5, 5],
    ];
    const crossed = [
      [0, 1],
      [1, 0],
    ];
    for (const table of [equal, crossed])
      expect(iccOf(table)).toMatchObject({ value: null, ci95: null, reason: "no_variance" });
  });
});
