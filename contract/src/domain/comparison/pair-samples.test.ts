import { describe, expect, test } from "vitest";
import { finish } from "./steps.ts";
import {
  compareCommonOutcomes,
  compareCommonScores,
  coverageDiffers,
  effectiveMeans,
  readPassed,
  readSafety,
  readScores,
} from "./compare-samples.ts";
import type { PerSide } from "./compare-metric.ts";
import { pairSamples, type SamplePairs, type ScoredSample } from "./pair-samples.ts";

const sample = (id: string, given: Partial<ScoredSample> = {}): ScoredSample => ({
  sampleId: `smp_${id}`,
  externalId: id,
  caseHash: `case of ${id}`,
  cluster: null,
  automated: 50,
  effective: 50,
  passed: true,
  scores: [50, null],
  passes: [true, null],
  safety: [{}, {}],
  ...given,
});

const idsOf = ({ pairs }: SamplePairs) =>
  pairs.map(({ baseline, candidate }) => [baseline.sampleId, candidate.sampleId]);

describe("pairSamples", () => {
  test("matches samples by id within one dataset, and by external id across two datasets", () => {
    const sides = {
      baseline: [sample("a"), sample("b")],
      candidate: [sample("b"), sample("a", { sampleId: "smp_x" })],
    };
    expect(idsOf(finish(pairSamples(sides, true)))).toEqual([["smp_b", "smp_b"]]);
    expect(idsOf(finish(pairSamples(sides, false)))).toEqual([
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
    expect(finish(pairSamples(sides, false))).toEqual({ pairs: [], caseChanged: 1 });
  });
});

const first = <Figures>([figures]: readonly Figures[]): Figures => {
  if (!figures) throw new Error("There are figures of one candidate.");
  return figures;
};

describe("the figures of two evaluations", () => {
  const samples = {
    baseline: [sample("a", { scores: [10, null] }), sample("b", { scores: [20, 5], automated: null })],
    candidate: [sample("a", { scores: [40, 1], effective: 90 }), sample("b", { scores: [null, 9] })],
  };
  const { pairs } = finish(pairSamples(samples, true));
  const compared = (places: PerSide<number> | null) =>
    first(finish(compareCommonScores([{ samples, pairs, read: readScores(places) }])));

  test("use the pairs that both sides scored, and count the others", () => {
    const at = (baseline: number, candidate: number) => compared({ baseline, candidate });
    expect(at(0, 0)).toMatchObject({ change: 30, n_paired: 1, n_unpaired: { baseline: 1, candidate: 0 } });
    expect(at(1, 1)).toMatchObject({ change: 4, n_paired: 1, n_unpaired: { baseline: 0, candidate: 1 } });
    expect(compared(null)).toMatchObject({
      change: 0,
      n_paired: 1,
      n_unpaired: { baseline: 0, candidate: 1 },
      n_not_common: 0,
    });
  });

  test("take a cluster from either side, and are the same if the sides are swapped", () => {
    const clustered = (one: string | null, other: string | null) => {
      const baseline = ["a", "b"].map((id) => sample(id, { cluster: one }));
      const candidate = ["a", "b"].map((id) => sample(id, { cluster: other }));
      const both = { baseline, candidate };
      const found = finish(pairSamples(both, true)).pairs;
      return first(finish(compareCommonScores([{ samples: both, pairs: found, read: readScores(null) }])))
        .n_clusters;
    };
    expect([clustered(null, null), clustered("p", null), clustered(null, "p"), clustered("p", "q")]).toEqual([
      2, 1, 1, 1,
    ]);
  });

  test("include the effective means over the same pairs", () => {
    expect(effectiveMeans([{ samples, pairs }])).toEqual([{ baseline: 50, candidate: 90 }]);
    expect(effectiveMeans([{ samples, pairs: [] }])).toEqual([{ baseline: null, candidate: null }]);
  });

  test("include the shares of passed and unsafe samples that have a value on both sides", () => {
    const baseline = [sample("a"), sample("b", { safety: [{ missed_flags: false }] }), sample("c")];
    const candidate = [
      sample("a", { passed: false, passes: [null], safety: [{ missed_flags: true }] }),
      sample("b", { passed: false, passes: [false], safety: [{ missed_flags: true }] }),
      sample("c", { passed: null }),
    ];
    const both = { baseline, candidate };
    const found = { samples: both, pairs: finish(pairSamples(both, true)).pairs };
    const places = { baseline: 0, candidate: 0 };
    const shareOf = (read: ReturnType<typeof readPassed>, wanted: 1 | -1) =>
      first(finish(compareCommonOutcomes([{ ...found, read }], wanted)));
    expect(shareOf(readPassed(null), 1)).toMatchObject({
      n_paired: 2,
      worse: 2,
      candidate: { numerator: 0 },
    });
    expect(shareOf(readPassed(places), 1)).toMatchObject({ n_paired: 2, worse: 1 });
    // Sample "a" does not expect a flag in the baseline.
    expect(shareOf(readSafety(places, "missed_flags"), -1)).toMatchObject({ n_paired: 1, worse: 1 });
    expect(shareOf(readSafety(places, "missed_escalations"), -1)).toMatchObject({ n_paired: 0 });
  });
});

test("several candidates are compared over the samples that all of them scored", () => {
  const baseline = ["a", "b", "c", "d"].map((id) => sample(id));
  const scored = (ids: string, automated: number) =>
    ["a", "b", "c", "d"].map((id) =>
      sample(id, ids.includes(id) ? { automated, effective: 80 } : { automated: null }),
    );
  const all = [scored("abc", 60), scored("bcd", 40)].map((candidate) => {
    const samples = { baseline, candidate };
    return { samples, pairs: finish(pairSamples(samples, true)).pairs };
  });
  const read = readScores(null);
  expect(finish(compareCommonScores(all.map((one) => ({ ...one, read }))))).toMatchObject([
    { change: 10, n_paired: 2, n_not_common: 1, n_unpaired: { baseline: 1, candidate: 0 } },
    { change: -10, n_paired: 2, n_not_common: 1, n_unpaired: { baseline: 1, candidate: 0 } },
  ]);
  expect(effectiveMeans(all)).toEqual([
    { baseline: 50, candidate: 80 },
    { baseline: 50, candidate: 80 },
  ]);
});

describe("coverageDiffers", () => {
  const places = { baseline: 0, candidate: 1 };
  const pair = (baseline: Partial<ScoredSample>, candidate: Partial<ScoredSample>) => [
    { baseline: sample("a", baseline), candidate: sample("a", candidate) },
  ];

  test("is true if the combined score or a shared evaluator scored a sample on one side only", () => {
    expect(coverageDiffers(pair({}, { automated: null }), [null])).toBe(true);
    expect(coverageDiffers(pair({ scores: [50] }, { scores: [50, null] }), [null, places])).toBe(true);
    expect(coverageDiffers(pair({ scores: [null] }, { scores: [null, 0] }), [null, places])).toBe(true);
  });

  test("is false if both sides or neither scored it", () => {
    expect(coverageDiffers(pair({ scores: [50] }, { scores: [null, 0] }), [null, places])).toBe(false);
    expect(coverageDiffers(pair({ automated: null }, { automated: null }), [null])).toBe(false);
    expect(coverageDiffers([], [null, places])).toBe(false);
  });
});
