import { resolveEvaluators } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { resultsOf } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { EvaluationResults } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { clusters as clusterMigration } from "../../platform/db/migrations/0014-clusters.ts";
import { missingOutputs as missingOutputMigration } from "../../platform/db/migrations/0024-missing-outputs.ts";
import { EvaluationHarness } from "./evaluation-harness.fixture.ts";
import { evaluator, type HarnessSample, mixed, triaged } from "./harness-samples.fixture.ts";

/** Computes the expected results for the same samples in memory, with the rules of the contract. */
function independently(samples: readonly HarnessSample[], evaluators = [evaluator()]): EvaluationResults {
  const resolved = resolveEvaluators(evaluators, [], "fail");
  const keyed = keyEvaluators(evaluators, resolved);
  const evaluated = samples.map(({ output = null, expected = null, cluster_id = null }, index) => ({
    sample: { id: String(index), externalId: null, clusterId: cluster_id, expected },
    output,
    outcomes: keyed.map(({ bound }) => bound.evaluate({ input: null, output, expected })),
  }));
  const weighed = keyed.map(({ weight }, index) => ({ ...(evaluators[index] ?? evaluator()), weight }));
  return resultsOf({
    evaluators: weighed,
    resolved,
    failOnError: 1,
    runs: 1,
    evaluated,
    effective: new Map(),
  });
}

