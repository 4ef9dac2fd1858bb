import { describe, expect, test } from "vitest";
import { agreementByDefinition } from "../../../../test/support/agreement-by-definition.ts";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import { seededIntegers, textSeed } from "../statistics/seeded-random.ts";
import { quantileOf } from "../statistics/describe.ts";
import { agreementStatistics } from "./agreement-figures.ts";
import { raterAgreement } from "./rater-agreement.ts";
import { resampledIntervals } from "./resample.ts";

describe("an interval", () => {
  test("consists of the percentiles of the statistic over samples drawn with replacement", () => {
    const table = [
      [1, 1, 2],
      [2, 2, null],
      [3, 3, 3],
      [1, 2, 1],
      [null, 3, 2],
      [2, 2, 2],
      [3, null, null],
      [1, 1, 1],
      [3, 2, 3],
      [1, 1, null],
    ];
    const draw = seededIntegers(textSeed("seed"));
    const resamples = Array.from({ length: 1000 }, () => {
      const drawn = table.map(() => table[draw(table.length)] ?? []);
      const { krippendorff_alpha: alpha, ...rest } = agreementByDefinition(drawn, [1, 2, 3]);
      return { ...rest, krippendorff_alpha: alpha.interval };
    });
    const agreement = raterAgreement(gradingsOf({ type: "scale" }, table), "seed");
    for (const name of agreementStatistics) {
      const values = resamples.map(({ [name]: value }) => value).filter((value) => value !== null);
      const sorted = Float64Array.from(values).sort();
      expect(agreement[name].ci95?.[0], name).toBeCloseTo(quantileOf(sorted, 0.025), 9);
      expect(agreement[name].ci95?.[1], name).toBeCloseTo(quantileOf(sorted, 0.975), 9);
    }
  });

  test("requires at least 95 % of the resamples", () => {
    const undefinedIn = (count: number) => {
      let resample = 0;
      return resampledIntervals(() => ({ value: (resample += 1) <= count ? null : 1 }), 3, 1);
    };
    expect(undefinedIn(50)).toEqual({ value: [1, 1] });
    expect(undefinedIn(51)).toEqual({ value: null });
  });

  test("uses resamples with as many samples as the input", () => {
    resampledIntervals(
      (times) => {
        expect(times.reduce((sum, count) => sum + count, 0)).toBe(7);
        return { value: 1 };
      },
      7,
      1,
    );
  });
});
