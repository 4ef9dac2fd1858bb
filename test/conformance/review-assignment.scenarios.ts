import {
  alreadyHolds,
  holderNotNamed,
  holderUnknown,
  referenceNotFound,
  reviewerNotQualified,
  taskEnded,
} from "@assay/contract";
import { expect } from "vitest";
import { newProject } from "./arrange.ts";
import { absentOfReviews, actingReviewer, newReviewer, newTask, reviewRoom } from "./arrange-reviews.ts";
import type { Context } from "./context.ts";
import { expectRefusal, expectRejected } from "./expectations.ts";
import { scenario } from "./scenario.ts";

const day = 24 * 3_600_000;
const auto = { mode: "auto" as const };
const needsDoctor = { mode: "auto" as const, required_credentials: ["MD" as const, "DO" as const] };

const holders = async ({ assay }: Context, task: string): Promise<string[]> =>
  (await assay.reviews.tasks.get(task)).assignments.map(({ reviewer }) => reviewer.id);

/** Who is given what, and who loses it. */
export const reviewAssignmentScenarios = [
  scenario(
    "createReviewer",
    201,
    "gives waiting tasks to a reviewer who fits, the most urgent first",
    async (context) => {
      const room = await reviewRoom(context);
      const normal = await newTask(context, room, { assignment: needsDoctor });
      const urgent = await newTask(context, room, { assignment: needsDoctor, priority: "urgent" });
      const pool = await newTask(context, room);
      await newReviewer(context, { credentials: ["RN"] });
      await newReviewer(context, { available: false });
      expect(await holders(context, urgent.id)).toEqual([]);
      const { id, pending_count: pending } = await newReviewer(context, { credentials: ["DO"] });
      expect(pending).toBe(8);
      expect(await holders(context, urgent.id)).toEqual([id]);
      expect(await holders(context, normal.id)).toEqual([id]);
      expect(await holders(context, pool.id)).toEqual([]);
      expect(await context.assay.reviews.tasks.get(normal.id)).toMatchObject({
        status: "assigned",
        unassigned_reason: null,
      });
    },
  ),
  scenario(
    "createReviewer",
    201,
    "gives every waiting task once when two who fit appear at once",
    async (context) => {
      const room = await reviewRoom(context);
      const tasks: string[] = [];
      for (let index = 0; index < 6; index += 1)
        tasks.push((await newTask(context, room, { assignment: auto })).id);
      await Promise.all([newReviewer(context), newReviewer(context)]);
      for (const task of tasks) expect(await holders(context, task)).toHaveLength(1);
    },
  ),
  scenario(
    "updateReviewer",
    200,
    "gives waiting tasks to who becomes available, gains a credential, a project or a specialty",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const elsewhere = await newProject(context, "Elsewhere");
      const { id } = await newReviewer(context, {
        available: false,
        credentials: ["RN"],
        projects: [elsewhere.id],
        specialty: "oncology",
      });
      const task = await newTask(context, room, { assignment: { ...needsDoctor, specialty: "cardiology" } });
      const changes = [
        { available: true },
        { credentials: ["RN" as const, "MD" as const] },
        { projects: [elsewhere.id, room.project] },
      ];
      for (const change of changes) {
        await assay.reviews.reviewers.update(id, change);
        expect(await holders(context, task.id)).toEqual([]);
      }
      await assay.reviews.reviewers.update(id, { specialty: "cardiology" });
      expect(await holders(context, task.id)).toEqual([id]);
    },
  ),
  scenario("updateReviewer", 200, "takes all that is held from who becomes unavailable", async (context) => {
    const { assay } = context;
    const room = await reviewRoom(context);
    const ada = await actingReviewer(context);
    const given = await newTask(context, room, { assignment: auto });
    const named = await newTask(context, room, { assignment: { mode: "manual", reviewer_id: ada.id } });
    const pool = await newTask(context, room);
    await ada.assay.reviews.tasks.claim(pool.id);
    const ben = await newReviewer(context, { name: "Ben Okoro" });
    expect(await assay.reviews.reviewers.update(ada.id, { available: false })).toMatchObject({
      available: false,
      pending_count: 0,
    });
    expect(await holders(context, given.id)).toEqual([ben.id]);
    expect(await assay.reviews.tasks.get(named.id)).toMatchObject({
      status: "pending",
      unassigned_reason: "no_matching_reviewer",
    });
    expect(await assay.reviews.tasks.get(pool.id)).toMatchObject({
      status: "pending",
      unassigned_reason: null,
    });
    // That was no refusal of theirs: who is back gets what is kept for them.
    await assay.reviews.reviewers.update(ada.id, { available: true });
    expect(await holders(context, named.id)).toEqual([ada.id]);
    expect(await holders(context, given.id)).toEqual([ben.id]);
  }),
  scenario(
    "updateReviewer",
    200,
    "takes from a reviewer only what they no longer qualify for",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const other = await reviewRoom(context);
      const { id } = await newReviewer(context, { credentials: ["MD", "RN"] });
      const doctor = await newTask(context, room, { assignment: needsDoctor });
      const anybody = await newTask(context, room, { assignment: auto });
      const there = await newTask(context, other, { assignment: auto });
      await assay.reviews.reviewers.update(id, { credentials: ["RN"] });
      expect(await holders(context, doctor.id)).toEqual([]);
      expect(await holders(context, anybody.id)).toEqual([id]);
      await assay.reviews.reviewers.update(id, { projects: [other.project] });
      expect(await holders(context, anybody.id)).toEqual([]);
      expect(await holders(context, there.id)).toEqual([id]);
    },
  ),
  scenario(
    "getReviewTask",
    200,
    "takes a task from who holds it when their credentials expire",
    async (context) => {
      const { assay, target } = context;
      const room = await reviewRoom(context);
      const tomorrow = new Date(Date.parse(room.dataset.created_at) + day).toISOString();
      const ada = await newReviewer(context, { credential_expires_at: tomorrow });
      const task = await newTask(context, room, { assignment: auto });
      const manual = await newTask(context, room, { assignment: { mode: "manual", reviewer_id: ada.id } });
      const ben = await newReviewer(context, { name: "Ben Okoro" });
      expect(await holders(context, task.id)).toEqual([ada.id]);
      target.advance(day);
      expect(await holders(context, task.id)).toEqual([ben.id]);
      expect(await holders(context, manual.id)).toEqual([]);
      // The credentials are renewed: what is kept for them is theirs again.
      await assay.reviews.reviewers.update(ada.id, { credential_expires_at: null });
      expect(await holders(context, manual.id)).toEqual([ada.id]);
    },
  ),
  scenario(
    "reassignReviewTask",
    200,
    "fills an open place, or that of the only holder, or that of the one named",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const [ada, ben, cleo] = [
        await newReviewer(context),
        await newReviewer(context),
        await newReviewer(context),
      ];
      const { id } = await newTask(context, room);
      expect(await assay.reviews.tasks.reassign(id, { reviewer_id: ada.id })).toMatchObject({
        status: "assigned",
        assignments: [{ reviewer: { id: ada.id }, status: "assigned", claimed_at: null }],
      });
      await assay.reviews.tasks.reassign(id, { reviewer_id: ben.id });
      expect(await holders(context, id)).toEqual([ben.id]);
      const two = await newTask(context, room, { reviews_required: 2 });
      await assay.reviews.tasks.reassign(two.id, { reviewer_id: ada.id });
      await assay.reviews.tasks.reassign(two.id, { reviewer_id: ben.id });
      await assay.reviews.tasks.reassign(two.id, { reviewer_id: cleo.id, from: ada.id });
      expect((await holders(context, two.id)).toSorted()).toEqual([ben.id, cleo.id].toSorted());
    },
  ),
  scenario(
    "reassignReviewTask",
    200,
    "keeps a manual task's place for who takes it over",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const [ada, ben] = [await newReviewer(context), await newReviewer(context)];
      const { id } = await newTask(context, room, { assignment: { mode: "manual", reviewer_id: ada.id } });
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
    "refuses who holds the task already, and a task that has ended",
    async (context) => {
      const { assay } = context;
      const room = await reviewRoom(context);
      const ada = await newReviewer(context);
      const { id } = await newTask(context, room, { assignment: auto });
      const again = assay.reviews.tasks.reassign(id, { reviewer_id: ada.id });
      await expectRejected(again, alreadyHolds(id, ada.id));
      await assay.reviews.tasks.cancel(id);
      const ended = assay.reviews.tasks.reassign(id, { reviewer_id: ada.id });
      await expectRejected(ended, taskEnded(id, "cancelled"));
    },
  ),
  scenario(
    "reassignReviewTask",
    422,
    "refuses who is unknown, unfit, or holds nothing to give up",
    async (context) => {
      const { tasks } = context.assay.reviews;
      const room = await reviewRoom(context);
      const { id } = await newTask(context, room, { assignment: needsDoctor });
      const nurse = await newReviewer(context, { credentials: ["RN"] });
      const away = await newReviewer(context, { available: false });
      const { reviewer } = absentOfReviews;
      await expectRejected(
        tasks.reassign(id, { reviewer_id: reviewer }),
        referenceNotFound("reviewer", reviewer, "/reviewer_id"),
      );
      await expectRejected(
        tasks.reassign(id, { reviewer_id: nurse.id }),
        reviewerNotQualified(nurse.id, "holds RN; the task needs MD or DO", "/reviewer_id"),
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
        holderUnknown(nurse.id),
      );
    },
  ),
  scenario(
    "reassignReviewTask",
    400,
    "asks whose place is meant when several hold the task",
    async (context) => {
      const room = await reviewRoom(context);
      const [ada, ben] = [await newReviewer(context), await newReviewer(context)];
      const { id } = await newTask(context, room, { reviews_required: 2, assignment: auto });
      const { id: cleo } = await newReviewer(context);
      const body = { reviewer_id: cleo };
      const answer = await context.request("POST", `/v1/reviews/tasks/${id}/reassign`, { body });
      expectRefusal(answer, holderNotNamed([ada.id, ben.id]));
    },
  ),
];
