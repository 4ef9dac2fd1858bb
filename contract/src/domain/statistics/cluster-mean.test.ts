import { describe, expect, test } from "vitest";
import { clusterMean } from "./cluster-mean.ts";

const of = (...differences: number[]) => clusterMean(Float64Array.from(differences), null);

describe("clusterMean", () => {
  test("for single differences equals the paired t interval", () => {
    // Mean 4, deviations −3 −1 4: s² = 26/2 = 13, SE = √(13/3); t(0.975; 2) = 4.302652729911
    const { mean, deviation, standardError, ci95 } = of(1, 3, 8);
    expect([mean, deviation, standardError]).toEqual([4, Math.sqrt(13), Math.sqrt(13) / Math.sqrt(3)]);
    expect(ci95?.[0]).toBeCloseTo(4 - 4.302652729911 * Math.sqrt(13 / 3), 9);
  });

  test("counts each cluster once", () => {
    // Two clusters of two differences: the sums of (d − mean) are −8 and 8; SE² = 2/1 · (64 + 64) / 4² = 16.
    const clusters = [
      [0, 2],
      [8, 10],
    ];
    const { mean, standardError } = clusterMean(Float64Array.from(clusters.flat()), clusters);
    expect([mean, standardError]).toEqual([5, 4]);
  });

  test("for clusters with one difference each equals the result for single differences", () => {
    const differences = [1, 3, 8, -2];
    const clustered = clusterMean(
      Float64Array.from(differences),
      differences.map((difference) => [difference]),
    );
    expect(clustered.standardError).toBeCloseTo(of(...differences).standardError ?? Number.NaN, 12);
  });

  test("returns no interval for one difference, for one cluster, or without variation, and never NaN", () => {
    const none = { standardError: null, ci95: null };
    expect(of()).toEqual({ mean: null, deviation: null, ...none });
    expect(of(7)).toEqual({ mean: 7, deviation: null, ...none });
    expect(of(7, 7, 7)).toEqual({ mean: 7, deviation: null, ...none });
    expect(clusterMean(Float64Array.of(1, 2), [[1, 2]])).toMatchObject({ mean: 1.5, ...none });
  });
});
