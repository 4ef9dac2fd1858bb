import { notFound } from "@assay/contract/platform/refusals";
import { reviewerRequired } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { all, newProject } from "../harness/arrange.ts";
import {
  absentOfReviews,
  actingReviewer,
  newReviewer,
  newTask,
  createReviewSetup,
} from "../harness/arrange-reviews.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/tasks";

/** Scenarios for reads of tasks. */
export const reviewTaskScenarios = [
  scenario(
    "getReviewTask",
    404,
    "returns 404 for tasks of other workspaces, and for projects that the key cannot access",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { id } = await newTask(context, setup);
      const other = await context.otherWorkspace();
      await expectRejected(other.assay.reviews.tasks.get(id), notFound("review_task", id));
      const elsewhere = await newProject(context, "Elsewhere");
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [elsewhere.id] }));
      await expectRejected(restricted.reviews.tasks.get(id), notFound("review_task", id));
      await expectRejected(restricted.reviews.tasks.cancel(id), notFound("review_task", id));
      expect((await restricted.reviews.tasks.list()).data).toEqual([]);
      await expectRejected(context.assay.reviews.tasks.get("task_1"), notFound("review_task", "task_1"));
    },
  ),
  scenario("getReviewTask", 200, "returns the assignees of a task and its progress", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await newReviewer(context);
    const task = await newTask(context, setup, { assignment: { mode: "auto" } });
    expect(await context.assay.reviews.tasks.get(task.id)).toEqual(task);
    expect(task.assignee?.id).toBe(ada.id);
  }),
  engineScenario(
    "listReviewTasks",
    200,
    "lists newest first, page by page, and filters by project, status, priority and assignee",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const other = await createReviewSetup(context);
      const ada = await newReviewer(context);
      const pool = await newTask(context, setup);
      const auto = await newTask(context, setup, { assignment: { mode: "auto" }, priority: "high" });
      const foreign = await newTask(context, other, { priority: "high" });
      const { id: cancelled } = await assay.reviews.tasks.cancel((await newTask(context, setup)).id);
      const ids = async (query: Parameters<typeof assay.reviews.tasks.list>[0]) =>
        (await all(assay.reviews.tasks.list({ limit: 1, ...query }))).map(({ id }) => id);
      expect(await ids({})).toEqual([cancelled, foreign.id, auto.id, pool.id]);
      expect(await ids({ project: setup.project })).toEqual([cancelled, auto.id, pool.id]);
      expect(await ids({ status: "pending" })).toEqual([foreign.id, pool.id]);
      expect(await ids({ status: "assigned" })).toEqual([auto.id]);
      expect(await ids({ priority: "high" })).toEqual([foreign.id, auto.id]);
      expect(await ids({ assignee: ada.id })).toEqual([auto.id]);
      expect(await ids({ assignee: absentOfReviews.reviewer })).toEqual([]);
      expect(await ids({ project: "none" })).toEqual([]);
    },
  ),
  scenario(
    "listReviewTasks",
    200,
    "returns whether the calling reviewer can claim a task",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const nurse = await actingReviewer(context, { credentials: ["RN"], specialty: "cardiology" });
      const doctor = await newReviewer(context);
      const open = await newTask(context, setup);
      const fitting = await newTask(context, setup, {
        assignment: { mode: "pool", required_credentials: ["RN", "NP"], specialty: "cardiology" },
      });
      const notHers = await newTask(context, setup, {
        assignment: { mode: "pool", required_credentials: ["MD"] },
      });
      const otherSpecialty = await newTask(context, setup, {
        assignment: { mode: "pool", specialty: "oncology" },
      });
      const manual = await newTask(context, setup, {
        reviews_required: 2,
        assignment: { mode: "manual", reviewer_id: doctor.id },
      });
      const full = await newTask(context, setup, { assignment: { mode: "manual", reviewer_id: doctor.id } });
      const held = await newTask(context, setup, { assignment: { mode: "manual", reviewer_id: nurse.id } });
      const { id: cancelled } = await assay.reviews.tasks.cancel((await newTask(context, setup)).id);
      const ids = async (claimable: boolean) =>
        (await all(nurse.assay.reviews.tasks.list({ claimable, limit: 2 }))).map(({ id }) => id);
      expect(await ids(true)).toEqual([manual.id, fitting.id, open.id]);
      expect(await ids(false)).toEqual([cancelled, held.id, full.id, otherSpecialty.id, notHers.id]);
      // Making the doctor unavailable releases the manual tasks. One slot of each is reserved, so the first
      // task has only one open slot.
      await assay.reviews.reviewers.update(doctor.id, { available: false });
      expect(await ids(true)).toEqual([manual.id, fitting.id, open.id]);
      await assay.reviews.reviewers.update(nurse.id, { available: false });
      expect(await ids(true)).toEqual([]);
    },
  ),
  scenario(
    "listReviewTasks",
    403,
    "requires a key of a reviewer to list claimable tasks",
    async (context) => {
      await expectRejected(context.assay.reviews.tasks.list({ claimable: true }), reviewerRequired());
    },
  ),
  scenario("listReviewTasks", 400, "refuses an unknown status and priority", async ({ request }) => {
    const answer = await request("GET", `${path}?status=open&priority=low&claimable=yes`);
    expectFaults(
      answer,
      [
        "query/status",
        "invalid_value",
        'status is "open"; it must be one of pending, assigned, in_progress, completed, cancelled.',
      ],
      ["query/claimable", "invalid_type", 'claimable is "yes"; it must be true or false.'],
    );
  }),
];
