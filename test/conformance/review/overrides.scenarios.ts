import { expect } from "vitest";
import { all, evaluated } from "../harness/arrange.ts";
import { actingReviewer } from "../harness/arrange-reviews.ts";
import {
  close,
  grading,
  heldTask,
  overridden,
  overriding,
  resultsOf,
  createScoreSetup,
  scoresOf,
  taskOf,
} from "../harness/arrange-scored-reviews.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const untouched = { aggregate_score: close(62.5), aggregate: close(175 / 3), pass_rate: 50 };

/** Scenarios for reviewers' overrides of automated scores. */
export const overrideScenarios = [
  scenario(
    "submitReview",
    201,
    "replaces the score of an evaluator and all derived figures",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const before = await resultsOf(context, setup);
      const review = await overridden(context, setup, overriding(two, 90, { evaluator: "triage_accuracy" }));
      expect(review).toMatchObject({
        evaluation: setup.evaluation.id,
        evaluator: "triage_accuracy",
        override_ai_score: true,
        override_value: 90,
        original_ai_score: close(100 / 3),
        override_conflict: false,
      });
      expect(await scoresOf(context, setup, two)).toEqual({
        triage_accuracy: [90, close(100 / 3), true, review.id],
        binary: [0, 0, false, null],
      });
      const after = await resultsOf(context, setup);
      expect(after).toMatchObject({
        // The mean is (100 + (3·90 + 0)/4 + 25 + 100)/4 with weights and (100 + 45 + 16⅔ + 100)/4 with equal
        // weights. The sample still fails by `binary`.
        aggregate_score: close(73.125),
        weighted_aggregate: close(73.125),
        aggregate: close((245 + 50 / 3) / 4),
        pass_rate: 50,
        // The triage mean is (100 + 90 + 33⅓ + 100)/4.
        by_evaluator: { triage_accuracy: close((290 + 100 / 3) / 4), binary: 50 },
      });
      // Figures that describe the evaluators' input and output do not change.
      const { distributions, triage, coverage, flagged_samples: flagged, sample_count: count } = before ?? {};
      expect(after).toMatchObject({
        distributions,
        triage,
        coverage,
        flagged_samples: flagged,
        sample_count: count,
      });
    },
  ),
  scenario("submitReview", 201, "an overridden score passes at 70 and above", async (context) => {
    const setup = await createScoreSetup(context);
    const { task, doctor } = await heldTask(context, setup);
    for (const [value, rate] of [
      [70, 75],
      [69.9, 50],
    ] as const) {
      await doctor.assay.reviews.submit(task, overriding(setup.calls.two, value));
      expect(await resultsOf(context, setup)).toMatchObject({ pass_rate: rate });
    }
  }),
  scenario(
    "submitReview",
    201,
    "replaces a combined score without changing those of evaluators",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one } = setup.calls;
      const review = await overridden(context, setup, overriding(one, 10));
      expect(review).toMatchObject({ evaluator: null, original_ai_score: 100 });
      expect(await scoresOf(context, setup, one)).toEqual({
        triage_accuracy: [100, 100, true, null],
        binary: [100, 100, true, null],
      });
      // The mean is (10 + 25 + 25 + 100)/4 with weights and (10 + 16⅔ + 16⅔ + 100)/4 with equal weights. One
      // of four passes.
      expect(await resultsOf(context, setup)).toMatchObject({
        aggregate_score: close(40),
        aggregate: close((110 + 100 / 3) / 4),
        pass_rate: 25,
        by_evaluator: { triage_accuracy: close(200 / 3), binary: 50 },
      });
    },
  ),
  scenario(
    "submitReview",
    201,
    "a combined override takes precedence over those of evaluators",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      await overridden(context, setup, overriding(two, 60));
      await overridden(context, setup, overriding(two, 100, { evaluator: "binary" }));
      // The combined mean is (100 + 60 + 25 + 100)/4, and the binary mean is (100 + 100 + 0 + 100)/4.
      expect(await resultsOf(context, setup)).toMatchObject({
        aggregate_score: close(71.25),
        by_evaluator: { binary: 75 },
      });
    },
  ),
  scenario(
    "submitReview",
    201,
    "uses the evaluator of the task unless the review names another",
    async (context) => {
      const setup = await createScoreSetup(context);
      const doctor = await actingReviewer(context);
      const about = { evaluation: setup.evaluation.id, evaluator: "binary", doctor };
      const task = await taskOf(context, setup, about);
      const { submit } = { submit: doctor.assay.reviews.submit.bind(doctor.assay.reviews) };
      expect(await submit(task, overriding(setup.calls.two, 80))).toMatchObject({
        evaluator: "binary",
        original_ai_score: 0,
      });
      expect(
        await submit(task, overriding(setup.calls.three, 80, { evaluator: "triage_accuracy" })),
      ).toMatchObject({ evaluator: "triage_accuracy", original_ai_score: close(100 / 3) });
      expect(await scoresOf(context, setup, setup.calls.two)).toMatchObject({
        binary: [80, 0, true, expect.anything()],
      });
    },
  ),
  engineScenario(
    "submitReview",
    201,
    "the latest override applies; a withdrawal restores the previous one",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const first = await overridden(context, setup, overriding(two, 80));
      const second = await overridden(context, setup, overriding(two, 40));
      expect([first.override_conflict, second.override_conflict]).toEqual([false, true]);
      // The mean is (100 + 40 + 25 + 100)/4.
      expect(await resultsOf(context, setup)).toMatchObject({ aggregate_score: close(66.25), pass_rate: 50 });
      const { reviews } = context.assay;
      expect(await reviews.get(first.id)).toMatchObject({ override_conflict: true });
      const withdrawn = await second.by.assay.reviews.submit(
        second.task,
        grading(two, { notes: "I was wrong." }),
      );
      expect(withdrawn).toMatchObject({
        id: second.id,
        revision: 2,
        override_ai_score: false,
        override_value: null,
        original_ai_score: close(25),
        override_conflict: false,
      });
      // The mean is (100 + 80 + 25 + 100)/4.
      expect(await resultsOf(context, setup)).toMatchObject({ aggregate_score: close(76.25), pass_rate: 75 });
      expect(await reviews.get(first.id)).toMatchObject({ override_conflict: false });
      await first.by.assay.reviews.submit(first.task, grading(two));
      expect(await resultsOf(context, setup)).toMatchObject(untouched);
      expect(await all(reviews.list({ has_override: true }))).toEqual([]);
    },
  ),
  scenario("submitReview", 201, "a revision moves its override to another score", async (context) => {
    const setup = await createScoreSetup(context);
    const { two } = setup.calls;
    const review = await overridden(context, setup, overriding(two, 80, { evaluator: "binary" }));
    await review.by.assay.reviews.submit(review.task, overriding(two, 70, { evaluator: "triage_accuracy" }));
    expect(await scoresOf(context, setup, two)).toEqual({
      triage_accuracy: [70, close(100 / 3), true, review.id],
      binary: [0, 0, false, null],
    });
  }),
  scenario(
    "submitReview",
    201,
    "a review that names no evaluation permanently belongs to the latest one with a score",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { task, doctor } = await heldTask(context, setup);
      const { two } = setup.calls;
      expect(await doctor.assay.reviews.submit(task, grading(two))).toMatchObject({
        evaluation: setup.evaluation.id,
        original_ai_score: close(25),
      });
      const later = await evaluated(context, setup.dataset, { name: "Later" });
      expect(await doctor.assay.reviews.submit(task, overriding(two, 90))).toMatchObject({
        evaluation: setup.evaluation.id,
      });
      expect(await doctor.assay.reviews.submit(task, overriding(setup.calls.three, 90))).toMatchObject({
        evaluation: later.id,
        original_ai_score: close(100 / 3),
      });
    },
  ),
  engineScenario("listEvaluationResults", 200, "filters by the effective score", async (context) => {
    const setup = await createScoreSetup(context);
    const { one, two, three } = setup.calls;
    await overridden(context, setup, overriding(two, 90, { evaluator: "triage_accuracy" }));
    await overridden(context, setup, overriding(one, 5, { evaluator: "triage_accuracy" }));
    const query = { score_below: 50, evaluator: "triage_accuracy" };
    const low = await all(context.assay.evaluations.results(setup.evaluation.id, query));
    expect(low.map(({ sample_id: id, score }) => [id, score])).toEqual([
      [one, 5],
      [three, close(100 / 3)],
    ]);
  }),
  scenario(
    "compareEvaluations",
    200,
    "tests the automated scores and returns the effective means",
    async (context) => {
      const setup = await createScoreSetup(context);
      const evaluators = [{ type: "triage_accuracy" as const, weight: 3 }];
      const candidate = await evaluated(context, setup.dataset, { name: "Other", evaluators });
      const body = { evaluations: [setup.evaluation.id, candidate.id] };
      const before = await context.assay.evaluations.compare(body);
      const { task, doctor } = await heldTask(context, setup, { evaluation: setup.evaluation.id });
      await doctor.assay.reviews.submit(task, overriding(setup.calls.two, 95));
      const after = await context.assay.evaluations.compare(body);
      // The mean is (100 + 95 + 25 + 100)/4.
      expect(after).toEqual({ ...before, baseline: { ...before.baseline, effective_score: 80 } });
      expect(before.baseline).toMatchObject({ aggregate_score: close(62.5), effective_score: close(62.5) });
    },
  ),
];
