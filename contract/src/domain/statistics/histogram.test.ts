import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scoreBucket, scoreHistogram } from "./histogram.ts";

/** Returns the largest double below a positive number. */
function justBelow(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) - 1n);
  return bits.getFloat64(0);
}

describe("the distribution of scores", () => {
  test("has ten buckets with their ranges, even without scores", () => {
    expect(scoreHistogram([]).map(({ range }) => range)).toEqual([
      "0-10",
      "10-20",
      "20-30",
      "30-40",
      "40-50",
      "50-60",
      "60-70",
      "70-80",
      "80-90",
      "90-100",
    ]);
    expect(scoreHistogram([]).every(({ count }) => count === 0)).toBe(true);
  });

  test("uses the raw value: 79.999 is below 80, and 100 is in the last bucket", () => {
    const counts = scoreHistogram([0, 9.999, 10, 79.999, 80, 90, 99.9, 100]).map(({ count }) => count);
    expect(counts).toEqual([2, 1, 0, 0, 0, 0, 0, 1, 1, 3]);
  });

  test.each([10, 20, 30, 40, 50, 60, 70, 80, 90])(
    "puts %i into the upper bucket, and the next lower double into the lower one",
    (edge) => {
      expect(scoreBucket(edge)).toBe(edge / 10);
      expect(scoreBucket(justBelow(edge))).toBe(edge / 10 - 1);
    },
  );

  test("counts every score once", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true })), (scores) => {
        const total = scoreHistogram(scores).reduce((sum, { count }) => sum + count, 0);
        expect(total).toBe(scores.length);
      }),
    );
  });

  test.each([-0.001, 100.001, Number.NaN])("refuses %d", (score) => {
    expect(() => scoreHistogram([score])).toThrow(`Score is ${score}`);
  });
});
