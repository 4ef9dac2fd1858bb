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

/** Wrong in all that is looked at after the task: sample, grades, evaluator. */
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

/** What cannot be submitted, in the order in which it is looked at. */
export const reviewRefusalScenarios = [
  scenario("submitReview", 404, "looks for the task before anything else", async (context) => {
    const room = await createReviewSetup(context);
    const { id } = await newTask(context, room);
    const unknown = notFound("review_task", absentOfReviews.task);
    await expectRejected(context.assay.reviews.submit(absentOfReviews.task, wrongInAll), unknown);
    const other = await context.otherWorkspace();
    await expectRejected(other.assay.reviews.submit(id, wrongInAll), notFound("review_task", id));
  }),
  scenario("submitReview", 403, "asks who reviews before it asks what", async (context) => {
    const room = await createReviewSetup(context);
    const { id } = await newTask(context, room);
    await context.assay.reviews.tasks.cancel(id);
    await expectRejected(context.assay.reviews.submit(id, wrongInAll), reviewerRequired());
  }),
  scenario(
    "submitReview",
    409,
    "takes no review once the task has ended, and no correction once it was cancelled",
    async (context) => {
      const room = await createReviewSetup(context);
      const [sample = ""] = room.samples;
      const { task, doctor } = await heldTask(context, room, { samples: [sample] });
      const { reviews } = doctor.assay;
      await reviews.submit(task, grading(sample));
      const other = await actingReviewer(context);
      await expectRejected(other.assay.reviews.submit(task, grading(sample)), taskEnded(task, "completed"));
      const cancelled = await taskOf(context, room, { doctor });
      await reviews.submit(cancelled, grading(sample));
      await context.assay.reviews.tasks.cancel(cancelled);
      await expectRejected(reviews.submit(cancelled, wrongInAll), taskEnded(cancelled, "cancelled"));
    },
  ),
  scenario("submitReview", 409, "needs a place: held, or open to the reviewer", async (context) => {
    const room = await createReviewSetup(context);
    const held = await heldTask(context, room);
    const nurse = await actingReviewer(context, { credentials: ["RN"] });
    const away = await actingReviewer(context, { available: false });
    const pool = (
      await newTask(context, room, { assignment: { mode: "pool", required_credentials: ["MD"] } })
    ).id;
    for (const [task, { assay }] of [
      [held.task, nurse],
      [pool, nurse],
      [pool, away],
    ] as const)
      await expectRejected(assay.reviews.submit(task, wrongInAll), notAssigned(task));
    expect(await context.assay.reviews.tasks.get(pool)).toMatchObject({ status: "pending", assignments: [] });
  }),
  scenario("submitReview", 422, "the sample is one of the task's", async (context) => {
    const room = await createReviewSetup(context);
    const [one = "", two = ""] = room.samples;
    const { task, doctor } = await heldTask(context, room, { samples: [one] });
    for (const sample of [two, absent.sample, "nonsense"])
      await expectRejected(
        doctor.assay.reviews.submit(task, { ...wrongInAll, sample }),
        sampleNotInTask(sample, task),
      );
  }),
  scenario("submitReview", 422, "every grade that does not fit is named at once", async (context) => {
    const room = await createReviewSetup(context);
    const { task, doctor } = await heldTask(context, room);
    const [sample = ""] = room.samples;
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
  scenario("submitReview", 422, "a refused submission takes no place of a pool", async (context) => {
    const room = await createReviewSetup(context);
    const { id } = await newTask(context, room);
    const doctor = await actingReviewer(context);
    const [sample = ""] = room.samples;
    await expectRejected(
      doctor.assay.reviews.submit(id, grading(sample, { grades: {} })),
      invalidGrades([missing("accuracy")]),
    );
    expect(await context.assay.reviews.tasks.get(id)).toMatchObject({ status: "pending", assignee: null });
  }),
  scenario(
    "submitReview",
    400,
    "grades with a member named __proto__ are refused, not changed",
    async (context) => {
      const { key } = await actingReviewer(context);
      const body = `{"sample":"${absent.sample}","grades":{"__proto__":{"value":1}}}`;
      expectFaults(await submitRaw(context, absentOfReviews.task, { key, body }), [
        "/grades",
        "invalid_value",
        'grades is {"__proto__":{"value":1}}; it must not have a member named __proto__.',
      ]);
    },
  ),
  scenario(
    "submitReview",
    201,
    "a refusal is not kept: corrected, it may be sent with the same key",
    async (context) => {
      const room = await createReviewSetup(context);
      const { task, doctor } = await heldTask(context, room);
      const [sample = ""] = room.samples;
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
