import { expect } from "vitest";
import { all, evaluated, level } from "../harness/arrange.ts";
import { cellsOf, exported } from "../harness/arrange-exports.ts";
import { createReviewSetup } from "../harness/arrange-reviews.ts";
import { overridden, overriding } from "../harness/arrange-scored-reviews.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { answeredRuns } from "./evaluation-runs.scenarios.ts";

const near = (value: number) => expect.closeTo(value, 6) as number;

/** Scenarios for what other operations show of evaluations with several runs. */
export const repeatedResultScenarios = [
  engineScenario(
    "compareEvaluations",
    200,
    "compares evaluations only with as many runs",
    async (context) => {
      const { dataset, model } = await answeredRuns(context);
      const once = await evaluated(context, dataset, { model });
      const [first, second] = [
        await evaluated(context, dataset, { model, runs: 3 }),
        await evaluated(context, dataset, { model, runs: 3 }),
      ];
      const compare = (baseline: string, candidate: string) =>
        context.assay.evaluations.compare({ evaluations: [baseline, candidate], baseline });
      const other = await compare(once.id, first.id);
      expect(other.comparable).toBe(false);
      expect(other.reasons).toContain("runs_differ");
      // A sample fails a safety check that one of its runs fails.
      expect(other.safety).toMatchObject({
        emergent_not_caught: { baseline: { numerator: 0 }, candidate: { numerator: 1, denominator: 1 } },
      });
      expect(other.passed).toMatchObject({
        baseline: { numerator: 3 },
        candidate: { numerator: 1, denominator: 3 },
      });
      const same = await compare(first.id, second.id);
      expect(same).toMatchObject({ comparable: true, n_paired: 3 });
      const pairs = await all(
        context.assay.evaluations.comparePairs({ baseline: once.id, candidate: first.id, change: "worse" }),
      );
      // The lowest run represents the sample.
      expect(pairs.map(({ external_id: id, change, candidate: { output } }) => [id, change, output])).toEqual(
        [
          ["c", near(-100 / 3), null],
          ["a", near(-200 / 9), level("urgent")],
        ],
      );
    },
  ),
  engineScenario(
    "getEvaluationScores",
    200,
    "counts samples in the coverage of groups, and runs in their shares",
    async (context) => {
      const { dataset, model } = await answeredRuns(context);
      const { id } = await evaluated(context, dataset, { model, runs: 3 });
      for (const evaluator of [undefined, "triage_accuracy"]) {
        const query = { group_by: "split", ...(evaluator && { evaluator }) };
        const { groups } = await context.assay.scores.evaluation(id, query);
        expect(groups?.data.find(({ key }) => key === "emergent")).toMatchObject({
          samples: 1,
          coverage: { scored: 1, total: 1 },
          mean: near(700 / 9),
          passed: { numerator: 2, denominator: 3, n_clusters: 1 },
          emergent_not_caught: { numerator: 1, denominator: 3, n_clusters: 1 },
        });
        expect(groups?.lowest).toBe("routine");
      }
    },
  ),
  engineScenario(
    "getEvaluationScores",
    200,
    "does not count runs of a sample without a score in the share of passed runs",
    async (context) => {
      const { dataset, model } = await answeredRuns(context);
      const { id } = await evaluated(context, dataset, { model, runs: 3, missing_output: "skip" });
      for (const evaluator of [undefined, "triage_accuracy"]) {
        const query = { group_by: "split", ...(evaluator && { evaluator }) };
        const { groups } = await context.assay.scores.evaluation(id, query);
        // Sample c has an output in two of its three runs, so it has no score.
        expect(groups?.data.find(({ key }) => key === "routine")).toMatchObject({
          samples: 1,
          coverage: { scored: 0, skipped: 1, missing_output: 1 },
          mean: null,
          passed: { numerator: 0, denominator: 0 },
        });
        expect(groups?.data.find(({ key }) => key === "urgent")).toMatchObject({
          coverage: { scored: 1 },
          passed: { numerator: 3, denominator: 3 },
        });
      }
    },
  ),
  engineScenario("getExportContent", 200, "has a row for each run", async (context) => {
    const { dataset, model } = await answeredRuns(context);
    await evaluated(context, dataset, { model, runs: 3 });
    const { id } = await exported(context, { project: dataset.project, include_samples: true });
    const rows = await cellsOf(context, id);
    expect(
      rows.map(({ external_id: sample, run, original_score: score }) => [sample, run, Number(score)]),
    ).toEqual([
      ["a", "1", 100],
      ["a", "2", 100],
      ["a", "3", near(100 / 3)],
      ["b", "1", 100],
      ["b", "2", 100],
      ["b", "3", 100],
      ["c", "1", 100],
      ["c", "2", 0],
      ["c", "3", 100],
    ]);
    expect(rows.slice(1, 3).map(({ output }) => output)).toEqual([
      '{"triage_level":"emergent"}',
      '{"triage_level":"urgent"}',
    ]);
    expect(rows.map(({ combined_score: score }) => Number(score)).slice(0, 3)).toEqual([
      near(700 / 9),
      near(700 / 9),
      near(700 / 9),
    ]);
  }),
  scenario("submitReview", 201, "replaces the score of a sample over all of its runs", async (context) => {
    const setup = await createReviewSetup(context);
    const [one = "", two = "", three = "", four = ""] = setup.samples;
    const { id: model } = await context.assay.models.create({ name: "mercury", version: "0.9" });
    const outputs = [1, 2].flatMap((run) =>
      setup.samples.map((sample) => ({ sample, run, output: level(run === 1 ? "emergent" : "routine") })),
    );
    await context.assay.samples.createOutputs(setup.dataset.id, { model, outputs });
    const evaluation = await evaluated(context, setup.dataset, { model, runs: 2 });
    const scores = { ...setup, evaluation, calls: { one, two, three, four } };
    const before = (await context.assay.evaluations.get(evaluation.id)).results;
    const review = await overridden(context, scores, overriding(two, 90, { evaluator: "triage_accuracy" }));
    const results = await all(context.assay.evaluations.results(evaluation.id));
    const own = results.filter(({ sample_id: sample }) => sample === two);
    expect(own).toMatchObject([
      { run: 1, score: 90, passed: true, overridden_by: review.id },
      { run: 2, score: 90, passed: true, overridden_by: review.id },
    ]);
    const mean = own.reduce((sum, { original_score: score }) => sum + (score ?? 0), 0) / 2;
    expect(review.original_ai_score).toEqual(near(mean));
    const after = (await context.assay.evaluations.get(evaluation.id)).results;
    expect(after?.aggregate_score).toEqual(
      near((before?.aggregate_score ?? 0) + (90 - mean) / setup.samples.length),
    );
    expect(after).toMatchObject({ repeats: before?.repeats, distributions: before?.distributions });
  }),
];
