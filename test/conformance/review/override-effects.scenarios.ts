import { expect } from "vitest";
import { binary } from "../harness/arrange.ts";
import {
  close,
  grading,
  heldTask,
  overridden,
  overriding,
  resultsOf,
  type ScoreSetup,
  createScoreSetup,
  scoresOf,
} from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { anInstant } from "../harness/expectations.ts";
import { cellsOf, exported } from "../harness/arrange-exports.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { allEnded, deliveriesOnce, subscribed, receivedEvents } from "../harness/webhook-receiver.ts";

const marks = { critical: 40, warning: 70, target: 80 };

/** Reads all scores of a set-up. */
async function everything(context: Context, setup: ScoreSetup) {
  const { scores } = context.assay;
  const { project, evaluation } = setup;
  // Use a fixed date on the target's clock, so that the period is the same for each read.
  const end_date = evaluation.completed_at?.slice(0, 10) ?? "";
  const { id } = await exported(context, { project });
  const rows = await cellsOf(context, id);
  return {
    results: await resultsOf(context, setup),
    rows: await scoresOf(context, setup, setup.calls.two),
    sample: await scores.sample(setup.calls.two),
    evaluation: await scores.evaluation(evaluation.id, {
      include_breakdown: true,
      include_distribution: true,
    }),
    metrics: await scores.metrics(project, { end_date }),
    ofTriage: await scores.metrics(project, { evaluator: "triage_accuracy", end_date }),
    trends: await scores.trends({ project }),
    thresholds: await scores.thresholdAnalysis({ project, thresholds: { triage_accuracy: marks } }),
    exported: rows.filter((row) => row["sample"] === setup.calls.two),
  };
}

