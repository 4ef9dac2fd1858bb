import { describe, expect, test } from "vitest";
import { repeatsOf, runTotals } from "./repeats.ts";

const sample = (scores: readonly number[], cluster: string | null = null) =>
  runTotals(
    scores,
    scores.map((score) => score >= 70),
    cluster,
  );

describe("the repeats of an evaluation", () => {
  test("estimate without bias how often one or all of k runs pass", () => {
    const { flip_rate, pass_at, pass_all } = repeatsOf(5, [sample([100, 0, 100, 0, 0])]);
    expect(flip_rate).toMatchObject({ numerator: 1, denominator: 1, rate: 1 });
    expect(pass_at).toEqual({ 1: expect.closeTo(0.4, 12), 2: expect.closeTo(0.7, 12), 5: 1 });
    expect(pass_all).toEqual({ 1: expect.closeTo(0.4, 12), 2: expect.closeTo(0.1, 12), 5: 0 });
  });

  test("list 1, 2, 5 and 10 runs, if there are as many, and the number of runs", () => {
    const keys = (runs: number) => Object.keys(repeatsOf(runs, []).pass_at).map(Number);
    expect([2, 3, 10, 12, 100].map(keys)).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 5, 10],
      [1, 2, 5, 10, 12],
      [1, 2, 5, 10, 100],
    ]);
  });

  test("separate the deviation within samples from the deviation between them", () => {
    // Variances within the samples: 50, 0, 50; means 75, 90, 15.
    const repeats = repeatsOf(2, [sample([70, 80]), sample([90, 90]), sample([10, 20])]);
    expect(repeats.sd_within).toBeCloseTo(Math.sqrt(100 / 3), 12);
    expect(repeats.sd_between).toBeCloseTo(Math.sqrt(1575 - 100 / 6), 12);
    expect(repeats.flip_rate).toMatchObject({ numerator: 0, denominator: 3 });
  });

  test("have no deviation between samples if the runs explain it", () => {
    const { sd_within, sd_between } = repeatsOf(2, [sample([0, 100]), sample([100, 0])]);
    expect([sd_within, sd_between]).toEqual([Math.sqrt(5000), 0]);
    expect(repeatsOf(2, [sample([0.1, 0.1]), sample([0.1, 0.1])])).toMatchObject({
      sd_within: 0,
      sd_between: 0,
    });
  });

  test("count samples of one cluster together", () => {
    const samples = [sample([0, 100], "a"), sample([0, 100], "a"), sample([0, 0], "b"), sample([0, 0], "b")];
    expect(repeatsOf(2, samples).flip_rate).toMatchObject({ numerator: 2, denominator: 4, n_clusters: 2 });
  });

  test("are undefined without a scored sample, and between fewer than two samples", () => {
    expect(repeatsOf(2, [])).toMatchObject({
      flip_rate: { denominator: 0, rate: null },
      pass_at: { 1: null, 2: null },
      pass_all: { 1: null, 2: null },
      sd_within: null,
      sd_between: null,
    });
    expect(repeatsOf(2, [sample([50, 50])])).toMatchObject({ sd_within: 0, sd_between: null });
  });
});
