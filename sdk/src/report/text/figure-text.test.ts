import { boundedProportion, proportion } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import { boundedText, changeTexts, decimalsOf, percentText, shareText, signedText } from "./figure-text.ts";

describe("the decimals of an interval", () => {
  test.each([
    // width 0.011: two significant digits need three decimals
    { interval: [-0.061, -0.05], decimals: 3 },
    { interval: [76.7, 92.9], decimals: 1 },
    { interval: [0, 0.0004], decimals: 5 },
    // the lower end would be 0.0, 0.00 and 0.000
    { interval: [0.0003, 40], decimals: 4 },
    { interval: [5, 5], decimals: 1 },
    { interval: [0, 0], decimals: 1 },
    // at most six, although the end is still printed as 0
    { interval: [0, 1e-9], decimals: 6 },
  ] as const)("are $decimals for $interval", ({ interval, decimals }) => {
    expect(decimalsOf(interval)).toBe(decimals);
  });
});

describe("a figure as text", () => {
  test("has its denominator, and both ends have the same decimals", () => {
    expect(shareText(proportion(28, 45))).toBe("28/45 = 62.2 % [47.6, 74.9]");
    expect(shareText(proportion(1, 1_000_000))).toBe("1/1000000 = 0.00010 % [0.00002, 0.00057]");
  });

  test("has no rate if the denominator is 0", () => {
    expect(shareText(proportion(0, 0))).toBe("0/0");
    expect(boundedText(boundedProportion(0, 0))).toBe("0/0");
  });

  test("has the upper bound of a share of failures", () => {
    // 1 − 0.05^(1/20) = 0.1391
    expect(boundedText(boundedProportion(0, 20))).toBe("0/20 = 0.0 % (≤ 13.9 %)");
    expect(percentText(0.048703)).toBe("4.9 %");
  });

  test("states a change with its sign and its interval", () => {
    expect(changeTexts(-0.055, [-0.061, -0.05])).toEqual({ change: "-0.055", ci95: "-0.061 to -0.050" });
    expect(changeTexts(null, null)).toEqual({ change: "–", ci95: "–" });
    expect(signedText(-0.04)).toBe("0.0");
  });
});
