import { describe, expect, test } from "vitest";
import { agreementByDefinition } from "../../../../test/support/agreement-by-definition.ts";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import { seededIntegers, textSeed } from "../statistics/seeded-random.ts";
import { quantileOf } from "../statistics/describe.ts";
import { agreementStatistics } from "./agreement-figures.ts";
import { raterAgreement } from "./rater-agreement.ts";
import { resampledIntervals, resamplesFor, runToEnd } from "./resample.ts";

describe("an interval", () => {
  test("consists of the percentiles of the statistic over samples drawn with replacement", () => {
    // The samples are sorted by their multisets of grades, as the intervals require.
    const table = [
      [1, 1, 1],
      [1, 1, 2],
      [1, 2, 1],
      [1, 1, null],
      [2, 2, 2],
      [2, 2, null],
      [3, 2, 3],
      [null, 3, 2],
      [3, 3, 3],
      [3, null, null],
    ];
    const multisets = [
      '["1","1","1"]:1',
      '["1","1","2"]:2',
      '["1","1"]:1',
      '["2","2","2"]:1',
      '["2","2"]:1',
      '["2","3","3"]:1',
      '["2","3"]:1',
      '["3","3","3"]:1',
      '["3"]:1',
    ];
    const draw = seededIntegers(textSeed(["scale", ...multisets].join("\n")));
    const resamples = Array.from({ length: 1000 }, () => {
      const drawn = table.map(() => table[draw(table.length)] ?? []);
      const { krippendorff_alpha: alpha, ...rest } = agreementByDefinition(drawn, [1, 2, 3]);
      return { ...rest, krippendorff_alpha: alpha.interval };
    });
    const agreement = raterAgreement(gradingsOf({ type: "scale" }, table));
    for (const name of agreementStatistics) {
      const values = resamples.map(({ [name]: value }) => value).filter((value) => value !== null);
      const sorted = Float64Array.from(values).sort();
      expect(agreement[name].ci95?.[0], name).toBeCloseTo(quantileOf(sorted, 0.025), 9);
      expect(agreement[name].ci95?.[1], name).toBeCloseTo(quantileOf(sorted, 0.975), 9);
    }
  });

  const draw = { samples: 3, resamples: 1000, seed: 1, cost: 1 };

  test("requires at least 95 % of the resamples", () => {
    const undefinedIn = (count: number, resamples: number) => {
      let resample = 0;
      const statistics = () => ({ value: (resample += 1) <= count ? null : 1 });
      return runToEnd(resampledIntervals(statistics, { ...draw, resamples }));
    };
    expect(undefinedIn(50, 1000)).toEqual({ value: [1, 1] });
    expect(undefinedIn(51, 1000)).toEqual({ value: null });
    expect(undefinedIn(10, 200)).toEqual({ value: [1, 1] });
    expect(undefinedIn(11, 200)).toEqual({ value: null });
  });

  test("uses resamples with as many samples as the input", () => {
    const sizes: number[] = [];
    const statistics = (times: Int32Array) => {
      sizes.push(times.reduce((sum, count) => sum + count, 0));
      return { value: 1 };
    };
    runToEnd(resampledIntervals(statistics, { ...draw, samples: 7, resamples: 20 }));
    expect(sizes).toEqual(Array.from({ length: 20 }, () => 7));
  });

  test("is computed in slices of about 500,000 operations", () => {
    const pausesFor = (cost: number) =>
      [...resampledIntervals(() => ({ value: 1 }), { ...draw, resamples: 10, cost })].length;
    expect(pausesFor(100_000)).toBe(2);
    expect(pausesFor(3_000_000)).toBe(10);
  });

  test("is based on 1,000 resamples, or on 200 above 2,000,000 pairs of grades", () => {
    expect([0, 2_000_000, 2_000_001, 20_000_000].map(resamplesFor)).toEqual([1000, 1000, 200, 200]);
  });
});
