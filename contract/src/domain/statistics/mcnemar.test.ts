import { describe, expect, test } from "vitest";
import { mcnemarExact } from "./mcnemar.ts";

describe("mcnemarExact", () => {
  test.each([
    [0, 0, 1],
    [1, 0, 1],
    [10, 10, 1],
    // 2·(1 + 6)/2⁶
    [1, 5, 0.21875],
    // 2/2⁵: five differing pairs, all in one direction, are not enough for 0.05.
    [0, 5, 0.0625],
    [0, 6, 0.03125],
    // 2·(1 + 12 + 66)/2¹²
    [10, 2, 0.03857421875],
  ])("for %d worse and %d better pairs is twice the binomial tail", (worse, better, p) => {
    expect(mcnemarExact(worse, better)).toBe(p);
    expect(mcnemarExact(better, worse)).toBe(mcnemarExact(worse, better));
  });

  test("stays within [0, 1] for any number of differing pairs", () => {
    expect(mcnemarExact(50_000, 50_000)).toBe(1);
    expect(mcnemarExact(50_000, 49_999)).toBeCloseTo(1, 12);
    expect(mcnemarExact(1e6, 1e6 - 3)).toBeLessThanOrEqual(1);
    expect(mcnemarExact(0, 1000)).toBe(2 ** -999);
  });

  test("returns the same p with both computations", () => {
    // The tail is summed for up to 1,000 pairs, and computed with the beta function for 1,001. The two inputs
    // differ by one pair.
    for (const fewer of [400, 450, 480]) {
      const [summed, next] = [mcnemarExact(fewer, 1000 - fewer), mcnemarExact(fewer, 1001 - fewer)];
      // P(X ≤ k; n + 1) = P(X ≤ k; n) − ½·P(X = k; n), and P(X = k; n) = P(X ≤ k; n) − P(X ≤ k − 1; n).
      const before = mcnemarExact(fewer - 1, 1001 - fewer);
      expect(next / (summed - (summed - before) / 2)).toBeCloseTo(1, 10);
    }
  });

  test("rejects invalid counts", () => {
    expect(() => mcnemarExact(-1, 2)).toThrow("worse is -1; it must be a whole number from 0.");
    expect(() => mcnemarExact(1, 0.5)).toThrow("better is 0.5; it must be a whole number from 0.");
  });
});
