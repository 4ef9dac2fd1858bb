import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundedProportion,
  type ClusterCount,
  clusteredBoundedProportion,
  clusteredProportion,
  proportion,
} from "./proportion.ts";

const same = (clusters: number, size: number, successes: number): ClusterCount => ({
  clusters,
  size,
  successes,
});

/** Generates up to 12 clusters with up to 30 observations each. */
const designs = fc.array(
  fc
    .record({ size: fc.integer({ min: 1, max: 30 }), share: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ size, share }): ClusterCount => same(1, size, Math.round(size * share))),
  { maxLength: 12 },
);

describe("the effective sample size of 15 clusters with 20 observations each", () => {
  test("is the number of clusters if nothing fails", () => {
    const figure = clusteredBoundedProportion([same(15, 20, 0)]);
    expect(figure).toMatchObject({ numerator: 0, denominator: 300, n_clusters: 15, effective_n: 15 });
    expect(figure.upper95).toBeCloseTo(0.181036, 6); // 1 − 0.05^(1/15)
    expect(boundedProportion(0, 300).upper95).toBeCloseTo(0.009936, 6);
  });

  test("is 14 times the correction for few clusters if all observations of one cluster fail", () => {
    // v_lin = 15/14 · (14·(20/15)² + (20·14/15)²) / 300² = 1/225; p(1 − p)/v_lin = 14.
    const figure = clusteredBoundedProportion([same(14, 20, 0), same(1, 20, 20)]);
    expect(figure.effective_n).toBeCloseTo(11.78634, 5);
    expect(figure.upper95).toBeCloseTo(0.320363, 6);
  });

  test("gives a single failure a bound that is at least the bound for 0 failures in 15", () => {
    const figure = clusteredBoundedProportion([same(14, 20, 0), same(1, 20, 1)]);
    expect(figure.effective_n).toBeCloseTo(251.72, 2);
    expect(figure.upper95).toBeCloseTo(0.181036, 6);
  });

  test("never gives a bound below 1 − 0.05^(1/15), regardless of which observations fail", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 15, maxLength: 15 }), (failures) => {
        const { upper95 } = clusteredBoundedProportion(failures.map((count) => same(1, 20, count)));
        expect(upper95).toBeGreaterThanOrEqual(1 - 0.05 ** (1 / 15));
      }),
    );
  });

  test("gives 300 of 300 the same interval as 15 of 15", () => {
    const { ci95 } = clusteredProportion([same(15, 20, 20)]);
    expect(ci95?.[0]).toBeCloseTo(0.796117, 6);
    expect(ci95?.[1]).toBe(1);
  });
});

test("10 clusters of 2 with failures 2, 1, 1 and 0 use the larger variance: the linearized one or the one from the intra-cluster correlation", () => {
  const figure = clusteredBoundedProportion([same(7, 2, 0), same(2, 2, 1), same(1, 2, 2)]);
  expect(figure.effective_n).toBeCloseTo(11.20657, 5);
  expect(figure.upper95).toBeCloseTo(0.486475, 6);
  expect(figure.ci95?.[0]).toBeCloseTo(0.060459, 6);
  expect(figure.ci95?.[1]).toBeCloseTo(0.492709, 6);
});

test("a single cluster counts as one observation: 0 of 20 have an upper bound of 95 %", () => {
  const figure = clusteredBoundedProportion([same(1, 20, 0)]);
  expect(figure).toMatchObject({ n_clusters: 1, effective_n: 1 });
  expect(figure.upper95).toBeCloseTo(0.95, 12);
});

test("without observations every figure is null, and the counts are 0", () => {
  expect(clusteredBoundedProportion([])).toEqual({
    numerator: 0,
    denominator: 0,
    rate: null,
    ci95: null,
    n_clusters: 0,
    effective_n: null,
    upper95: null,
  });
});

test("clusters with one observation each do not change a single bit of the result", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), (failures, others) => {
      const n = failures + others;
      const single = [
        ...Array.from({ length: failures }, () => same(1, 1, 1)),
        ...Array.from({ length: others }, () => same(1, 1, 0)),
      ];
      expect(clusteredProportion(single)).toEqual(proportion(failures, n));
      expect(clusteredProportion(single).effective_n).toBe(n === 0 ? null : n);
    }),
  );
});

test("the order of the clusters does not change a single bit of the result", () => {
  fc.assert(
    fc.property(designs, (counts) => {
      expect(clusteredBoundedProportion(counts.toReversed())).toEqual(clusteredBoundedProportion(counts));
    }),
  );
});

test("the effective size lies between 1 and n, and the interval contains the rate", () => {
  fc.assert(
    fc.property(designs, (counts) => {
      const { rate, ci95, denominator, effective_n, upper95 } = clusteredBoundedProportion(counts);
      if (rate === null || ci95 === null || effective_n === null || upper95 === null)
        return denominator === 0;
      expect(effective_n).toBeGreaterThanOrEqual(1);
      expect(effective_n).toBeLessThanOrEqual(denominator);
      expect(ci95[0]).toBeLessThanOrEqual(rate + 1e-12);
      expect(ci95[1]).toBeGreaterThanOrEqual(rate - 1e-12);
      expect(upper95).toBeGreaterThanOrEqual(rate - 1e-12);
      return true;
    }),
  );
});
