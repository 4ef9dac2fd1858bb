import { describe, expect, test } from "vitest";
import { assigned, context, expiry, now, reviewer, task } from "../tasks/task-records.fixture.ts";
import { reviewRecord } from "./review-record.fixture.ts";
import type { SubmitReviewBody } from "./reviews.ts";
import { decideReview, evaluationOfReview, requireReview, type SubmitState } from "./review-rules.ts";

const ada = reviewer("rvr_ada");
const held = task({ status: "assigned", assignments: [assigned("rvr_ada", { claimedAt: now - 9_000 })] });

const existing = reviewRecord({ credentials: ["RN"], durationSeconds: 4, notes: "first" });

const body: SubmitReviewBody = {
  sample: "smp_1",
  grades: {},
  override_ai_score: false,
  override_value: undefined,
  evaluator: undefined,
  notes: undefined,
  flags: ["safety"],
  active_seconds: undefined,
  expected_revision: undefined,
  expected_draft_revision: undefined,
};

const submit = (given: Partial<SubmitState> = {}, wanted: Partial<typeof body> = {}) =>
  decideReview(
    {
      task: held,
      reviewer: ada,
      isSampleOfTask: true,
      dimensions: [],
      existing: undefined,
      draft: undefined,
      reviewsOfSample: 0,
      lastSubmittedAt: null,
      hasAdjudicated: false,
      scored: undefined,
      ...given,
    },
    { taskId: "task_1", body: { ...body, ...wanted } },
    { ...context, newId: (kind) => `${kind}_new` },
  );

describe("a submission", () => {
  test("is refused for an unknown task first, then for a key without a reviewer", () => {
    const nobody = { reviewer: undefined };
    expect(() => submit({ ...nobody, task: undefined })).toThrow('Review task "task_1" not found');
    expect(() => submit(nobody)).toThrow("requires an API key of a reviewer");
  });

  test("is refused to a reviewer who has adjudicated the sample", () => {
    expect(() => submit({ hasAdjudicated: true })).toThrow('Reviewer "rvr_ada" has adjudicated the sample.');
  });

  test("is refused for a cancelled task, or for a completed task that the reviewer has not reviewed", () => {
    expect(() => submit({ task: { ...held, status: "cancelled" }, existing })).toThrow("is cancelled");
    expect(() => submit({ task: { ...held, status: "completed" } })).toThrow("is completed");
  });

  test("is refused to a reviewer without an assignment who cannot claim a slot", () => {
    const taken = task({ assignments: [assigned("rvr_ben")] });
    expect(() => submit({ task: taken })).toThrow("is not assigned to you");
  });

  test("is refused for a sample outside the task, before its grades are checked", () => {
    const graded = { grades: { accuracy: 1 } };
    expect(() => submit({ isSampleOfTask: false }, graded)).toThrow("does not belong to review task");
    expect(() => submit({}, graded)).toThrow("is not a dimension of the rubric");
  });

  test("is refused if another revision is stored than the expected one, before its grades are checked", () => {
    const graded = { grades: { accuracy: 1 } };
    expect(() => submit({ existing }, { ...graded, expected_revision: 0 })).toThrow(
      'expected_revision is 0; it must be 1, the stored revision of your review of sample "smp_1".',
    );
    expect(() => submit({}, { expected_revision: 1 })).toThrow("it must be 0");
    expect(submit({ existing }, { expected_revision: 1 }).record.revision).toBe(2);
    expect(submit({}, { expected_revision: 0 }).record.revision).toBe(1);
  });

  test("is refused if the draft has another revision than the one that the review includes", () => {
    const draft = { revision: 2 };
    expect(() => submit({ draft }, { expected_draft_revision: 1 })).toThrow(
      'expected_draft_revision is 1; it must be 2, the stored revision of your draft of sample "smp_1".',
    );
    expect(() => submit({}, { expected_draft_revision: 2 })).toThrow("it must be 0");
    expect(submit({ draft }, { expected_draft_revision: 2 }).record.revision).toBe(1);
    expect(submit({ draft }).record.revision).toBe(1);
  });

  test("stores the active time of each revision, and null if it was not sent", () => {
    const first = submit({}, { active_seconds: 12.5 }).record;
    expect(first.activeSeconds).toBe(12.5);
    expect(submit({ existing: first }).record.activeSeconds).toBeNull();
  });

  test("stores the review and updates the task's progress", () => {
    const { record, update, active, events } = submit({ lastSubmittedAt: now - 2_500 });
    expect(record).toEqual({
      ...existing,
      id: "review_new",
      credentials: ["MD"],
      durationSeconds: 2.5,
      createdAt: now,
      submittedAt: now,
      notes: null,
      flags: ["safety"],
    });
    expect(update).toMatchObject([{ status: "in_progress", completed: 1, reviewed: { rvr_ada: 1 } }]);
    expect(active).toEqual(["rvr_ada"]);
    expect(events).toEqual([
      {
        event: "review.submitted",
        at: now,
        data: {
          review: "review_new",
          task: "task_1",
          project: "proj_1",
          sample: "smp_1",
          reviewer: "rvr_ada",
          revision: 1,
        },
      },
    ]);
  });

  test("for the last sample completes the task, whose claims then no longer expire", () => {
    const claimed = [assigned("rvr_ada", { expiresAt: expiry }), assigned("rvr_ben", { expiresAt: expiry })];
    const last = {
      ...held,
      completed: 1,
      reviewsRequired: 2,
      assignments: claimed,
      reviewed: { rvr_ada: 1 },
    };
    const { update, events } = submit({ task: last, reviewsOfSample: 1 });
    expect(update).toMatchObject([
      { status: "completed", completed: 2, completedAt: now, reviewed: { rvr_ada: 2 } },
    ]);
    expect(update[0]?.assignments.map(({ expiresAt }) => expiresAt)).toEqual([null, null]);
    expect(events.map(({ event }) => event)).toEqual(["review.submitted", "review_task.completed"]);
  });

  test("extends only the claim of the submitting reviewer", () => {
    const claimed = [
      assigned("rvr_ada", { expiresAt: now + 1 }),
      assigned("rvr_ben", { expiresAt: now + 1 }),
    ];
    const { update } = submit({ task: { ...held, assignments: claimed } });
    expect(update[0]?.assignments.map(({ expiresAt }) => expiresAt)).toEqual([expiry, now + 1]);
  });

  test("first claims an open slot; such a claim sets no duration", () => {
    const { record, update, events } = submit({ task: task() });
    expect(update[0]?.assignments).toMatchObject([
      { reviewer: "rvr_ada", claimedAt: now, expiresAt: expiry },
    ]);
    expect(events.map(({ event }) => event)).toEqual(["review_task.assigned", "review.submitted"]);
    expect(record.durationSeconds).toBeNull();
  });
});