/** Scenarios for an override and its withdrawal: all figures change, then return to their previous values. */
export const overrideEffectScenarios = [
  engineScenario(
    "submitReview",
    201,
    "an override changes all figures of scores; its withdrawal restores them",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const before = await everything(context, setup);
      const { task, doctor } = await heldTask(context, setup);
      const body = overriding(two, 90, { evaluator: "triage_accuracy" });
      const { id: review } = await doctor.assay.reviews.submit(task, body);
      const after = await everything(context, setup);
      // The override raises call-2 from 25 to (3·90 + 0)/4 = 67.5, and triage from (200 + 66⅔)/4 to (100 + 90
      // + 33⅓ + 100)/4.
      const [mean, triage] = [(100 + 67.5 + 25 + 100) / 4, (290 + 100 / 3) / 4];
      expect(before.results).toMatchObject({ aggregate_score: close(62.5) });
      expect(after.results).toMatchObject({ aggregate_score: close(mean) });
      expect(after.rows).toEqual({
        triage_accuracy: [90, close(100 / 3), true, review],
        binary: [0, 0, false, null],
      });
      expect(after.sample.scores).toMatchObject([
        { value: 90, original_value: close(100 / 3), passed: true, overridden_by: review },
        { value: 0, original_value: 0, passed: false, overridden_by: null },
      ]);
      expect(after.sample.combined).toMatchObject([
        { value: close(67.5), original_value: 25, passed: false, overridden_by: review },
      ]);
      expect(after.evaluation).toMatchObject({
        weighted_aggregate: close(mean),
        pass_rate: 50,
        breakdown: { triage_accuracy: { mean: close(triage), pass_rate: 75 }, binary: { mean: 50 } },
      });
      const bucket = ({ evaluation: { distribution } }: typeof after) =>
        distribution?.buckets.map(({ count }) => count);
      // The scores are first 25, 25, 100 and 100, then 25, 67.5, 100 and 100.
      expect(bucket(before)).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 2]);
      expect(bucket(after)).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 2]);
      expect(after.metrics).toMatchObject({
        current: close(mean),
        by_evaluator: { triage_accuracy: { current: close(triage) } },
      });
      expect(after.ofTriage).toMatchObject({ current: close(triage) });
      expect(after.trends).toMatchObject({ current: close(mean), period_end: close(mean) });
      expect(before.thresholds.results["triage_accuracy"]).toMatchObject({ status: "warning" });
      expect(after.thresholds.results["triage_accuracy"]).toMatchObject({
        status: "exceeding",
        worst_samples: [{ sample: setup.calls.three, score: close(100 / 3) }],
      });
      expect(after.exported).toMatchObject([
        { evaluator: "triage_accuracy", score: "90", overridden_by: review, reviewer_credentials: "MD" },
        { evaluator: "binary", score: "0", overridden_by: "", combined_score: "67.5" },
      ]);
      await doctor.assay.reviews.submit(task, grading(two));
      expect(await everything(context, setup)).toEqual(before);
    },
  ),
  scenario(
    "submitReview",
    201,
    "an override of the latest evaluation crosses thresholds, and its withdrawal crosses back",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { project, evaluation } = setup;
      const { two } = setup.calls;
      const { task, doctor } = await heldTask(context, setup, { evaluation: evaluation.id });
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, {
            event_types: ["score.threshold_crossed"],
            config: { project, thresholds: { binary: { below: 60 } } },
          });
          const submit = (value: number) =>
            doctor.assay.reviews.submit(task, overriding(two, value, { evaluator: "binary" }));
          // The endpoint first receives (100 + 20 + 0 + 100)/4 = 55, then 75, and finally 50 again.
          await submit(20);
          await submit(100);
          await doctor.assay.reviews.submit(task, grading(two));
          await allEnded(context, id, 3);
          const crossed = (data: object) => ({
            event: "score.threshold_crossed",
            timestamp: anInstant,
            data: { project, evaluation: evaluation.id, evaluator: "binary", threshold: 60, ...data },
          });
          expect(receivedEvents(receiver)).toEqual([
            crossed({ score: 55, direction: "below", previous_score: null, change: null }),
            crossed({ score: 75, direction: "above", previous_score: 55, change: 20 }),
            crossed({ score: 50, direction: "below", previous_score: 75, change: -25 }),
          ]);
        },
      );
    },
  ),
  scenario(
    "submitReview",
    201,
    "an override of an evaluation that is not the latest crosses no threshold",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { project, evaluation } = setup;
      const { task, doctor } = await heldTask(context, setup, { evaluation: evaluation.id });
      const later = await context.assay.evaluations.create({
        name: "Later",
        project,
        dataset: setup.dataset.id,
        evaluators: [{ type: "triage_accuracy" }],
      });
      await context.assay.evaluations.wait(later.id, { pollIntervalMs: 5 });
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, {
            event_types: ["score.threshold_crossed", "score.overridden"],
            config: { project, thresholds: { binary: { below: 60 }, triage_accuracy: { below: 90 } } },
          });
          // Only `triage_accuracy` has a later score, so of the two evaluators, only `binary` can cross its
          // threshold.
          await doctor.assay.reviews.submit(
            task,
            overriding(setup.calls.two, 0, { evaluator: "triage_accuracy" }),
          );
          await allEnded(context, id, 2);
          expect(receivedEvents(receiver).map(({ event, data }) => [event, data["evaluator"]])).toEqual([
            ["score.overridden", "triage_accuracy"],
            ["score.threshold_crossed", "binary"],
          ]);
        },
      );
    },
  ),
  engineScenario(
    "submitReview",
    201,
    "concurrent overrides and completions emit each crossing once",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { project, dataset, rubric, evaluation } = setup;
      const { task, doctor } = await heldTask(context, setup, { evaluation: evaluation.id });
      await withReceiver(
        () => ({}),
        async (receiver) => {
          const { id } = await subscribed(context, receiver, {
            event_types: ["score.threshold_crossed"],
            config: { project, thresholds: { binary: { below: 60 } } },
          });
          // The completion of an evaluation creates tasks, for which it needs the lock on assignments. A
          // submission holds this lock.
          const routing = { rubric, score_below: 50, assignment: { mode: "auto" as const } };
          const body = { name: "At once", project, dataset: dataset.id, evaluators: [binary], routing };
          const completing = Array.from({ length: 4 }, async () => {
            const made = await context.assay.evaluations.create(body);
            return context.assay.evaluations.wait(made.id, { pollIntervalMs: 5 });
          });
          const overrides = setup.samples.map((sample) =>
            doctor.assay.reviews.submit(task, overriding(sample, 100, { evaluator: "binary" })),
          );
          await Promise.all([...completing, ...overrides]);
          const directions = () => receivedEvents(receiver).map(({ data: { direction } }) => direction);
          // The last mean is (100 + 0 + 0 + 100)/4 = 50. Before, overrides may have raised it above the
          // threshold.
          await deliveriesOnce(
            context,
            id,
            (deliveries) =>
              deliveries.every(({ status }) => status === "delivered") && directions().at(-1) === "below",
          );
          // Consecutive crossings have opposite directions, because each one takes the previous one into
          // account.
          const all = directions();
          expect(all.filter((direction, index) => direction === all[index - 1])).toEqual([]);
        },
      );
    },
  ),
  scenario(
    "listEvaluationResults",
    200,
    "an override does not move a result in the order of scores",
    async (context) => {
      const setup = await createScoreSetup(context);
      const query = { order: "score", evaluator: "binary" } as const;
      const listed = async () =>
        (await context.assay.evaluations.results(setup.evaluation.id, query)).data.map((row) => [
          row.external_id,
          row.original_score,
          row.score,
        ]);
      await overridden(context, setup, overriding(setup.calls.two, 90, { evaluator: "binary" }));
      expect(await listed()).toEqual([
        ["call-2", 0, 90],
        ["call-3", 0, 0],
        ["call-1", 100, 100],
        ["call-4", 100, 100],
      ]);
    },
  ),
];
