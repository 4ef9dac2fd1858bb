import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newcombePairedInterval } from "./newcombe-paired.ts";

const count = fc.nat({ max: 200 });

describe("newcombePairedInterval", () => {
  test.each([
    // Newcombe (1998), table III, method 10: the cells e, f, g and h.
    [36, 12, 2, 0, 0.0569, 0.3404],
    [18, 12, 2, 18, 0.0562, 0.329],
    [53, 0, 0, 1, -0.0729, 0.0729],
  ])("for %d, %d, %d, %d equals the published interval", (both, better, worse, neither, low, high) => {
    const interval = newcombePairedInterval({ both, better, worse, neither });
    expect(interval?.[0]).toBeCloseTo(low, 3);
    expect(interval?.[1]).toBeCloseTo(high, 3);
  });

  test("is null without pairs, and is always defined with at least one pair", () => {
    expect(newcombePairedInterval({ both: 0, better: 0, worse: 0, neither: 0 })).toBeNull();
    fc.assert(
      fc.property(count, count, count, count, (both, better, worse, neither) => {
        const n = both + better + worse + neither;
        const [low = Number.NaN, high = Number.NaN] =
          newcombePairedInterval({ both, better, worse, neither: n === 0 ? 1 : neither }) ?? [];
        const difference = (better - worse) / Math.max(1, n);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("is negated, to the last bit, if the sides are swapped", () => {
    fc.assert(
      fc.property(count, count, count, count, (both, better, worse, neither) => {
        const [low = 0, high = 0] = newcombePairedInterval({ both, better, worse, neither }) ?? [];
        const swapped = newcombePairedInterval({ both, better: worse, worse: better, neither }) ?? [0, 0];
        expect(low + swapped[1]).toBe(0);
        expect(high + swapped[0]).toBe(0);
      }),
    );
  });
});
