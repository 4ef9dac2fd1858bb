import { notAssigned, reviewerNotQualified, revisionConflict } from "@assay/contract/review/review-refusals";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import {
  grading,
  heldTask,
  overriding,
  resultsOf,
  createScoreSetup,
} from "../harness/arrange-scored-reviews.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const hourMs = 3_600_000;

/** Scenarios for corrections of submitted reviews. */
export const reviewCorrectionScenarios = [
  scenario("submitReview", 201, "stores the active time of each revision", async (context) => {
    const setup = await createReviewSetup(context);
    const [sample = ""] = setup.samples;
    const { task, doctor } = await heldTask(context, setup);
    const { reviews } = doctor.assay;
    const first = await reviews.submit(task, { ...grading(sample), active_seconds: 41.5 });
    expect(first.active_seconds).toBe(41.5);
    const second = await reviews.submit(task, { ...grading(sample), active_seconds: 0 });
    expect([second.revision, second.active_seconds]).toEqual([2, 0]);
    expect((await reviews.submit(task, grading(sample))).active_seconds).toBeNull();
    const revisions = await all(context.assay.reviews.revisions(first.id));
    expect(revisions.map((one) => one.active_seconds)).toEqual([null, 0, 41.5]);
    await expectRejected(
      reviews.submit(task, { ...grading(sample), active_seconds: 86_401 }),
      validationFailed([
        {
          path: "/active_seconds",
          code: "too_big",
          message: "active_seconds is 86401; it must be at most 86400.",
        },
      ]),
    );
  }),
  engineScenario(
    "submitReview",
    409,
    "replaces only the expected revision, also at the same time",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [sample = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup, { samples: [sample] });
      const { reviews } = doctor.assay;
      const submit = (expected_revision: number) =>
        reviews.submit(task, { ...grading(sample), expected_revision });
      await expectRejected(submit(1), revisionConflict(sample, { stored: 0, expected: 1 }));
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => submit(0)));
      const refused = attempts.filter(({ status }) => status === "rejected");
      expect(refused).toHaveLength(7);
      const conflict = revisionConflict(sample, { stored: 1, expected: 0 });
      for (const attempt of refused) expect(attempt).toMatchObject({ reason: { detail: conflict.message } });
      const [review] = await all(context.assay.reviews.list({ task }));
      expect(review?.revision).toBe(1);
      expect((await submit(1)).revision).toBe(2);
      await expectRejected(submit(1), revisionConflict(sample, { stored: 2, expected: 1 }));
    },
  ),
  scenario(
    "submitReview",
    201,
    "withdraws the reviewer's own override, also after the task has completed",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const before = await resultsOf(context, setup);
      const { task, doctor } = await heldTask(context, setup, { samples: [two] });
      const { reviews } = doctor.assay;
      // The reviewer intended to enter 80.
      const wrong = await reviews.submit(task, overriding(two, 8));
      const ended = await context.assay.reviews.tasks.get(task);
      expect(ended).toMatchObject({ status: "completed" });
      const right = await reviews.submit(task, overriding(two, 80));
      expect(right).toMatchObject({ id: wrong.id, revision: 2, override_value: 80 });
      expect(await reviews.submit(task, grading(two))).toMatchObject({ revision: 3, override_value: null });
      expect(await resultsOf(context, setup)).toEqual(before);
      // A correction does not change the task, which remains completed.
      expect(await context.assay.reviews.tasks.get(task)).toEqual(ended);
    },
  ),
  scenario(
    "submitReview",
    201,
    "corrects a review of a released task without claiming a slot",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [first = "", second = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup);
      await doctor.assay.reviews.submit(task, grading(first));
      await context.assay.reviews.reviewers.update(doctor.id, { available: false });
      const corrected = await doctor.assay.reviews.submit(task, { ...grading(first), notes: "Corrected." });
      expect(corrected).toMatchObject({ revision: 2, notes: "Corrected." });
      expect(await context.assay.reviews.tasks.get(task)).toMatchObject({
        status: "in_progress",
        assignments: [],
        progress: { completed: 1 },
      });
      await expectRejected(doctor.assay.reviews.submit(task, grading(second)), notAssigned(task));
    },
  ),
  scenario("submitReview", 422, "refuses the correction of an unqualified reviewer", async (context) => {
    const { assay, target } = context;
    const setup = await createReviewSetup(context);
    const [sample = ""] = setup.samples;
    const until = new Date(Date.now() + 100 * 24 * hourMs).toISOString();
    const ada = await actingReviewer(context, { credential_expires_at: until });
    const { id } = await newTask(context, setup, { samples: [sample] });
    await ada.assay.reviews.submit(id, grading(sample));
    target.advance(101 * 24 * hourMs);
    const { credential_expires_at: expired } = await assay.reviews.reviewers.get(ada.id);
    await expectRejected(
      ada.assay.reviews.submit(id, grading(sample)),
      reviewerNotQualified(ada.id, `has credentials that expired at ${expired}`),
    );
  }),
];
