import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, newProject } from "../harness/arrange.ts";
import { absentOfReviews, actingReviewer, createReviewSetup, newTask } from "../harness/arrange-reviews.ts";
import { grading, heldTask, taskOf } from "../harness/arrange-scored-reviews.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const dayMs = 86_400_000;
const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

/** Scenarios for the progress of a task and of all reviews. */
export const reviewProgressScenarios = [
  engineScenario(
    "getReviewTaskProgress",
    200,
    "states how far each reviewer of a task is, and the former ones",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context, { name: "Dr Ben" })];
      const { id } = await newTask(context, setup, { reviews_required: 2, blind: false });
      const progress = () => context.assay.reviews.tasks.progress(id);
      const whole = { object: "task_progress", task: id, completed: 0, total: 4 };
      expect(await progress()).toEqual({ ...whole, slots_left: 2, by_reviewer: [] });
      const [one = "", two = "", three = ""] = setup.samples;
      await ben.assay.reviews.tasks.claim(id);
      await ben.assay.reviews.submit(id, grading(one));
      await ben.assay.reviews.tasks.release(id);
      context.target.advance(1000);
      await ada.assay.reviews.tasks.claim(id);
      for (const [sample, active_seconds] of [
        [one, 40],
        [two, 25],
      ] as const)
        await ada.assay.reviews.submit(id, grading(sample, { active_seconds }));
      await ada.assay.reviews.submit(id, grading(three));
      const { by_reviewer: rows, ...rest } = await progress();
      expect(rest).toEqual({ ...whole, completed: 1, slots_left: 1 });
      const [first, second] = rows;
      expect(first).toEqual({
        reviewer: { id: ada.id, name: "Dr Ada Moreau", credentials: ["MD"] },
        status: "in_progress",
        reviewed: 3,
        total: 4,
        drafts: 0,
        claimed_at: expect.any(String),
        claim_expires_at: expect.any(String),
        last_submitted_at: expect.any(String),
        // The mean of the two values.
        median_active_seconds: 32.5,
      });
      const [expiry, submitted] = [first?.claim_expires_at, first?.last_submitted_at].map((at) =>
        Date.parse(at ?? ""),
      );
      expect((expiry ?? 0) - (submitted ?? 0)).toBe(30 * 60_000);
      expect(second).toEqual({
        reviewer: { id: ben.id, name: "Dr Ben", credentials: ["MD"] },
        status: "released",
        reviewed: 1,
        total: 4,
        drafts: 0,
        claimed_at: null,
        claim_expires_at: null,
        last_submitted_at: expect.any(String),
        median_active_seconds: null,
      });
      expect(rows).toHaveLength(2);
      await context.assay.reviews.tasks.cancel(id);
      expect(await progress()).toMatchObject({ slots_left: 0 });
    },
  ),
  scenario(
    "getReviewTaskProgress",
    200,
    "states the status and the drafts of each reviewer",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context, { name: "Dr Ben" })];
      const assigned = await taskOf(context, setup, { doctor: ada });
      const statuses = async (task: string) =>
        (await context.assay.reviews.tasks.progress(task)).by_reviewer.map(({ status, drafts }) => [
          status,
          drafts,
        ]);
      expect(await statuses(assigned)).toEqual([["assigned", 0]]);
      const { id } = await newTask(context, setup, { reviews_required: 2, blind: false });
      await ben.assay.reviews.tasks.claim(id);
      expect(await statuses(id)).toEqual([["claimed", 0]]);
      for (const sample of setup.samples.slice(0, 2))
        await ben.assay.reviews.drafts.put(id, sample, { notes: "Not finished." });
      expect(await statuses(id)).toEqual([["claimed", 2]]);
      await ben.assay.reviews.submit(id, grading(setup.samples[0] ?? ""));
      expect(await statuses(id)).toEqual([["in_progress", 1]]);
      for (const sample of setup.samples.slice(1)) await ben.assay.reviews.submit(id, grading(sample));
      expect(await statuses(id)).toEqual([["completed", 0]]);
    },
  ),
  scenario(
    "getReviewTaskProgress",
    404,
    "returns 404 for a task that the key cannot access",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { id } = await newTask(context, setup);
      const path = (task: string) => `/v1/reviews/tasks/${task}/progress`;
      const { key } = await context.otherWorkspace();
      expectRefusal(await context.request("GET", path(id), { key }), notFound("review_task", id));
      const other = await newProject(context);
      const restricted = await context.newKey({ scopes: ["reviews:read"], projects: [other.id] });
      expectRefusal(await context.request("GET", path(id), { key: restricted }), notFound("review_task", id));
      await expectRejected(
        context.assay.reviews.tasks.progress(absentOfReviews.task),
        notFound("review_task", absentOfReviews.task),
      );
      const none = await context.newKey({ scopes: ["datasets:read"] });
      expectRefusal(await context.request("GET", path(id), { key: none }), insufficientScope("reviews:read"));
    },
  ),
  engineScenario(
    "getReviewProgress",
    200,
    "counts tasks, samples and the work of reviewers",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { assay, target } = context;
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context, { name: "Dr Ben" })];
      const [one = "", two = ""] = setup.samples;
      // Pending: no reviewer is a nurse. Nobody has claimed the second one, which waits for nobody.
      const nurse = { mode: "auto" as const, required_credentials: ["RN" as const] };
      await newTask(context, setup, { assignment: nurse });
      await newTask(context, setup, { samples: [one] });
      await taskOf(context, setup, { doctor: ada, due_at: hours(-1) });
      const started = await taskOf(context, setup, { doctor: ada, samples: [one, two] });
      await ada.assay.reviews.submit(started, grading(one, { active_seconds: 12 }));
      const done = await taskOf(context, setup, { doctor: ben, samples: [one] });
      await ben.assay.reviews.submit(done, grading(one));
      await assay.reviews.tasks.cancel((await newTask(context, setup)).id);
      const work = {
        reviewer: { id: ada.id, name: "Dr Ada Moreau", credentials: ["MD"] },
        available: true,
        credential_expires_at: null,
        pending: 5,
        overdue: 4,
        completed: 1,
        median_active_seconds: 12,
      };
      const idle = { ...work, pending: 0, overdue: 0, median_active_seconds: null };
      const expected = {
        object: "review_progress",
        project: null,
        period: "30d",
        tasks: {
          pending: 2,
          assigned: 1,
          in_progress: 1,
          completed: 1,
          cancelled: 1,
          overdue: 1,
          unassigned: 1,
        },
        // 4 + 1 + 4 of the tasks without reviews, and the second sample of the started one.
        samples: { waiting: 10, overdue: 4 },
        by_reviewer: [work, { ...idle, reviewer: { id: ben.id, name: "Dr Ben", credentials: ["MD"] } }],
      };
      expect(await assay.reviews.progress()).toEqual(expected);
      const { project } = setup;
      expect(await assay.reviews.progress({ project })).toEqual({ ...expected, project });
      target.advance(2 * dayMs);
      const later = await assay.reviews.progress({ period: "1d" });
      expect(later.tasks).toMatchObject({ completed: 0, cancelled: 0, in_progress: 1 });
      expect(later.by_reviewer.map(({ completed }) => completed)).toEqual([0, 0]);
    },
  ),
  engineScenario(
    "getReviewProgress",
    200,
    "is limited to the projects of the key and of the filter",
    async (context) => {
      const [mine, theirs] = [await createReviewSetup(context), await createReviewSetup(context)];
      const ada = await actingReviewer(context, { projects: [mine.project] });
      const ben = await actingReviewer(context, { projects: [theirs.project] });
      await taskOf(context, mine, { doctor: ada });
      await taskOf(context, theirs, { doctor: ben });
      const key = await context.newKey({ scopes: ["reviews:read"], projects: [mine.project] });
      const own = {
        samples: { waiting: 4 },
        by_reviewer: [{ reviewer: { id: ada.id }, pending: 4 }],
      };
      expect(await context.client(key).reviews.progress()).toMatchObject({ project: null, ...own });
      expect(await context.assay.reviews.progress({ project: mine.project })).toMatchObject(own);
      expect(await context.assay.reviews.progress()).toMatchObject({ samples: { waiting: 8 } });
      for (const project of [theirs.project, absent.project, "nonsense"])
        expectRefusal(
          await context.request("GET", `/v1/reviews/progress?project=${project}`, { key }),
          notFound("project", project),
        );
    },
  ),
  scenario(
    "getReviewProgress",
    200,
    "does not count reviews that the caller must not see yet",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context)];
      const blind = { reviews_required: 2, blind: true, samples: setup.samples.slice(0, 1) };
      const { id } = await newTask(context, setup, blind);
      for (const { assay } of [ada, ben]) await assay.reviews.tasks.claim(id);
      await ada.assay.reviews.submit(id, grading(setup.samples[0] ?? "", { active_seconds: 9 }));
      const completed = async ({ reviews }: typeof ada.assay) =>
        Object.fromEntries(
          (await reviews.progress()).by_reviewer.map((row) => [row.reviewer.id, row.completed]),
        );
      expect(await completed(context.assay)).toMatchObject({ [ada.id]: 1 });
      expect(await completed(ada.assay)).toMatchObject({ [ada.id]: 1 });
      expect(await completed(ben.assay)).toMatchObject({ [ada.id]: 0 });
    },
  ),
  scenario("getReviewProgress", 400, "refuses a period that is no number of days", async ({ request }) => {
    expectFaults(await request("GET", "/v1/reviews/progress?period=month"), [
      "query/period",
      "invalid_value",
      'period is "month"; it must be a number of days from 1 to 3650 followed by d, like "30d".',
    ]);
  }),
  scenario("getReviewTaskProgress", 200, "counts drafts of corrections too", async (context) => {
    const setup = await createReviewSetup(context);
    const [first = "", second = ""] = setup.samples;
    const { task, doctor } = await heldTask(context, setup);
    const { reviews } = doctor.assay;
    const figures = async () => {
      const [row] = (await context.assay.reviews.tasks.progress(task)).by_reviewer;
      return [row?.reviewed, row?.drafts];
    };
    for (const sample of [first, second]) await reviews.drafts.put(task, sample, {});
    expect(await figures()).toEqual([0, 2]);
    await reviews.submit(task, grading(first));
    expect(await figures()).toEqual([1, 1]);
    // The draft corrects the review.
    await reviews.drafts.put(task, first, {});
    expect(await figures()).toEqual([1, 2]);
    await reviews.submit(task, grading(first));
    expect(await figures()).toEqual([1, 1]);
  }),
];
