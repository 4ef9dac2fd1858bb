import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finish } from "./steps.ts";
import { compareMetric, type MetricFigures, type ScorePairs } from "./compare-metric.ts";

const pair = (baseline: number, candidate: number, cluster: string | null = null, count = 1): ScorePairs => ({
  baseline,
  candidate,
  cluster,
  count,
});

const compared = (pairs: readonly ScorePairs[]): MetricFigures => {
  const n = pairs.reduce((sum, { count }) => sum + count, 0);
  return finish(compareMetric(pairs, { baseline: n, candidate: n }));
};

const close = (value: number): unknown => expect.closeTo(value, 9);

describe("compareMetric", () => {
  test("tests right and wrong answers with McNemar's test and Newcombe's interval", () => {
    // Newcombe's second published table, with its signs: 18 right on both sides, 12 better, 2 worse, 18 wrong
    // on both.
    const pairs = [
      pair(100, 100, null, 18),
      pair(0, 100, null, 12),
      pair(100, 0, null, 2),
      pair(0, 0, null, 18),
    ];
    // Standard deviation of the differences: Σd² = 140,000, mean 20: √((140,000 − 50·400)/49) = 49.48716593…
    const deviation = Math.sqrt(120_000 / 49);
    expect(compared(pairs)).toEqual({
      baseline: 40,
      candidate: 60,
      change: 20,
      test: "mcnemar_exact",
      n_paired: 50,
      n_unpaired: { baseline: 0, candidate: 0 },
      n_not_common: 0,
      n_clusters: 50,
      ties: 36,
      discordant: 14,
      better: 12,
      worse: 2,
      // 2·(1 + 14 + 91)/2¹⁴
      p_value: close(0.012939453125),
      ci95: [expect.closeTo(5.62, 1), expect.closeTo(32.9, 1)],
      interval_excludes_zero: true,
      differing_upper95: null,
      effect_size: close(20 / deviation),
      minimum_detectable_effect: close((2.802 * deviation) / Math.sqrt(50)),
      reasons: [],
    });
  });

  test("tests graded answers by flipping signs, with a t interval", () => {
    // Differences 1 2 4: sign-flip.test.ts derives p; mean 7/3, s = √(7/3), t(0.975; 2) = 4.302652729911.
    const error = Math.sqrt(7) / 3;
    expect(compared([pair(10, 11), pair(10, 12), pair(10, 14)])).toMatchObject({
      test: "sign_flip_exact",
      p_value: 0.25,
      change: close(7 / 3),
      ci95: [close(7 / 3 - 4.302652729911 * error), close(7 / 3 + 4.302652729911 * error)],
      reasons: ["too_few"],
    });
  });

  test("flips whole clusters if one cluster has two pairs, even for right and wrong answers", () => {
    // Eight patients with four conversations each, all better, are evidence equal to eight pairs, not to 32.
    const patients = Array.from({ length: 8 }, (_, index) => pair(0, 100, `patient ${index}`, 4));
    expect(compared(patients)).toMatchObject({
      test: "sign_flip_exact",
      n_paired: 32,
      n_clusters: 8,
      p_value: 2 / 2 ** 8,
    });
    const single = Array.from({ length: 32 }, (_, index) => pair(0, 100, `patient ${index}`));
    expect(compared(single)).toMatchObject({ test: "mcnemar_exact", n_clusters: 32, p_value: 2 / 2 ** 32 });
  });

  test("widens the interval if pairs of a cluster are similar", () => {
    const values = [0, 10, 20, 30, 40, 50, 60, 70];
    const alike = values.map((value) => pair(20, value, `patient ${value}`, 5));
    const apart = values.map((value) => pair(20, value, null, 5));
    const width = ({ ci95 }: MetricFigures): number => (ci95 ? ci95[1] - ci95[0] : Number.NaN);
    expect(width(compared(alike))).toBeGreaterThan(2 * width(compared(apart)));
  });

  test("reports that fewer than six differing clusters cannot be significant", () => {
    const better = (count: number) => compared([pair(0, 100, null, count), pair(0, 0, null, 40)]);
    // Newcombe's interval for 5 of 45 already excludes 0.
    expect(better(5)).toMatchObject({
      p_value: close(0.0625),
      reasons: ["too_few", "p_interval_disagree"],
    });
    expect(better(6)).toMatchObject({ p_value: close(0.03125), reasons: [] });
  });

  test("returns null with a reason for an undefined figure, never NaN", () => {
    const none = { p_value: null, test: null, ci95: null, change: null, baseline: null };
    expect(compared([])).toMatchObject({ ...none, n_paired: 0, reasons: ["no_pairs"] });
    const nothing = { ci95: null, effect_size: null, minimum_detectable_effect: null };
    // A single sample has no interval of any kind, regardless of its scores (openai/evals#1834 returned NaN).
    for (const one of [pair(0, 100), pair(50, 60)])
      expect(compared([one])).toMatchObject({
        ...nothing,
        p_value: 1,
        reasons: ["too_few", "single_cluster"],
      });
    const same = compared([pair(60, 60, null, 9)]);
    expect(same).toMatchObject({ ...nothing, change: 0, p_value: 1, reasons: ["too_few", "no_variation"] });
    const shifted = compared([pair(60, 60.5, null, 10)]);
    expect(shifted).toMatchObject({
      ...nothing,
      change: 0.5,
      p_value: 2 / 2 ** 10,
      reasons: ["no_variation"],
    });
  });

  test("counts samples that only one side scored", () => {
    const { n_unpaired: unpaired } = finish(compareMetric([pair(0, 100)], { baseline: 3, candidate: 1 }));
    expect(unpaired).toEqual({ baseline: 2, candidate: 0 });
  });
});

