import { notAssigned, reviewerNotQualified } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import {
  grading,
  heldTask,
  overriding,
  resultsOf,
  createScoreSetup,
} from "../harness/arrange-scored-reviews.ts";
import { expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const hourMs = 3_600_000;

/** Scenarios for corrections of submitted reviews. */
export const reviewCorrectionScenarios = [
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
