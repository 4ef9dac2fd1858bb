import { describe, expect, test } from "vitest";
import { gradingsOf } from "../../../../../test/support/graded-table.ts";
import { blandAltman } from "./bland-altman.ts";
import { raterAgreement } from "../rater-agreement.ts";

/** Bland, J. M. & Altman, D. G. (1986). The Lancet 327(8476), 307-310, table 1: first readings. */
const large = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427];
const mini = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451];

const near = (value: number): unknown => expect.closeTo(value, 6);
const limitsOf = (table: readonly (readonly (number | null)[])[]) =>
  raterAgreement(gradingsOf({ type: "scale" }, table)).by_pair.map(({ bland_altman: limits }) => limits);

describe("the limits of agreement", () => {
  test("of the large minus the mini peak flow meter are −78 and 74, with the published bias", () => {
    const table = large.map((reading, person) => [mini[person] ?? null, reading]);
    expect(limitsOf(table)).toEqual([
      {
        n: 17,
        bias: near(-2.117647),
        sd: near(38.76513),
        lower: near(-78.097302),
        upper: near(73.862007),
        bias_ci95: [near(-22.048838), near(17.813544)],
        lower_ci95: [near(-112.853378), near(-43.341225)],
        // The limits have equal errors, so this interval is as wide as that of the lower limit.
        upper_ci95: [expect.closeTo(73.862007 - 34.756077, 5), expect.closeTo(73.862007 + 34.756077, 5)],
      },
    ]);
  });

  test("are computed for each pair of raters, second minus first", () => {
    const table = [
      [1, 2, 5],
      [2, 4, 5],
      [3, 6, 5],
    ];
    expect(limitsOf(table).map((limits) => limits?.bias)).toEqual([2, 3, 1]);
  });

  test("have width 0 if the difference is constant", () => {
    const limits = blandAltman([{ difference: 2, count: 3 }]);
    expect(limits).toMatchObject({ bias: 2, sd: 0, lower: 2, upper: 2, lower_ci95: [2, 2] });
  });

  test("are null for fewer than 3 samples, and for differences beyond the range of doubles", () => {
    expect(blandAltman([{ difference: 2, count: 2 }])).toBeNull();
    const huge = [Number.MAX_VALUE, -Number.MAX_VALUE, 0];
    expect(blandAltman(huge.map((difference) => ({ difference, count: 1 })))).toBeNull();
  });

  test("exist only on a numeric scale", () => {
    const scale = { type: "categorical" as const, values: [1, 2], ordered: true };
    const table = [
      [1, 2],
      [1, 1],
      [2, 2],
    ];
    expect(raterAgreement(gradingsOf(scale, table))).toMatchObject({
      icc_a1: null,
      by_pair: [{ bland_altman: null }],
    });
  });
});
