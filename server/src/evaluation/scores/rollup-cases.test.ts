// Compares the rollup, which the database computes, with published reference values.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { rollSamples } from "../evaluations/figures/evaluation-figures.ts";
import { engines, type JobHarness, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";

// The `_about` member of each file describes its contents. If a file has a different structure, its tests
// fail.
const read = <Shape>(file: string, empty: Shape): Shape =>
  haveCases ? JSON.parse(readFileSync(join(casesDir, "D-statistics", file), "utf8")) : empty;

interface NistSet {
  values: number[];
  computed_by_rational_arithmetic: { mean_exact_decimal: string; std_dev_sample_exact_decimal: string };
}

const { sets } = read<{ sets: Record<string, NistSet> }>("nist-univariate.json", { sets: {} });
const { quantiles } = read<{
  quantiles: { probabilities: number[]; cases: Record<string, { values: number[]; type7: number[] }> };
}>("statistics.json", { quantiles: { probabilities: [], cases: {} } });

/** Returns the rollup of samples with the given combined scores. */
async function rolled(harness: JobHarness, scores: readonly number[]) {
  const key = { workspaceId: harness.workspaceId, evaluationId: harness.deps.newId() };
  const { knex } = harness.database;
  await knex.batchInsert(
    "sample_scores",
    scores.map((score) => ({
      workspace_id: key.workspaceId,
      evaluation_id: key.evaluationId,
      sample_id: harness.deps.newId(),
      status: "scored",
      // The effective score must count instead of this score.
      automated: 1,
      effective: score,
      effective_unweighted: score,
      flagged: false,
    })),
  );
  return (await rollSamples(knex, key)).scores;
}

const relative = (value: number | null, wanted: number): number => (value ?? Number.NaN) / wanted - 1;

describe.each(engines)("the rollup on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  test("bins raw scores: 79.999 is below 80, 100 is in the last bucket, and counts add up", async () => {
    const scores = [0, 9.999, 10, 79.999, 80, 85.7, 89.999999999999986, 90, 99.9, 100];
    const { buckets } = await rolled(theHarness(), scores);
    expect(buckets).toEqual([2, 1, 0, 0, 0, 0, 0, 1, 3, 3]);
    expect(buckets.reduce((sum, count) => sum + count, 0)).toBe(scores.length);
  });

  test("has null figures and ten empty buckets without scores", async () => {
    expect(await rolled(theHarness(), [])).toEqual({
      score_sum: 0,
      mean: null,
      median: null,
      std_dev: null,
      minimum: null,
      maximum: null,
      buckets: Array.from({ length: 10 }, () => 0),
    });
  });

  test.skipIf(!haveCases).each(Object.entries(sets))(
    "matches the mean and deviation of NIST's %s",
    async (name, set) => {
      const { mean, std_dev } = await rolled(theHarness(), set.values);
      const exact = set.computed_by_rational_arithmetic;
      expect(relative(mean, Number(exact.mean_exact_decimal))).toBeCloseTo(0, 14);
      // With values near 10¹², doubles are not precise enough for the certified deviation. Real scores do
      // not exceed 100.
      const digits = name === "SmLs07" ? 2 : 7;
      expect(relative(std_dev, Number(exact.std_dev_sample_exact_decimal))).toBeCloseTo(0, digits);
    },
  );

  test.skipIf(!haveCases).each(Object.entries(quantiles.cases))(
    "matches R's median of %s",
    async (_, published) => {
      const { values, type7 } = published;
      const half = quantiles.probabilities.indexOf(0.5);
      expect((await rolled(theHarness(), values)).median).toBeCloseTo(type7[half] ?? Number.NaN, 12);
    },
  );
});
