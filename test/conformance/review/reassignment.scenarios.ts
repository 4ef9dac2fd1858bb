import {
  alreadyAssigned,
  holderNotNamed,
  assigneeUnknown,
  reviewerNotQualified,
  taskEnded,
} from "@assay/contract/review/review-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absentOfReviews, newReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const auto = { mode: "auto" as const };
const needsDoctor = { mode: "auto" as const, required_credentials: ["MD" as const, "DO" as const] };

const holders = async ({ assay }: Context, task: string): Promise<string[]> =>
  (await assay.reviews.tasks.get(task)).assignments.map(({ reviewer }) => reviewer.id);

/** Scenarios for the reassignment of tasks. */
export const reassignmentScenarios = [
  engineScenario(
    "reassignReviewTask",
    200,
    "fills an open slot, or replaces the only assignee or the named one",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const [ada, ben, cleo] = [
        await newReviewer(context),
        await newReviewer(context),
        await newReviewer(context),
      ];
      const { id } = await newTask(context, setup);
      expect(await assay.reviews.tasks.reassign(id, { reviewer_id: ada.id })).toMatchObject({
        status: "assigned",
        assignments: [{ reviewer: { id: ada.id }, status: "assigned", claimed_at: null }],
      });
      await assay.reviews.tasks.reassign(id, { reviewer_id: ben.id });
      expect(await holders(context, id)).toEqual([ben.id]);
      const two = await newTask(context, setup, { reviews_required: 2 });
      await assay.reviews.tasks.reassign(two.id, { reviewer_id: ada.id });
      await assay.reviews.tasks.reassign(two.id, { reviewer_id: ben.id });
      await assay.reviews.tasks.reassign(two.id, { reviewer_id: cleo.id, from: ada.id });
      expect((await holders(context, two.id)).toSorted()).toEqual([ben.id, cleo.id].toSorted());
    },
  ),
  engineScenario(
    "reassignReviewTask",
    200,
    "reserves the slot of a manual task for the new assignee",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const [ada, ben] = [await newReviewer(context), await newReviewer(context)];
      const { id } = await newTask(context, setup, { assignment: { mode: "manual", reviewer_id: ada.id } });
      expect(await assay.reviews.tasks.reassign(id, { reviewer_id: ben.id })).toMatchObject({
        assignment: { mode: "manual", reviewer_id: ben.id },
        assignments: [{ reviewer: { id: ben.id } }],
        unassigned_reason: null,
      });
      await assay.reviews.reviewers.update(ben.id, { available: false });
      await assay.reviews.tasks.reassign(id, { reviewer_id: ada.id });
      await assay.reviews.reviewers.update(ben.id, { available: true });
      expect(await holders(context, id)).toEqual([ada.id]);
    },
  ),
  scenario(
    "reassignReviewTask",
    409,
    "refuses a reviewer who is already assigned, and an ended task",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const ada = await newReviewer(context);
      const { id } = await newTask(context, setup, { assignment: auto });
      const again = assay.reviews.tasks.reassign(id, { reviewer_id: ada.id });
      await expectRejected(again, alreadyAssigned(id, ada.id));
      await assay.reviews.tasks.cancel(id);
      const ended = assay.reviews.tasks.reassign(id, { reviewer_id: ada.id });
      await expectRejected(ended, taskEnded(id, "cancelled"));
    },
  ),
  scenario(
    "reassignReviewTask",
    422,
    "refuses unknown and unqualified reviewers, and a reviewer to replace who is not assigned",
    async (context) => {
      const { tasks } = context.assay.reviews;
      const setup = await createReviewSetup(context);
      const { id } = await newTask(context, setup, { assignment: needsDoctor });
      const nurse = await newReviewer(context, { credentials: ["RN"] });
      const away = await newReviewer(context, { available: false });
      const { reviewer } = absentOfReviews;
      await expectRejected(
        tasks.reassign(id, { reviewer_id: reviewer }),
        referenceNotFound("reviewer", reviewer, "/reviewer_id"),
      );
      await expectRejected(
        tasks.reassign(id, { reviewer_id: nurse.id }),
        reviewerNotQualified(nurse.id, "holds RN; the task requires MD or DO", "/reviewer_id"),
      );
      await expectRejected(
        tasks.reassign(id, { reviewer_id: away.id }),
        reviewerNotQualified(away.id, "is not available", "/reviewer_id"),
      );
      const doctor = await newReviewer(context);
      const other = await newReviewer(context);
      expect(await holders(context, id)).toEqual([doctor.id]);
      await expectRejected(
        tasks.reassign(id, { reviewer_id: other.id, from: nurse.id }),
        assigneeUnknown(nurse.id),
      );
    },
  ),
  scenario(
    "reassignReviewTask",
    400,
    "requires the name of the reviewer to replace if the task has several",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, ben] = [await newReviewer(context), await newReviewer(context)];
      const { id } = await newTask(context, setup, { reviews_required: 2, assignment: auto });
      const { id: cleo } = await newReviewer(context);
      const body = { reviewer_id: cleo };
      const answer = await context.request("POST", `/v1/reviews/tasks/${id}/reassign`, { body });
      expectRefusal(answer, holderNotNamed([ada.id, ben.id]));
    },
  ),
];