describe.each(engines)("the figures of an evaluation on %s", (engine) => {
  const theHarness = useJobHarness(engine);
  const open = () => EvaluationHarness.open(theHarness());

  test("equal the figures that the domain functions compute for the same samples", async () => {
    const harness = await open();
    const samples = mixed(700);
    await harness.addSamples(samples);
    const evaluators = [
      evaluator({ weight: 3 }),
      evaluator({
        name: "lenient",
        weight: 1,
        config: { severity_weights: { under_triage: 0.5, over_triage: 0.25 }, missing_output: "skip" },
      }),
    ];
    const ended = await harness.evaluate({ evaluators, fail_on_error: 1 });
    const expected = independently(samples, evaluators);
    const {
      aggregate_score: score,
      weighted_aggregate: weighted,
      aggregate,
      by_evaluator: byEvaluator,
      ...exact
    } = expected;
    // The sample ids that the domain functions receive differ from those in the server.
    const reasons = exact.unscored_reasons?.map((one) => ({
      ...one,
      sample: expect.stringMatching(/^smp_/),
    }));
    // Both evaluators refuse the invalid expected output, and `lenient` skips samples without output.
    expect(reasons).toHaveLength(3);
    expect(ended.results).toMatchObject({ ...exact, unscored_reasons: reasons });
    expect(ended.results?.aggregate_score).toBeCloseTo(score ?? 0, 10);
    expect(ended.results?.weighted_aggregate).toBeCloseTo(weighted ?? 0, 10);
    expect(ended.results?.aggregate).toBeCloseTo(aggregate ?? 0, 10);
    for (const key of ["triage_accuracy", "lenient"]) {
      expect(ended.results?.by_evaluator[key]).toBeCloseTo(byEvaluator[key] ?? 0, 10);
    }
    // Of 700 samples, every seventh has an expected output that is not a level, so 100 samples errored.
    expect(ended).toMatchObject({ completed: 600, failed: 100 });
  });

  test("count samples of one cluster as dependent, from the evaluated version of each sample", async () => {
    const harness = await open();
    const inClusters = (expected: string, answer: string, clusters: readonly (string | undefined)[]) =>
      clusters.map((cluster_id) => ({ ...triaged(expected, answer), ...(cluster_id && { cluster_id }) }));
    const samples = [
      ...inClusters("emergent", "emergent", ["a", "a", "a", "b", "b", "c", undefined]),
      ...inClusters("emergent", "urgent", ["b", "d", "d", undefined]),
      ...inClusters("urgent", "urgent", ["a", "e"]),
    ];
    await harness.addSamples(samples);
    const { results } = await harness.evaluate();
    expect(results).toEqual(independently(samples));
    // The samples form six clusters: a (3 of 3 caught), b (2 of 3), c, d (0 of 2), and two samples that each
    // form their own.
    expect(results?.triage?.emergent_not_caught).toMatchObject({
      numerator: 4,
      denominator: 11,
      n_clusters: 6,
    });
  });

  test("are counted without storing the results' details and outputs a second time", async () => {
    const harness = await open();
    const { knex } = harness.jobs.database;
    const statements: { sql: string; bindings: string[] }[] = [];
    const record = (query: { sql: string; bindings: string[] }) => statements.push(query);
    knex.on("query", record);
    await harness.addSamples([triaged("urgent", "urgent")]);
    await harness.evaluate();
    knex.removeListener("query", record);
    const counting = statements.find(({ sql }) => sql.includes("with clustered as"));
    const { rows } = await knex.raw<{ rows: { "QUERY PLAN": string }[] }>(
      `explain (verbose, costs off) ${counting?.sql.replaceAll(/\$\d/g, "?")}`,
      counting?.bindings ?? [],
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("WindowAgg");
    expect(plan).not.toMatch(/\.(details|output|expected)\b/);
  });

  test("of an earlier version are kept by an upgrade, and computed again where samples share clusters", async () => {
    const harness = await open();
    const { knex } = harness.jobs.database;
    await harness.addSamples(
      Array.from({ length: 6 }, () => ({ ...triaged("emergent", "emergent"), cluster_id: "a" })),
    );
    const { id, results } = await harness.evaluate();
    const stored = async () => (await knex("evaluations").where({ id }).first("results")).results;
    await clusterMigration.down(knex);
    expect(JSON.stringify(await stored())).not.toMatch(/n_clusters|effective_n/);
    await clusterMigration.up(knex);
    expect((await stored()).triage.emergent_not_caught).toMatchObject({ n_clusters: 6, effective_n: 6 });
    expect((await stored()).triage.recall.urgent).toMatchObject({ n_clusters: 0, effective_n: null });
    await harness.work();
    expect(await stored()).toEqual(results);
    expect(results?.triage?.emergent_not_caught).toMatchObject({ n_clusters: 1, effective_n: 1 });
  });

  test("of an earlier version count samples without an output after an upgrade", async () => {
    const harness = await open();
    const { knex } = harness.jobs.database;
    await harness.addSamples([triaged("urgent", "urgent"), triaged("urgent", null), { output: "urgent" }]);
    const evaluators = [evaluator({ config: { require_expected: false } }), evaluator({ name: "second" })];
    const { id, results } = await harness.evaluate({ evaluators, missing_output: "skip", fail_on_error: 1 });
    const coverage = { scored: 1, errored: 1, skipped: 1, total: 3, missing_output: 1, not_applicable: 0 };
    expect(results).toMatchObject({ missing_output: 1, coverage });
    // Postgres returns updated rows in any order.
    const rollupRows = async () =>
      (await harness.rows("evaluation_scores", id)).toSorted((one, other) =>
        String(one["evaluator"]) < String(other["evaluator"]) ? -1 : 1,
      );
    const rollup = await rollupRows();
    await missingOutputMigration.down(knex);
    const stored = async () => (await knex("evaluations").where({ id }).first("results")).results;
    expect(JSON.stringify(await stored())).not.toContain("not_applicable");
    await missingOutputMigration.up(knex);
    expect(await stored()).toMatchObject({ missing_output: 0, coverage: { ...coverage, missing_output: 0 } });
    await harness.work();
    expect(await stored()).toEqual(results);
    expect(await rollupRows()).toEqual(rollup);
    expect(await harness.read(id)).toMatchObject({ missing_output: "skip" });
  });

  test("are stored for each evaluator and for the combined score", async () => {
    const harness = await open();
    await harness.addSamples([
      triaged("urgent", "urgent"),
      triaged("urgent", "urgent"),
      triaged("routine", "semi_urgent"),
      triaged("emergent", "routine"),
      triaged("urgent", null),
    ]);
    const request = { as_of: "2025-06-30T12:00:00.000Z", missing_output: "skip" as const };
    const ended = await harness.evaluate(request);
    const rollup = await harness.rows("evaluation_scores", ended.id);
    expect(rollup.map((row) => String(row["evaluator"])).sort()).toEqual(["", "triage_accuracy"]);
    for (const row of rollup) {
      // Two exact results score 100, one level too high out of three scores 66.6…, and the fourth sample
      // scores 0. The median is (66.6… + 100) / 2.
      expect(row).toMatchObject({
        scored: 4,
        errored: 0,
        skipped: 1,
        total: 5,
        missing_output: 1,
        not_applicable: 0,
        passed: 2,
        flagged: 1,
        minimum: 0,
        maximum: 100,
      });
      expect(row["mean"]).toBeCloseTo(200 / 3, 10);
      expect(row["median"]).toBeCloseTo(250 / 3, 10);
      // The deviations are 33.3…, 33.3…, 0 and −66.6…: √((1111.1… + 1111.1… + 4444.4…) / 3) =
      // √2222.2…
      expect(row["std_dev"]).toBeCloseTo(Math.sqrt(20_000 / 9), 9);
      expect(row["buckets"]).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 2]);
      expect(row["effective_at"]).toEqual(new Date("2025-06-30T12:00:00.000Z"));
    }
  });

  test("do not drift when many equal scores are added", async () => {
    const harness = await open();
    // One level too high out of three scores 66.666666666666671… as a double, and the mean must be the same
    // double.
    await harness.addSamples(Array.from({ length: 2000 }, () => triaged("routine", "semi_urgent")));
    const ended = await harness.evaluate();
    const score = 100 * (1 - 1 / 3);
    expect(ended.results).toMatchObject({
      aggregate_score: score,
      aggregate: score,
      by_evaluator: { triage_accuracy: score },
    });
    expect(await harness.rows("evaluation_scores", ended.id)).toMatchObject([
      { mean: score, std_dev: 0 },
      { mean: score, std_dev: 0 },
    ]);
  });
});
