import { describe, expect, test } from "vitest";
import { percentileRank, rankCounts } from "./percentile-rank.ts";

describe("percentileRank", () => {
  test("counts ties by half", () => {
    // 2 of 5 values are below 70, and 2 are equal to it.
    expect(percentileRank(rankCounts([50, 60, 70, 70, 80], 70))).toBe(60);
  });

  test("reaches 0 and 100 only outside the range of the values", () => {
    expect(percentileRank(rankCounts([50, 60], 40))).toBe(0);
    expect(percentileRank(rankCounts([50, 60], 61))).toBe(100);
    expect(percentileRank(rankCounts([50], 50))).toBe(50);
  });

  test("is null without values", () => {
    expect(percentileRank(rankCounts([], 70))).toBeNull();
  });
});
