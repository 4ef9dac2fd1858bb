import { describe, expect, test } from "vitest";
import { finish } from "../values/steps.ts";
import { comparePairs, effectiveMeans, pairSamples, type ScoredSample } from "./pair-samples.ts";

const sample = (id: string, given: Partial<ScoredSample> = {}): ScoredSample => ({
  sampleId: `smp_${id}`,
  externalId: id,
  caseHash: `case of ${id}`,
  cluster: null,
  automated: 50,
  effective: 50,
  scores: [50, null],
  ...given,
});

const idsOf = ({ pairs }: ReturnType<typeof pairSamples>) =>
  pairs.map(({ baseline, candidate }) => [baseline.sampleId, candidate.sampleId]);

describe("pairSamples", () => {
  test("matches samples by id within one dataset, and by external id across two datasets", () => {
    const sides = {
      baseline: [sample("a"), sample("b")],
      candidate: [sample("b"), sample("a", { sampleId: "smp_x" })],
    };
    expect(idsOf(pairSamples(sides, true))).toEqual([["smp_b", "smp_b"]]);
    expect(idsOf(pairSamples(sides, false))).toEqual([
      ["smp_a", "smp_x"],
      ["smp_b", "smp_b"],
    ]);
  });

  test("never matches samples without an external id, and counts changed cases", () => {
    const none = { externalId: null };
    const sides = {
      baseline: [sample("a", none), sample("b")],
      candidate: [sample("c", none), sample("b", { caseHash: "another" })],
    };
    expect(pairSamples(sides, false)).toEqual({ pairs: [], caseChanged: 1 });
  });
});

describe("comparePairs", () => {
  const sides = {
    baseline: [sample("a", { scores: [10, null] }), sample("b", { scores: [20, 5], automated: null })],
    candidate: [sample("a", { scores: [40, 1], effective: 90 }), sample("b", { scores: [null, 9] })],
  };
  const { pairs } = pairSamples(sides, true);

  test("uses the pairs that both sides scored, and counts the others", () => {
    const at = (baseline: number, candidate: number) =>
      finish(comparePairs(sides, pairs, { baseline, candidate }));
    expect(at(0, 0)).toMatchObject({ change: 30, n_paired: 1, n_unpaired: { baseline: 1, candidate: 0 } });
    expect(at(1, 1)).toMatchObject({ change: 4, n_paired: 1, n_unpaired: { baseline: 0, candidate: 1 } });
    expect(finish(comparePairs(sides, pairs, null))).toMatchObject({
      change: 0,
      n_paired: 1,
      n_unpaired: { baseline: 0, candidate: 1 },
    });
  });

  test("takes a cluster from either side, and returns the same figures if the sides are swapped", () => {
    const clustered = (one: string | null, other: string | null) => {
      const baseline = ["a", "b"].map((id) => sample(id, { cluster: one }));
      const candidate = ["a", "b"].map((id) => sample(id, { cluster: other }));
      const both = { baseline, candidate };
      const found = pairSamples(both, true).pairs;
      return finish(comparePairs(both, found, null)).n_clusters;
    };
    expect([clustered(null, null), clustered("p", null), clustered(null, "p"), clustered("p", "q")]).toEqual([
      2, 1, 1, 1,
    ]);
  });

  test("returns the effective means over the same pairs", () => {
    expect(effectiveMeans(pairs)).toEqual({ baseline: 50, candidate: 90 });
    expect(effectiveMeans([])).toEqual({ baseline: null, candidate: null });
  });
});
