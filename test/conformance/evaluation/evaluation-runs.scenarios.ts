import { runsWithoutModel } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import type { CreateEvaluation, Dataset } from "@assay/sdk";
import { expect } from "vitest";
import { all, evaluated, filledDataset, level, nightly } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { customAt, withReceiver } from "../harness/custom-receiver.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const near = (value: number) => expect.closeTo(value, 6) as number;

/** The expected levels of three samples, and the answers of a model in three runs; null is a missing output. */
const calls = [
  { external_id: "a", expected: "emergent", answers: ["emergent", "emergent", "urgent"] },
  { external_id: "b", expected: "urgent", answers: ["urgent", "urgent", "urgent"] },
  { external_id: "c", expected: "routine", answers: ["routine", null, "routine"] },
];

/** Creates a dataset and a model with the answers above. */
export async function answeredRuns(context: Context): Promise<{ dataset: Dataset; model: string }> {
  const { dataset } = await filledDataset(
    context,
    calls.map(({ external_id, expected }) => ({
      external_id,
      input: external_id,
      expected: level(expected),
      split: expected,
    })),
  );
  const { id: model } = await context.assay.models.create({ name: "mercury", version: "0.9" });
  const outputs = calls.flatMap(({ external_id, answers }) =>
    answers.flatMap((answer, index) =>
      answer === null ? [] : [{ external_id, run: index + 1, output: level(answer) }],
    ),
  );
  await context.assay.samples.createOutputs(dataset.id, { model, outputs });
  return { dataset, model };
}

const evaluatedRuns = async (context: Context, further: Partial<CreateEvaluation> = {}) => {
  const { dataset, model } = await answeredRuns(context);
  const done = await evaluated(context, dataset, { model, runs: 3, ...further });
  return { dataset, model, done };
};

