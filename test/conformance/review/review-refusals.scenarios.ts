import type { FieldError } from "@assay/contract/platform/errors";
import { idempotencyConflict, notFound } from "@assay/contract/platform/refusals";
import {
  invalidGrades,
  notAssigned,
  reviewerRequired,
  sampleNotInTask,
  taskEnded,
} from "@assay/contract/review/review-refusals";
import type { SubmitReview } from "@assay/sdk";
import { expect } from "vitest";
import { absent, all } from "../harness/arrange.ts";
import { absentOfReviews, actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { grading, heldTask, submitRaw, taskOf } from "../harness/arrange-scored-reviews.ts";
import { expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

/**
 * A review of which the sample, the grades and the evaluator are all invalid. It fails every check after the
 * check of the task.
 */
const wrongInAll: SubmitReview = {
  sample: absent.sample,
  grades: {},
  override_ai_score: true,
  override_value: 1,
  evaluator: "none such",
};

const missing = (id: string): FieldError => ({
  path: `/grades/${id}`,
  code: "required",
  message: `Grade for "${id}" is required: the rubric requires it.`,
});

/** Scenarios for refused submissions, in the order of the checks. */
export const reviewRefusalScenarios = [
  scenario("submitReview", 404, "checks the task first", async (context) => {
    const setup = await createReviewSetup(context);
    const { id } = await newTask(context, setup);
    const unknown = notFound("review_task", absentOfReviews.task);
    await expectRejected(context.assay.reviews.submit(absentOfReviews.task, wrongInAll), unknown);
    const other = await context.otherWorkspace();
    await expectRejected(other.assay.reviews.submit(id, wrongInAll), notFound("review_task", id));
  }),
  scenario("submitReview", 403, "checks the reviewer before the review", async (context) => {
    const setup = await createReviewSetup(context);
    const { id } = await newTask(context, setup);
    await context.assay.reviews.tasks.cancel(id);
    await expectRejected(context.assay.reviews.submit(id, wrongInAll), reviewerRequired());
  }),
  scenario(
    "submitReview",
    409,
    "refuses reviews of an ended task, and corrections of a cancelled one",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [sample = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup, { samples: [sample] });
      const { reviews } = doctor.assay;
      await reviews.submit(task, grading(sample));
      const other = await actingReviewer(context);
      await expectRejected(other.assay.reviews.submit(task, grading(sample)), taskEnded(task, "completed"));
      const cancelled = await taskOf(context, setup, { doctor });
      await reviews.submit(cancelled, grading(sample));
      await context.assay.reviews.tasks.cancel(cancelled);
      await expectRejected(reviews.submit(cancelled, wrongInAll), taskEnded(cancelled, "cancelled"));
    },
  ),
  scenario("submitReview", 409, "requires an assignment or an open slot", async (context) => {
    const setup = await createReviewSetup(context);
    const held = await heldTask(context, setup);
    const nurse = await actingReviewer(context, { credentials: ["RN"] });
    const away = await actingReviewer(context, { available: false });
    const pool = (
      await newTask(context, setup, { assignment: { mode: "pool", required_credentials: ["MD"] } })
    ).id;
    for (const [task, { assay }] of [
      [held.task, nurse],
      [pool, nurse],
      [pool, away],
    ] as const)
      await expectRejected(assay.reviews.submit(task, wrongInAll), notAssigned(task));
    expect(await context.assay.reviews.tasks.get(pool)).toMatchObject({ status: "pending", assignments: [] });
  }),
  scenario("submitReview", 422, "refuses a sample that does not belong to the task", async (context) => {
    const setup = await createReviewSetup(context);
    const [one = "", two = ""] = setup.samples;
    const { task, doctor } = await heldTask(context, setup, { samples: [one] });
    for (const sample of [two, absent.sample, "nonsense"])
      await expectRejected(
        doctor.assay.reviews.submit(task, { ...wrongInAll, sample }),
        sampleNotInTask(sample, task),
      );
  }),
  scenario("submitReview", 422, "names all invalid grades", async (context) => {
    const setup = await createReviewSetup(context);
    const { task, doctor } = await heldTask(context, setup);
    const [sample = ""] = setup.samples;
    const grades = { clarity: { value: 7, confidence: 1 }, extra: 3 };
    const answer = await submitRaw(context, task, {
      key: doctor.key,
      body: { ...wrongInAll, sample, grades },
    });
    const faults = [
      missing("accuracy"),
      {
        path: "/grades/clarity/value",
        code: "too_big",
        message: 'Grade for "clarity" is 7; it must be from 1 to 5.',
      },
      {
        path: "/grades/clarity/confidence",
        code: "invalid_type",
        message:
          'confidence of the grade for "clarity" is 1; it must be a string of at most 50 characters, such as "high".',
      },
      {
        path: "/grades/extra",
        code: "unknown_dimension",
        message: '"extra" is not a dimension of the rubric; it must be one of "accuracy", "clarity".',
      },
    ];
    expectRefusal(answer, invalidGrades(faults));
    expect(await all(context.assay.reviews.list())).toEqual([]);
  }),
  scenario("submitReview", 422, "claims no slot of a pool for a refused submission", async (context) => {
    const setup = await createReviewSetup(context);
    const { id } = await newTask(context, setup);
    const doctor = await actingReviewer(context);
    const [sample = ""] = setup.samples;
    await expectRejected(
      doctor.assay.reviews.submit(id, grading(sample, { grades: {} })),
      invalidGrades([missing("accuracy")]),
    );
    expect(await context.assay.reviews.tasks.get(id)).toMatchObject({ status: "pending", assignee: null });
  }),
  scenario("submitReview", 400, "refuses grades with a member named __proto__", async (context) => {
    const { key } = await actingReviewer(context);
    const body = `{"sample":"${absent.sample}","grades":{"__proto__":{"value":1}}}`;
    expectFaults(await submitRaw(context, absentOfReviews.task, { key, body }), [
      "/grades",
      "invalid_value",
      'grades is {"__proto__":{"value":1}}; it must not have a member named __proto__.',
    ]);
  }),
  scenario(
    "submitReview",
    201,
    "does not store a refusal: the corrected request can use the same key",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { task, doctor } = await heldTask(context, setup);
      const [sample = ""] = setup.samples;
      const headers = { "idempotency-key": "review-1" };
      const wrong = grading(sample, { grades: {} });
      const right = grading(sample, { notes: "Corrected." });
      const send = (body: unknown) => submitRaw(context, task, { key: doctor.key, body, headers });
      expectRefusal(await send(wrong), invalidGrades([missing("accuracy")]));
      const review = expectBody(await send(right), 201);
      const again = await send(right);
      expect(expectBody(again, 201)).toEqual(review);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expectRefusal(await send(wrong), idempotencyConflict("review-1"));
      const revisions = await all(context.assay.reviews.revisions(String(review["id"])));
      expect(revisions.map(({ notes }) => notes)).toEqual(["Corrected."]);
    },
  ),
];
