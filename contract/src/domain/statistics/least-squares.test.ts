import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leastSquares } from "./least-squares.ts";

const points = (...ys: number[]) => ys.map((y, x) => ({ x, y }));

describe("leastSquares", () => {
  test("fits slope, interval and share of variance", () => {
    // x 0 1 2 3, y 1 3 2 5: means 1.5 and 2.75; Sxx 5, Sxy 5.5, Syy 8.75. Residuals −0.1, 0.8, −1.3, 0.6: Σ² 2.7.
    const line = leastSquares(points(1, 3, 2, 5));
    expect(line.slope).toBeCloseTo(1.1, 12);
    expect(line.rSquared).toBeCloseTo(5.5 ** 2 / (5 * 8.75), 12);
    expect(line.slopeError).toBeCloseTo(Math.sqrt(2.7 / 2 / 5), 12);
    // t₀.₉₇₅ with 2 degrees of freedom is 4.302653.
    expect(line.slopeCi95?.[0]).toBeCloseTo(1.1 - 4.302653 * Math.sqrt(0.27), 5);
    expect(line.slopeCi95?.[1]).toBeCloseTo(1.1 + 4.302653 * Math.sqrt(0.27), 5);
  });

  test("has no slope for one point, no point, or equal x", () => {
    const none = { slope: null, slopeError: null, slopeCi95: null, rSquared: null };
    expect(leastSquares([])).toEqual({ n: 0, ...none });
    expect(leastSquares(points(5))).toEqual({ n: 1, ...none });
    const above = [1, 2, 3].map((y) => ({ x: 0.1, y }));
    expect(leastSquares(above)).toEqual({ n: 3, ...none });
  });

  test("has a slope without an interval for two points", () => {
    expect(leastSquares(points(1, 3))).toEqual({
      n: 2,
      slope: 2,
      slopeError: null,
      slopeCi95: null,
      rSquared: 1,
    });
  });

  test("returns the slope 0 and no share of variance for a constant, despite rounding", () => {
    // In doubles, three times 66.66…7 divided by three is not always 66.66…7.
    for (const y of [0, 0.1, 200 / 3, 100])
      expect(leastSquares(points(y, y, y, y, y, y))).toEqual({
        n: 6,
        slope: 0,
        slopeError: 0,
        slopeCi95: [0, 0],
        rSquared: null,
      });
    expect(leastSquares(points(7, 7))).toMatchObject({ slope: 0, slopeCi95: null, rSquared: null });
  });

  const anyPoints = fc.array(
    fc.record({ x: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 100 }) }),
    { maxLength: 40 },
  );

  test("is equal in any order, and never NaN", () => {
    fc.assert(
      fc.property(anyPoints, (given) => {
        const line = leastSquares(given);
        expect(leastSquares(given.toReversed())).toEqual(line);
        for (const value of [line.slope, line.slopeError, line.rSquared])
          expect(value === null || Number.isFinite(value)).toBe(true);
      }),
    );
  });

  test("negates every sign for negated scores", () => {
    fc.assert(
      fc.property(anyPoints, (given) => {
        const [line, turned] = [leastSquares(given), leastSquares(given.map(({ x, y }) => ({ x, y: -y })))];
        if (line.slope === null) return;
        expect(turned.slope).toBeCloseTo(-line.slope, 9);
        expect(turned.slopeError ?? 0).toBeCloseTo(line.slopeError ?? 0, 9);
      }),
    );
  });
});