describe("another revision", () => {
  test("has the same id, first submission time and duration, and does not increase the number of reviews", () => {
    const present = { ...held, status: "in_progress" as const, completed: 1, reviewed: { rvr_ada: 1 } };
    const { record, update } = submit({ task: present, existing, reviewsOfSample: 1 });
    expect(record).toMatchObject({ id: "rev_1", revision: 2, createdAt: 10, durationSeconds: 4 });
    expect(update).toMatchObject([{ completed: 1, reviewed: { rvr_ada: 1 } }]);
  });

  test("corrects a review without an assignment, and leaves the task unchanged", () => {
    const ended = { ...held, status: "completed" as const };
    const { record, update, events } = submit({ task: ended, existing });
    expect([record.revision, update, events.length]).toEqual([2, [], 1]);
    const released = submit({ task: task({ status: "in_progress" }), existing });
    expect([released.record.revision, released.update]).toEqual([2, []]);
  });

  test("without an assignment is refused to a reviewer who no longer qualifies", () => {
    const elsewhere = reviewer("rvr_ada", { projects: ["proj_2"] });
    const ended = { ...held, status: "completed" as const };
    expect(() => submit({ task: ended, existing, reviewer: elsewhere })).toThrow(
      "does not review in project",
    );
  });
});

test("a review belongs to its stored evaluation, or else to the evaluation of the task", () => {
  expect(evaluationOfReview({ evaluation: "eval_1" }, { evaluation: "eval_2" })).toBe("eval_2");
  expect(evaluationOfReview({ evaluation: "eval_1" }, { evaluation: null })).toBe("eval_1");
  expect(evaluationOfReview({ evaluation: null }, undefined)).toBeNull();
});

test("a review is refused if unknown, or if its sample is under blind review", () => {
  const hiding = [{ task: "task_1", hasReviewed: false, left: 1 }];
  expect(() => requireReview(undefined, { id: "rev_1", hiding })).toThrow('Review "rev_1" not found');
  expect(() => requireReview(existing, { id: "rev_1", hiding })).toThrow("yet to review blind");
  expect(requireReview(existing, { id: "rev_1", hiding: [] })).toBe(existing);
});
