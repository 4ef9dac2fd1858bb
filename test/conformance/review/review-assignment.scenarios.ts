import { expect } from "vitest";
import { newProject } from "../harness/arrange.ts";
import { actingReviewer, newReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const day = 24 * 3_600_000;
const auto = { mode: "auto" as const };
const needsDoctor = { mode: "auto" as const, required_credentials: ["MD" as const, "DO" as const] };

const holders = async ({ assay }: Context, task: string): Promise<string[]> =>
  (await assay.reviews.tasks.get(task)).assignments.map(({ reviewer }) => reviewer.id);

/** Scenarios for automatic assignment and how it ends. */
export const reviewAssignmentScenarios = [
  engineScenario(
    "createReviewer",
    201,
    "assigns waiting tasks to a qualified reviewer, most urgent first",
    async (context) => {
      const setup = await createReviewSetup(context);
      const normal = await newTask(context, setup, { assignment: needsDoctor });
      const urgent = await newTask(context, setup, { assignment: needsDoctor, priority: "urgent" });
      const pool = await newTask(context, setup);
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
  engineScenario(
    "createReviewer",
    201,
    "assigns every waiting task once to two concurrently created reviewers",
    async (context) => {
      const setup = await createReviewSetup(context);
      const tasks: string[] = [];
      for (let index = 0; index < 6; index += 1)
        tasks.push((await newTask(context, setup, { assignment: auto })).id);
      await Promise.all([newReviewer(context), newReviewer(context)]);
      for (const task of tasks) expect(await holders(context, task)).toHaveLength(1);
    },
  ),
  scenario(
    "updateReviewer",
    200,
    "assigns waiting tasks to a reviewer who becomes available or qualified",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const elsewhere = await newProject(context, "Elsewhere");
      const { id } = await newReviewer(context, {
        available: false,
        credentials: ["RN"],
        projects: [elsewhere.id],
        specialty: "oncology",
      });
      const task = await newTask(context, setup, { assignment: { ...needsDoctor, specialty: "cardiology" } });
      const changes = [
        { available: true },
        { credentials: ["RN" as const, "MD" as const] },
        { projects: [elsewhere.id, setup.project] },
      ];
      for (const change of changes) {
        await assay.reviews.reviewers.update(id, change);
        expect(await holders(context, task.id)).toEqual([]);
      }
      await assay.reviews.reviewers.update(id, { specialty: "cardiology" });
      expect(await holders(context, task.id)).toEqual([id]);
    },
  ),
  engineScenario(
    "updateReviewer",
    200,
    "removes all assignments of a reviewer who becomes unavailable",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const given = await newTask(context, setup, { assignment: auto });
      const named = await newTask(context, setup, { assignment: { mode: "manual", reviewer_id: ada.id } });
      const pool = await newTask(context, setup);
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
      // The server, not Ada, released the task. The reserved slot is therefore available again when she
      // returns.
      await assay.reviews.reviewers.update(ada.id, { available: true });
      expect(await holders(context, named.id)).toEqual([ada.id]);
      expect(await holders(context, given.id)).toEqual([ben.id]);
    },
  ),
  scenario(
    "updateReviewer",
    200,
    "removes only the assignments that a reviewer no longer qualifies for",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const other = await createReviewSetup(context);
      const { id } = await newReviewer(context, { credentials: ["MD", "RN"] });
      const doctor = await newTask(context, setup, { assignment: needsDoctor });
      const anybody = await newTask(context, setup, { assignment: auto });
      const there = await newTask(context, other, { assignment: auto });
      await assay.reviews.reviewers.update(id, { credentials: ["RN"] });
      expect(await holders(context, doctor.id)).toEqual([]);
      expect(await holders(context, anybody.id)).toEqual([id]);
      await assay.reviews.reviewers.update(id, { projects: [other.project] });
      expect(await holders(context, anybody.id)).toEqual([]);
      expect(await holders(context, there.id)).toEqual([id]);
    },
  ),
  engineScenario(
    "getReviewTask",
    200,
    "removes the assignment of a reviewer whose credentials expire",
    async (context) => {
      const { assay, target } = context;
      const setup = await createReviewSetup(context);
      const tomorrow = new Date(Date.parse(setup.dataset.created_at) + day).toISOString();
      const ada = await newReviewer(context, { credential_expires_at: tomorrow });
      const task = await newTask(context, setup, { assignment: auto });
      const manual = await newTask(context, setup, { assignment: { mode: "manual", reviewer_id: ada.id } });
      const ben = await newReviewer(context, { name: "Ben Okoro" });
      expect(await holders(context, task.id)).toEqual([ada.id]);
      target.advance(day);
      expect(await holders(context, task.id)).toEqual([ben.id]);
      expect(await holders(context, manual.id)).toEqual([]);
      // After the credentials are renewed, the reserved slot is available again.
      await assay.reviews.reviewers.update(ada.id, { credential_expires_at: null });
      expect(await holders(context, manual.id)).toEqual([ada.id]);
    },
  ),
];
