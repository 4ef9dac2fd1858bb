import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import {
  noOpenSlot,
  notAssigned,
  reviewerNotQualified,
  reviewerRequired,
  taskEnded,
} from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import {
  absentOfReviews,
  actingReviewer,
  newReviewer,
  newTask,
  createReviewSetup,
} from "../harness/arrange-reviews.ts";
import { anInstant, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/reviews/tasks";
const minutes = 60_000;

/** Scenarios for claims, releases and the expiry of claims. */
export const reviewClaimScenarios = [
  engineScenario("claimReviewTask", 200, "claims an open slot for the calling reviewer", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context);
    const { id } = await newTask(context, setup);
    const task = await ada.assay.reviews.tasks.claim(id);
    expect(task).toMatchObject({
      id,
      status: "assigned",
      assignee: { id: ada.id },
      assignments: [{ reviewer: { id: ada.id }, status: "claimed", claimed_at: anInstant }],
    });
    expect(await context.assay.reviews.tasks.get(id)).toEqual(task);
    expect(await context.assay.reviews.reviewers.get(ada.id)).toMatchObject({ pending_count: 4 });
  }),
  engineScenario(
    "claimReviewTask",
    200,
    "a claim expires after 30 minutes; another claim by the same reviewer extends it",
    async (context) => {
      const { assay, target } = context;
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const ben = await actingReviewer(context);
      const { id } = await newTask(context, setup);
      const claimed = await ada.assay.reviews.tasks.claim(id);
      target.advance(20 * minutes);
      expect(await ada.assay.reviews.tasks.claim(id)).toEqual(claimed);
      target.advance(29 * minutes);
      expect(await assay.reviews.tasks.get(id)).toEqual(claimed);
      await expectRejected(ben.assay.reviews.tasks.claim(id), noOpenSlot(id, 1));
      target.advance(minutes);
      expect(await assay.reviews.tasks.get(id)).toMatchObject({
        status: "pending",
        assignments: [],
        unassigned_reason: null,
      });
      expect(await assay.reviews.reviewers.get(ada.id)).toMatchObject({ pending_count: 0 });
      expect(await ben.assay.reviews.tasks.claim(id)).toMatchObject({ assignee: { id: ben.id } });
    },
  ),
  engineScenario("claimReviewTask", 200, "accepts an assignment, which does not expire", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context);
    const { id } = await newTask(context, setup, { assignment: { mode: "auto" } });
    const claimed = await ada.assay.reviews.tasks.claim(id);
    expect(claimed.assignments).toMatchObject([{ status: "claimed", claimed_at: anInstant }]);
    context.target.advance(31 * minutes);
    expect(await ada.assay.reviews.tasks.claim(id)).toEqual(claimed);
  }),
  scenario("claimReviewTask", 409, "assigns each slot to one of many concurrent claims", async (context) => {
    const setup = await createReviewSetup(context);
    const reviewers = [];
    for (let index = 0; index < 5; index += 1) reviewers.push(await actingReviewer(context));
    const { id } = await newTask(context, setup, { reviews_required: 2 });
    const answers = await Promise.all(
      reviewers.map(({ key }) => context.request("POST", `${path}/${id}/claim`, { key })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const answer of refused) expectRefusal(answer, noOpenSlot(id, 2));
    expect((await context.assay.reviews.tasks.get(id)).assignments).toHaveLength(2);
  }),
  scenario(
    "claimReviewTask",
    409,
    "reserves a slot of a manual task for the named reviewer; the other slots can be claimed",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const ben = await actingReviewer(context);
      const assignment = { mode: "manual" as const, reviewer_id: ada.id };
      const one = await newTask(context, setup, { assignment });
      const two = await newTask(context, setup, { assignment, reviews_required: 2 });
      expect(await ada.assay.reviews.tasks.release(one.id)).toMatchObject({
        status: "pending",
        assignments: [],
        unassigned_reason: "no_matching_reviewer",
      });
      await ada.assay.reviews.tasks.release(two.id);
      await expectRejected(ben.assay.reviews.tasks.claim(one.id), notAssigned(one.id));
      expect(await ben.assay.reviews.tasks.claim(two.id)).toMatchObject({ assignee: { id: ben.id } });
      // Ada's claim of a slot that is reserved for her does not expire.
      await ada.assay.reviews.tasks.claim(one.id);
      await ada.assay.reviews.tasks.claim(two.id);
      context.target.advance(31 * minutes);
      expect(await context.assay.reviews.tasks.get(one.id)).toMatchObject({ assignee: { id: ada.id } });
      expect(await context.assay.reviews.tasks.get(two.id)).toMatchObject({
        assignments: [{ reviewer: { id: ada.id } }],
      });
    },
  ),
  scenario("claimReviewTask", 422, "refuses an unqualified or unavailable reviewer", async (context) => {
    const setup = await createReviewSetup(context);
    const nurse = await actingReviewer(context, { credentials: ["RN"] });
    const away = await actingReviewer(context, { available: false });
    const { id } = await newTask(context, setup, {
      assignment: { mode: "pool", required_credentials: ["MD"] },
    });
    await expectRejected(
      nurse.assay.reviews.tasks.claim(id),
      reviewerNotQualified(nurse.id, "holds RN; the task requires MD"),
    );
    await expectRejected(
      away.assay.reviews.tasks.claim(id),
      reviewerNotQualified(away.id, "is not available"),
    );
  }),
  scenario(
    "claimReviewTask",
    403,
    "requires a key of a reviewer with the scope to submit reviews",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { id } = await newTask(context, setup);
      await expectRejected(context.assay.reviews.tasks.claim(id), reviewerRequired());
      const viewer = await context.newKey({ preset: "viewer" });
      const answer = await context.request("POST", `${path}/${id}/claim`, { key: viewer });
      expectRefusal(answer, insufficientScope("reviews:submit"));
    },
  ),
  scenario("claimReviewTask", 409, "refuses a cancelled task", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context);
    const { id } = await newTask(context, setup);
    await context.assay.reviews.tasks.cancel(id);
    await expectRejected(ada.assay.reviews.tasks.claim(id), taskEnded(id, "cancelled"));
    await expectRejected(ada.assay.reviews.tasks.release(id), taskEnded(id, "cancelled"));
  }),
  scenario(
    "claimReviewTask",
    404,
    "returns 404 for tasks in projects that the key cannot access",
    async (context) => {
      const setup = await createReviewSetup(context);
      const other = await createReviewSetup(context);
      const { id: reviewer } = await newReviewer(context);
      const key = await context.newKey({ preset: "reviewer", reviewer, projects: [other.project] });
      const { id } = await newTask(context, setup);
      await expectRejected(context.client(key).reviews.tasks.claim(id), notFound("review_task", id));
      const { task } = absentOfReviews;
      await expectRejected(context.client(key).reviews.tasks.claim(task), notFound("review_task", task));
    },
  ),
  scenario("claimReviewTask", 200, "repeats the response although the claim has expired", async (context) => {
    const setup = await createReviewSetup(context);
    const { key } = await actingReviewer(context);
    const { id } = await newTask(context, setup);
    const send = () =>
      context.request("POST", `${path}/${id}/claim`, { key, headers: { "idempotency-key": "once" } });
    const first = await send();
    context.target.advance(31 * minutes);
    const again = await send();
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await context.assay.reviews.tasks.get(id)).toMatchObject({ status: "pending" });
  }),
  engineScenario(
    "releaseReviewTask",
    200,
    "auto mode assigns another reviewer immediately, and never the released one again",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const { id } = await newTask(context, setup, { assignment: { mode: "auto" } });
      const ben = await actingReviewer(context);
      expect(await ada.assay.reviews.tasks.release(id)).toMatchObject({
        status: "assigned",
        assignee: { id: ben.id },
      });
      expect(await ben.assay.reviews.tasks.release(id)).toMatchObject({
        status: "pending",
        assignee: null,
        unassigned_reason: "no_matching_reviewer",
      });
      // Any qualified reviewer may claim an open slot of an auto task, even a reviewer who has released the
      // task.
      expect(await ada.assay.reviews.tasks.claim(id)).toMatchObject({
        assignee: { id: ada.id },
        unassigned_reason: null,
      });
      context.target.advance(31 * minutes);
      // The claim has expired. Because the claim cleared her earlier release, auto mode may assign her again.
      expect(await context.assay.reviews.tasks.get(id)).toMatchObject({
        assignments: [{ reviewer: { id: ada.id }, status: "assigned", claimed_at: null }],
      });
    },
  ),
  engineScenario("releaseReviewTask", 200, "returns a slot to the pool", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context);
    const { id } = await newTask(context, setup);
    await ada.assay.reviews.tasks.claim(id);
    expect(await ada.assay.reviews.tasks.release(id)).toMatchObject({ status: "pending", assignments: [] });
    expect(await ada.assay.reviews.tasks.claim(id)).toMatchObject({ assignee: { id: ada.id } });
  }),
  scenario("releaseReviewTask", 409, "refuses a reviewer without an assignment", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context);
    const { id } = await newTask(context, setup);
    await expectRejected(ada.assay.reviews.tasks.release(id), notAssigned(id));
    await expectRejected(context.assay.reviews.tasks.release(id), reviewerRequired());
  }),
  engineScenario(
    "cancelReviewTask",
    200,
    "cancels a task once, and emits the unassignment",
    async (context) => {
      const { assay } = context;
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const { id } = await newTask(context, setup, { reviews_required: 2, assignment: { mode: "auto" } });
      const cancelled = await assay.reviews.tasks.cancel(id);
      expect(cancelled).toMatchObject({
        status: "cancelled",
        cancelled_at: anInstant,
        completed_at: null,
        assignee: { id: ada.id },
        unassigned_reason: null,
      });
      expect(await assay.reviews.tasks.cancel(id)).toEqual(cancelled);
      expect(await assay.reviews.reviewers.get(ada.id)).toMatchObject({ pending_count: 0 });
      await newReviewer(context, { name: "Too late" });
      expect(await assay.reviews.tasks.get(id)).toEqual(cancelled);
    },
  ),
  scenario("cancelReviewTask", 403, "requires the scope to change tasks", async (context) => {
    const setup = await createReviewSetup(context);
    const { key } = await actingReviewer(context);
    const { id } = await newTask(context, setup);
    for (const move of ["cancel", "reassign"]) {
      const body = move === "reassign" ? { reviewer_id: absentOfReviews.reviewer } : undefined;
      const answer = await context.request("POST", `${path}/${id}/${move}`, { key, body });
      expectRefusal(answer, insufficientScope("reviews:write"));
    }
  }),
];
