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
  scoredRoom,
  submitRaw,
  taskOf,
} from "../harness/arrange-scored-reviews.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/** What cannot be overridden. */
export const overrideRefusalScenarios = [
  scenario("submitReview", 422, "only a score that there is can be overridden", async (context) => {
    const room = await createReviewSetup(context);
    const [sample = ""] = room.samples;
    const { task, doctor } = await heldTask(context, room);
    const { reviews } = doctor.assay;
    await expectRejected(reviews.submit(task, overriding(sample, 1)), nothingToOverride(sample, null));
    await expectRejected(
      reviews.submit(task, overriding(sample, 1, { evaluator: "triage_accuracy" })),
      nothingToOverride(sample, "triage_accuracy"),
    );
    // A sample without an expected level is left out by the evaluator: the evaluation is there, a score is not.
    const further = { external_id: "call-5", input: "What?", output: { triage_level: "urgent" } };
    const added = await context.assay.samples.create(room.dataset.id, { samples: [further] });
    const unscored = added.data[0]?.id ?? "";
    const evaluators = [{ type: "triage_accuracy" as const, config: { require_expected: false } }];
    const evaluation = (await evaluated(context, room.dataset, { evaluators })).id;
    const named = await taskOf(context, room, { doctor, evaluation, samples: [unscored] });
    await expectRejected(reviews.submit(named, overriding(unscored, 1)), nothingToOverride(unscored, null));
    await expectRejected(
      reviews.submit(named, overriding(unscored, 1, { evaluator: "triage_accuracy" })),
      nothingToOverride(unscored, "triage_accuracy"),
    );
    expect(await reviews.submit(named, grading(unscored))).toMatchObject({ original_ai_score: null });
  }),
  scenario("submitReview", 422, "an evaluator is one of the evaluation's", async (context) => {
    const room = await scoredRoom(context);
    const { task, doctor } = await heldTask(context, room);
    const refusal = evaluatorNotInEvaluation("binari", ["triage_accuracy", "binary"], "/evaluator");
    const { two } = room.calls;
    for (const body of [overriding(two, 1), grading(two)])
      await expectRejected(doctor.assay.reviews.submit(task, { ...body, evaluator: "binari" }), refusal);
  }),
  scenario(
    "submitReview",
    409,
    "scores of an evaluation that has not completed cannot be overridden",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const room = { ...(await createReviewSetup(context)), dataset, project: dataset.project };
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
      const task = await taskOf(context, room, { ...about, doctor });
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
  scenario("submitReview", 400, "override_value and override_ai_score belong together", async (context) => {
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
