import {
  evaluationNotOverridable,
  evaluatorNotInEvaluation,
  nothingToOverride,
} from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { absent, evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import { absentOfReviews, actingReviewer, createReviewSetup } from "../harness/arrange-reviews.ts";
import {
  grading,
  heldTask,
  overriding,
  createScoreSetup,
  submitRaw,
  taskOf,
} from "../harness/arrange-scored-reviews.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** Scenarios for invalid overrides. */
export const overrideRefusalScenarios = [
  scenario("submitReview", 422, "refuses to override a score that does not exist", async (context) => {
    const setup = await createReviewSetup(context);
    const [sample = ""] = setup.samples;
    const { task, doctor } = await heldTask(context, setup);
    const { reviews } = doctor.assay;
    await expectRejected(reviews.submit(task, overriding(sample, 1)), nothingToOverride(sample, null));
    await expectRejected(
      reviews.submit(task, overriding(sample, 1, { evaluator: "triage_accuracy" })),
      nothingToOverride(sample, "triage_accuracy"),
    );
    // The evaluator skips samples without an expected level. The evaluation therefore has no score of this
    // sample that could be overridden.
    const further = { external_id: "call-5", input: "What?", output: { triage_level: "urgent" } };
    const added = await context.assay.samples.create(setup.dataset.id, { samples: [further] });
    const unscored = added.data[0]?.id ?? "";
    const evaluators = [{ type: "triage_accuracy" as const, config: { require_expected: false } }];
    const evaluation = (await evaluated(context, setup.dataset, { evaluators })).id;
    const named = await taskOf(context, setup, { doctor, evaluation, samples: [unscored] });
    await expectRejected(reviews.submit(named, overriding(unscored, 1)), nothingToOverride(unscored, null));
    await expectRejected(
      reviews.submit(named, overriding(unscored, 1, { evaluator: "triage_accuracy" })),
      nothingToOverride(unscored, "triage_accuracy"),
    );
    expect(await reviews.submit(named, grading(unscored))).toMatchObject({ original_ai_score: null });
  }),
  scenario(
    "submitReview",
    422,
    "refuses an evaluator that is not part of the evaluation",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { task, doctor } = await heldTask(context, setup);
      const refusal = evaluatorNotInEvaluation("binari", ["triage_accuracy", "binary"], "/evaluator");
      const { two } = setup.calls;
      for (const body of [overriding(two, 1), grading(two)])
        await expectRejected(doctor.assay.reviews.submit(task, { ...body, evaluator: "binari" }), refusal);
    },
  ),
  scenario(
    "submitReview",
    409,
    "refuses to override scores of an evaluation that has not completed",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const setup = { ...(await createReviewSetup(context)), dataset, project: dataset.project };
      const rubric = (
        await context.assay.reviews.rubrics.create({
          name: "Triage safety",
          project: dataset.project,
          dimensions: [{ id: "accuracy", name: "Right?", type: "boolean" }],
        })
      ).id;
      await context.target.hold();
      const { id } = await context.assay.evaluations.create(nightly(dataset));
      const ids = samples.map((sample) => sample.id);
      const doctor = await actingReviewer(context);
      const about = { project: dataset.project, rubric, samples: ids, evaluation: id };
      const task = await taskOf(context, setup, { ...about, doctor });
      const grades = { accuracy: { value: true } };
      const [sample = ""] = ids;
      await expectRejected(
        doctor.assay.reviews.submit(task, overriding(sample, 1, { grades })),
        evaluationNotOverridable(id, "pending"),
      );
      expect(await doctor.assay.reviews.submit(task, { sample, grades })).toMatchObject({
        evaluation: id,
        original_ai_score: null,
      });
      await context.assay.evaluations.cancel(id);
      await expectRejected(
        doctor.assay.reviews.submit(task, overriding(sample, 1, { grades })),
        evaluationNotOverridable(id, "cancelled"),
      );
    },
  ),
  scenario("submitReview", 400, "requires override_value and override_ai_score together", async (context) => {
    const { key } = await actingReviewer(context);
    const body = { sample: absent.sample, grades: {} };
    expectFaults(
      await submitRaw(context, absentOfReviews.task, {
        key,
        body: { ...body, override_ai_score: false, override_value: 1 },
      }),
      [
        "/override_ai_score",
        "invalid_value",
        "override_ai_score is false; it must be true if override_value is given.",
      ],
    );
    expectFaults(
      await submitRaw(context, absentOfReviews.task, { key, body: { ...body, override_ai_score: true } }),
      ["/override_value", "required", "override_value is required: override_ai_score is true."],
    );
    expectFaults(
      await submitRaw(context, absentOfReviews.task, {
        key,
        body: { ...body, override_ai_score: true, override_value: 100.5 },
      }),
      ["/override_value", "too_big", "override_value is 100.5; it must be at most 100."],
    );
  }),
];