const score = fc.oneof(
  fc.constantFrom(0, 100),
  fc.constantFrom(100 / 3, 200 / 3, 50),
  fc.double({ min: 0, max: 100, noNaN: true }),
);
const cluster = fc.oneof(fc.constant(null), fc.constantFrom("a", "b", "c", "d", "e", "f", "g"));
const graded = fc.array(
  fc.tuple(score, score, cluster).map(([from, to, of]) => pair(from, to, of)),
  { maxLength: 45 },
);
const answer = fc.constantFrom(0, 100);
const answers = fc.array(
  fc.tuple(answer, answer).map(([from, to]) => pair(from, to)),
  { maxLength: 60 },
);
const anyPairs = fc.oneof(graded, answers);

/** Negates a number. Returns 0 − x instead of −x to avoid −0. */
const negated = (value: number | null): number | null => (value === null ? null : 0 - value);

test("the same graded pairs have one p, whatever their order and sides, and under any names", () => {
  // 40 graded pairs in 30 clusters of one and two pairs: 25 clusters differ, so signs are drawn.
  const pairs = Array.from({ length: 40 }, (_, index) =>
    pair(100 / 3, index % 6 === 0 ? 100 / 3 : 50 + 7 * Math.sin(index), `patient ${index % 30}`),
  );
  const swapped = pairs.map((each) => pair(each.candidate, each.baseline, each.cluster));
  const uploads = Array.from({ length: 10 }, (_, upload) => {
    const sides = upload % 2 === 0 ? pairs : swapped;
    return sides.toSorted((a, b) => Math.sin(upload * a.candidate) - Math.sin(upload * b.candidate));
  });
  const tested = uploads.map((upload) => compared(upload));
  expect(tested.every(({ test: method }) => method === "sign_flip_monte_carlo")).toBe(true);
  expect(new Set(tested.map(({ p_value: p }) => p)).size).toBe(1);
});

describe("for any scores", () => {
  test("neither the order of the pairs nor the grouping of equal pairs changes the result", () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const figures = JSON.stringify(compared(pairs));
        expect(JSON.stringify(compared(pairs.toReversed()))).toBe(figures);
        expect(JSON.stringify(compared(pairs.toSorted((a, b) => a.candidate - b.candidate)))).toBe(figures);
        const counted = new Map<string, ScorePairs>();
        for (const one of pairs) {
          const key = JSON.stringify([one.baseline, one.candidate, one.cluster]);
          counted.set(key, { ...one, count: (counted.get(key)?.count ?? 0) + 1 });
        }
        expect(JSON.stringify(compared([...counted.values()]))).toBe(figures);
      }),
      { numRuns: 150 },
    );
  });

  test("swapping the sides negates every sign and keeps every p", () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const one = compared(pairs);
        const other = compared(pairs.map((each) => pair(each.candidate, each.baseline, each.cluster)));
        expect(other).toEqual({
          ...one,
          baseline: one.candidate,
          candidate: one.baseline,
          change: negated(one.change),
          better: one.worse,
          worse: one.better,
          ci95: one.ci95 && [negated(one.ci95[1]), negated(one.ci95[0])],
          effect_size: negated(one.effect_size),
        });
      }),
      { numRuns: 150 },
    );
  });

  test("a change that rounds to zero has no sign, whichever side is the baseline", () => {
    const pairs = [pair(100 / 3, 0), pair(0, Number.MIN_VALUE), pair(50, 100 / 3, "a"), pair(50, 100, "a")];
    for (const { change, effect_size: effect } of [
      compared(pairs),
      compared(pairs.map((each) => pair(each.candidate, each.baseline, each.cluster))),
    ])
      expect([change, effect]).toEqual([0, 0]);
  });

  test("p is from 0 to 1, the interval contains the change, and no figure is NaN", () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const { p_value: p, change, ci95, ...rest } = compared(pairs);
        for (const value of Object.values(rest)) if (typeof value === "number") expect(value).not.toBeNaN();
        expect(p === null).toBe(pairs.length === 0);
        if (p === null || change === null) return;
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(ci95?.[0] ?? change).toBeLessThanOrEqual(change + 1e-9);
        expect(ci95?.[1] ?? change).toBeGreaterThanOrEqual(change - 1e-9);
      }),
    );
  });
});
