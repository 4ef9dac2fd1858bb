import { describe, expect, test } from "vitest";
import { meanInterval } from "./mean-interval.ts";

describe("meanInterval", () => {
  test("is the mean ± t · s / √n", () => {
    // t₀.₉₇₅ with 15 degrees of freedom is 2.131450, and 12/√16 = 3.
    const [low, high] = meanInterval({ mean: 50, std_dev: 12, n: 16 }) ?? [];
    expect(low).toBeCloseTo(50 - 3 * 2.13145, 4);
    expect(high).toBeCloseTo(50 + 3 * 2.13145, 4);
  });

  test("never leaves the scale", () => {
    // t₀.₉₇₅ with 1 degree of freedom is 12.7062.
    expect(meanInterval({ mean: 50, std_dev: 70, n: 2 })).toEqual([0, 100]);
  });

  test("is null for one score, no score, or equal scores", () => {
    expect(meanInterval({ mean: null, std_dev: null, n: 0 })).toBeNull();
    expect(meanInterval({ mean: 50, std_dev: null, n: 1 })).toBeNull();
    expect(meanInterval({ mean: 100, std_dev: 0, n: 500 })).toBeNull();
  });
});