/** Scenarios for evaluations that score several runs of a model. */
export const evaluationRunScenarios = [
  engineScenario(
    "createEvaluation",
    201,
    "scores several runs: a sample has their mean score, and passes if all of them pass",
    async (context) => {
      const { done } = await evaluatedRuns(context);
      // The scores are 100, 100 and 33⅓ for a; 100 three times for b; and 100, 0 and 100 for c.
      expect(done).toMatchObject({
        runs: 3,
        progress: { total: 3, completed: 3, failed: 0 },
        results: {
          aggregate_score: near((700 / 3 + 300 + 200) / 9),
          by_evaluator: { triage_accuracy: near((700 / 3 + 300 + 200) / 9) },
          pass_rate: near(100 / 3),
          sample_count: 3,
          flagged_samples: 2,
          missing_output: 1,
          coverage: { scored: 3, errored: 0, skipped: 0, total: 3, missing_output: 1, not_applicable: 0 },
          distributions: { triage_accuracy: { correct: 7, under_triage: 1, over_triage: 0, no_answer: 1 } },
          triage: {
            total: 9,
            missing_output: 1,
            exact: { all: { numerator: 7, denominator: 9, n_clusters: 3 } },
            emergent_not_caught: {
              numerator: 1,
              denominator: 3,
              n_clusters: 1,
              effective_n: 1,
              upper95: expect.closeTo(0.991895, 6),
            },
          },
          repeats: {
            runs: 3,
            flip_rate: { numerator: 2, denominator: 3, n_clusters: 3 },
            pass_at: { 1: near(7 / 9), 2: 1, 3: 1 },
            pass_all: { 1: near(7 / 9), 2: near(5 / 9), 3: near(1 / 3) },
            sd_within: near(Math.sqrt(130_000 / 81)),
            sd_between: 0,
          },
        },
      });
    },
  ),
  engineScenario(
    "listEvaluationResults",
    200,
    "lists a result for each run, in dataset order or lowest score first",
    async (context) => {
      const { done } = await evaluatedRuns(context);
      const listed = async (query: object) =>
        (await all(context.assay.evaluations.results(done.id, { limit: 2, ...query }))).map(
          ({ external_id: id, run, score }) => [id, run, score],
        );
      const under = near(100 / 3);
      expect(await listed({})).toEqual([
        ["a", 1, 100],
        ["a", 2, 100],
        ["a", 3, under],
        ["b", 1, 100],
        ["b", 2, 100],
        ["b", 3, 100],
        ["c", 1, 100],
        ["c", 2, 0],
        ["c", 3, 100],
      ]);
      const worst = await listed({ order: "score" });
      expect(worst.slice(0, 4)).toEqual([
        ["c", 2, 0],
        ["a", 3, under],
        ["a", 1, 100],
        ["a", 2, 100],
      ]);
      expect(worst).toHaveLength(9);
      expect(await listed({ flagged: true, score_below: 50 })).toEqual([
        ["a", 3, under],
        ["c", 2, 0],
      ]);
      const outputs = await all(context.assay.evaluations.results(done.id));
      expect(outputs.slice(1, 3).map(({ output }) => output)).toEqual([level("emergent"), level("urgent")]);
      expect(outputs[7]).toMatchObject({ output: null, flag_reason: "no_answer" });
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "skips missing runs on request, and then the sample has no score",
    async (context) => {
      const { done } = await evaluatedRuns(context, { missing_output: "skip" });
      expect(done.results).toMatchObject({
        aggregate_score: near((700 / 9 + 100) / 2),
        coverage: { scored: 2, errored: 0, skipped: 1, total: 3, missing_output: 1 },
        triage: { total: 9, missing_output: 1 },
        repeats: { flip_rate: { numerator: 1, denominator: 2 } },
        unscored_reasons: [{ status: "skipped", reason: "missing_output", count: 1, external_id: "c" }],
      });
      const results = await all(context.assay.evaluations.results(done.id, { status: "skipped" }));
      expect(results.map(({ external_id: id, run }) => [id, run])).toEqual([["c", 2]]);
    },
  ),
  engineScenario("getEvaluation", 200, "fails if no run of a sample has an output", async (context) => {
    const { dataset } = await filledDataset(context, [
      { external_id: "a", input: 1, expected: level("urgent") },
    ]);
    const { id: model } = await context.assay.models.create({ name: "mercury", version: "0.9" });
    const outputs = [{ external_id: "a", run: 2, output: level("urgent") }];
    await context.assay.samples.createOutputs(dataset.id, { model, outputs });
    const create = (runs: number) =>
      context.assay.evaluations
        .create({ ...nightly(dataset), model, runs })
        .then(({ id }) => context.assay.evaluations.wait(id, { throwOnFailure: false }));
    expect(await create(1)).toMatchObject({
      status: "failed",
      runs: 1,
      error: expect.stringMatching(/No selected sample of 1 has an output/),
    });
    const both = await create(2);
    expect(both).toMatchObject({ status: "completed", results: { aggregate_score: 50, missing_output: 1 } });
    expect(both.results?.repeats).toMatchObject({ pass_at: { 1: 0.5, 2: 1 }, sd_between: null });
  }),
  scenario("createEvaluation", 400, "requires a model for several runs", async (context) => {
    const { dataset } = await filledDataset(context);
    await expectRejected(
      context.assay.evaluations.create({ ...nightly(dataset), runs: 5 }),
      runsWithoutModel(5),
    );
  }),
  scenario(
    "createEvaluation",
    201,
    "includes the number of runs in the manifest hash if there are several",
    async (context) => {
      const { dataset, model } = await answeredRuns(context);
      const hashOf = async (runs?: number) =>
        (await context.assay.evaluations.create({ ...nightly(dataset), model, ...(runs && { runs }) }))
          .manifest_hash;
      const [none, one, two] = [await hashOf(), await hashOf(1), await hashOf(2)];
      expect(one).toBe(none);
      expect(two).not.toBe(none);
    },
  ),
  engineScenario(
    "createEvaluation",
    201,
    "calls a custom evaluator for each run, with the number of the run, its output and an own id",
    async (context) => {
      await withReceiver(
        () => ({ score: 80 }),
        async ({ url, calls: received }) => {
          const { done } = await evaluatedRuns(context, { evaluators: [customAt(url)] });
          expect(received).toHaveLength(8);
          expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(8);
          const sent = received.map(({ body: { run, sample } }) =>
            JSON.stringify([sample.external_id, run, sample["output"]]),
          );
          // Run 2 of c has no output, so it is not sent.
          const answered = calls.flatMap(({ external_id, answers }) =>
            answers.flatMap((answer, index) =>
              answer === null ? [] : [JSON.stringify([external_id, index + 1, level(answer)])],
            ),
          );
          expect(new Set(sent)).toEqual(new Set(answered));
          expect(done.results).toMatchObject({
            aggregate_score: near((80 + 80 + 160 / 3) / 3),
            repeats: {
              flip_rate: { numerator: 1, denominator: 3 },
              sd_within: near(Math.sqrt((3200 / 9) * 2)),
            },
          });
        },
      );
    },
  ),
  engineScenario(
    "createEvaluation",
    201,
    "pools the red flags of all runs, with the sample as cluster",
    async (context) => {
      const { dataset } = await filledDataset(context, [
        { external_id: "a", input: 1, expected: { red_flags: ["stroke symptoms"] } },
      ]);
      const { id: model } = await context.assay.models.create({ name: "mercury", version: "0.9" });
      const outputs = [["stroke symptoms"], []].map((red_flags, index) => ({
        external_id: "a",
        run: index + 1,
        output: { red_flags, escalated: true },
      }));
      await context.assay.samples.createOutputs(dataset.id, { model, outputs });
      const evaluators = [{ type: "red_flag_detection" as const }];
      const done = await evaluated(context, dataset, { model, runs: 2, evaluators });
      expect(done.results?.red_flags).toMatchObject({
        expected: 2,
        found: 1,
        missed_count: 1,
        missed: { numerator: 1, denominator: 2, n_clusters: 1 },
      });
    },
  ),
];
