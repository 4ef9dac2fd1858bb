import { describe, expect, test } from "vitest";
import { holmAdjusted } from "./holm.ts";

describe("holmAdjusted", () => {
  test("multiplies the smallest of n values by n, the next by n − 1 and so on, and never decreases", () => {
    // 0.01·4, 0.02·3, max(0.03·2, 0.06), max(0.05·1, 0.06)
    expect(holmAdjusted([0.05, 0.02, 0.01, 0.03])).toEqual([0.06, 0.06, 0.04, 0.06]);
  });

  test("does not change a list with a single p, and returns an empty list for an empty list", () => {
    expect(holmAdjusted([0.03])).toEqual([0.03]);
    expect(holmAdjusted([])).toEqual([]);
  });

  test("never exceeds 1, and equal values stay equal", () => {
    expect(holmAdjusted([0.6, 0.6, 1])).toEqual([1, 1, 1]);
    expect(holmAdjusted([0.02, 0.02])).toEqual([0.04, 0.04]);
  });
});
