import { notAssigned, reviewerNotQualified } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { grading, heldTask, overriding, resultsOf, scoredRoom } from "../harness/arrange-scored-reviews.ts";
import { expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const hourMs = 3_600_000;

/** What a reviewer can still mend of what they wrote. */
export const reviewCorrectionScenarios = [
  scenario(
    "submitReview",
    201,
    "takes an override back by whom it came from, also once the task has completed",
    async (context) => {
      const room = await scoredRoom(context);
      const { two } = room.calls;
      const before = await resultsOf(context, room);
      const { task, doctor } = await heldTask(context, room, { samples: [two] });
      const { reviews } = doctor.assay;
      // Meant as 80.
      const wrong = await reviews.submit(task, overriding(two, 8));
      const ended = await context.assay.reviews.tasks.get(task);
      expect(ended).toMatchObject({ status: "completed" });
      const right = await reviews.submit(task, overriding(two, 80));
      expect(right).toMatchObject({ id: wrong.id, revision: 2, override_value: 80 });
      expect(await reviews.submit(task, grading(two))).toMatchObject({ revision: 3, override_value: null });
      expect(await resultsOf(context, room)).toEqual(before);
      // The task itself stays as it ended.
      expect(await context.assay.reviews.tasks.get(task)).toEqual(ended);
    },
  ),
  scenario(
    "submitReview",
    201,
    "corrects a review of a task that its author gave up, and claims nothing by it",
    async (context) => {
      const room = await createReviewSetup(context);
      const [first = "", second = ""] = room.samples;
      const { task, doctor } = await heldTask(context, room);
      await doctor.assay.reviews.submit(task, grading(first));
      await context.assay.reviews.reviewers.update(doctor.id, { available: false });
      const corrected = await doctor.assay.reviews.submit(task, { ...grading(first), notes: "Mended." });
      expect(corrected).toMatchObject({ revision: 2, notes: "Mended." });
      expect(await context.assay.reviews.tasks.get(task)).toMatchObject({
        status: "in_progress",
        assignments: [],
        progress: { completed: 1 },
      });
      await expectRejected(doctor.assay.reviews.submit(task, grading(second)), notAssigned(task));
    },
  ),
  scenario("submitReview", 422, "lets nobody correct who no longer qualifies", async (context) => {
    const { assay, target } = context;
    const room = await createReviewSetup(context);
    const [sample = ""] = room.samples;
    const until = new Date(Date.now() + 100 * 24 * hourMs).toISOString();
    const ada = await actingReviewer(context, { credential_expires_at: until });
    const { id } = await newTask(context, room, { samples: [sample] });
    await ada.assay.reviews.submit(id, grading(sample));
    target.advance(101 * 24 * hourMs);
    const { credential_expires_at: expired } = await assay.reviews.reviewers.get(ada.id);
    await expectRejected(
      ada.assay.reviews.submit(id, grading(sample)),
      reviewerNotQualified(ada.id, `has credentials that expired at ${expired}`),
    );
  }),
];
