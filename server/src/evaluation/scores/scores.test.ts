import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { scores } from "../../platform/db/migrations/0004-scores.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { EvaluationHarness } from "../evaluations/evaluation-harness.fixture.ts";
import { evaluator, triaged } from "../evaluations/harness-samples.fixture.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { listSampleScores } from "./sample-score-queries.ts";
import { trendsOf } from "./trend-service.ts";
import { analyzeThresholds } from "../thresholds/threshold-service.ts";

const level = (text: string) => ({ triage_level: text });
/** An evaluator for which any error costs the full scale. */
const binary = evaluator({
  config: { severity_weights: { under_triage: 3, over_triage: 3 } },
});

describe.each(engines)("scores on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /**
   * Evaluates the same eight samples on three days: all results are right on the first and third day, and
   * wrong on the second day. With `middleLast`, the second day is evaluated last.
   */
  async function threeDays({ middleLast }: { middleLast: boolean }) {
    const harness = await EvaluationHarness.open(theHarness());
    const ids = await harness.addSamples(Array.from({ length: 8 }, () => triaged("urgent", "urgent")));
    const day = (date: number) => ({ evaluators: [binary], as_of: `2026-02-0${date}T12:00:00.000Z` });
    const good = await harness.evaluate(day(1));
    const later = middleLast ? await harness.evaluate(day(3)) : undefined;
    for (const id of ids) await harness.changeOutput(id, level("routine"));
    const bad = await harness.evaluate(day(2));
    return { harness, good, bad, later };
  }

  const trends = async (harness: EvaluationHarness, query: { evaluator?: string } = {}) => {
    const call = { caller: harness.caller, signal: new AbortController().signal };
    const { figures, regressions } = await trendsOf(harness.jobs.deps, call, {
      query: { project: harness.project, time_zone: "UTC", stable_margin: 2, ...query },
      now: harness.jobs.instant,
    });
    return { ...figures, ...regressions };
  };

  const stored = (harness: EvaluationHarness) =>
    harness.jobs.database
      .knex("paired_tests")
      .where({ workspace_id: harness.jobs.workspaceId })
      .orderBy("evaluator")
      .select("baseline_id", "candidate_id", "evaluator", "test", "n_paired", "change", "p_value");

  test("are tested for drops when an evaluation completes, by evaluator and combined", async () => {
    const { harness, good, bad } = await threeDays({ middleLast: false });
    const drop = {
      baseline_id: good.id,
      candidate_id: bad.id,
      test: "mcnemar_exact",
      n_paired: 8,
      change: -100,
      // The scores of all eight samples drop, which has the two-sided probability 2 / 2⁸.
      p_value: 0.0078125,
    };
    expect(await stored(harness)).toEqual([
      { ...drop, evaluator: "" },
      { ...drop, evaluator: "triage_accuracy" },
    ]);
  });

  test("are tested for drops if earlier history is added later; rises are not tested", async () => {
    const { harness, good, bad, later } = await threeDays({ middleLast: true });
    expect((await stored(harness)).map((row) => [row.baseline_id, row.candidate_id])).toEqual([
      [good.id, bad.id],
      [good.id, bad.id],
    ]);
    const { regressions } = await trends(harness);
    expect(regressions).toMatchObject([
      { evaluation: bad.id, date: "2026-02-02", recovered: true, recovery_date: "2026-02-03" },
    ]);
    expect(later).toBeDefined();
  });

  test("trends read stored tests and compute missing ones", async () => {
    const { harness } = await threeDays({ middleLast: false });
    const before = await trends(harness);
    expect(before.regressions).toMatchObject([{ p_value: 0.0078125, severity: "severe" }]);
    const { knex } = harness.jobs.database;
    const own = () => knex("paired_tests").where({ workspace_id: harness.jobs.workspaceId });
    await own().update({ p_value: 0.5 });
    expect((await trends(harness)).regressions).toEqual([]);
    await own().delete();
    expect(await trends(harness)).toEqual(before);
    expect(await stored(harness)).toMatchObject([{ evaluator: "", p_value: 0.0078125 }]);
    expect((await trends(harness, { evaluator: "triage_accuracy" })).regressions).toHaveLength(1);
  });

  test("evaluations with unknown settings form no series", async () => {
    const { harness } = await threeDays({ middleLast: false });
    const { knex } = harness.jobs.database;
    const rows = knex("evaluation_scores").where({ workspace_id: harness.jobs.workspaceId });
    await rows.update({ conditions: null });
    expect(await trends(harness)).toMatchObject({ data_points: 1, excluded_points: 1, looks: 0 });
  });

  test("the migration computes the same hashes of settings as later evaluations", async () => {
    const harness = await EvaluationHarness.open(theHarness());
    await harness.addSamples([triaged("urgent", "urgent")]);
    await harness.evaluate({ evaluators: [binary, evaluator({ name: "second", weight: 0.5 })] });
    const { database } = harness.jobs;
    const rows = () => database.knex("evaluation_scores").orderBy(["evaluation_id", "evaluator"]);
    const before = await rows();
    expect(before.at(-1)?.conditions).toBeInstanceOf(Buffer);
    await inTransaction(database, async (tx) => {
      await scores.down(tx);
      await scores.up(tx);
    });
    const known = ({ evaluation_id: id }: { evaluation_id: string }) =>
      before.some((row) => row.evaluation_id === id && row.conditions !== null);
    expect((await rows()).filter(known)).toEqual(before.filter(known));
  });

  test("an overridden result contains both scores, and the effective score is counted", async () => {
    const harness = await EvaluationHarness.open(theHarness());
    const [first = "", second = ""] = await harness.addSamples([
      triaged("urgent", "routine"),
      triaged("urgent", "urgent"),
    ]);
    const { id } = await harness.evaluate({ evaluators: [binary] });
    const { knex } = harness.jobs.database;
    const review = harness.deps.newId();
    // Updates the rows in the same order as an override: the results, the sample's scores, then the rollup.
    await knex("results")
      .where({ evaluation_id: id, sample_id: first })
      .update({ effective_score: 90, effective_passed: true, overridden_by: review });
    await knex("sample_scores")
      .where({ evaluation_id: id, sample_id: first })
      .update({ effective: 90, effective_passed: true, overridden_by: review });
    await knex("evaluation_scores")
      .where({ evaluation_id: id })
      .update({ mean: 95, score_sum: 190, passed: 2 });
    const filter = { workspaceId: harness.jobs.workspaceId, evaluationId: undefined, evaluator: undefined };
    expect(await listSampleScores(knex, { ...filter, sampleId: first }, 10)).toMatchObject([
      {
        evaluation: formatId("evaluation", id),
        evaluator: "triage_accuracy",
        value: 90,
        originalValue: 0,
        passed: true,
        overriddenBy: formatId("review", review),
        combined: { value: 90, originalValue: 0, passed: true, overriddenBy: formatId("review", review) },
      },
    ]);
    expect(await listSampleScores(knex, { ...filter, sampleId: second }, 10)).toMatchObject([
      { value: 100, originalValue: 100, overriddenBy: null, combined: { overriddenBy: null } },
    ]);
    const analysis = await inTransaction(harness.jobs.database, (tx) =>
      analyzeThresholds(tx, harness.caller, {
        project: harness.project,
        evaluation: undefined,
        thresholds: { triage_accuracy: { critical: 50, warning: 70, target: 95.5 } },
      }),
    );
    expect(analysis).toMatchObject({ overall_status: "passing" });
    expect(analysis.results["triage_accuracy"]?.worst_samples).toEqual([
      { sample: formatId("sample", first), external_id: null, score: 90 },
    ]);
    expect((await trends(harness)).current).toBe(95);
  });
});
