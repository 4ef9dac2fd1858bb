import { expect } from "vitest";
import type { CreateWebhook, EventKind } from "@assay/sdk";
import type { Receiver } from "../../support/receiver.ts";
import { actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { grading, overriding, createScoreSetup, taskOf } from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { anInstant } from "../harness/expectations.ts";
import { exported } from "../harness/arrange-exports.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { allEnded, subscribed, type ReceivedEvent, receivedEvents } from "../harness/webhook-receiver.ts";

const dayMs = 86_400_000;

const ofReview: EventKind[] = [
  "review_task.assigned",
  "review_task.unassigned",
  "review_task.completed",
  "review_task.overdue",
  "review.submitted",
  "score.overridden",
];

/**
 * Subscribes an endpoint to a project's events. It may also receive events that occurred shortly before,
 * because an event is sent to all endpoints that are subscribed when it is dispatched.
 */
async function listening(
  context: Context,
  { events, project }: { events: EventKind[]; project?: string },
  happen: (until: (count: number) => Promise<ReceivedEvent[]>, receiver: Receiver) => Promise<void>,
): Promise<void> {
  await withReceiver(
    () => ({}),
    async (receiver) => {
      const config: CreateWebhook["config"] = project === undefined ? {} : { project };
      const { id } = await subscribed(context, receiver, { event_types: events, config });
      const until = async (count: number): Promise<ReceivedEvent[]> => {
        await allEnded(context, id, count);
        return receivedEvents(receiver);
      };
      await happen(until, receiver);
    },
  );
}

const happened = (event: string, data: object) => ({ event, timestamp: anInstant, data });

/** Scenarios for events about reviews, overrides and exports. */
export const reviewEventScenarios = [
  engineScenario(
    "createReviewTask",
    201,
    "sends endpoints the assignee of a task, or the reason why it has none",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { project } = setup;
      await listening(context, { events: ofReview, project }, async (until) => {
        const lonely = await newTask(context, setup, { assignment: { mode: "auto" } });
        const doctor = await actingReviewer(context);
        const given = await newTask(context, setup, {
          assignment: { mode: "manual", reviewer_id: doctor.id },
          priority: "urgent",
          due_at: "2050-01-01T00:00:00Z",
        });
        const nobody = { reviewer: null, reason: "no_matching_reviewer" };
        const { id: reviewer } = doctor;
        const due_at = "2050-01-01T00:00:00.000Z";
        expect(await until(3)).toEqual([
          happened("review_task.unassigned", { task: lonely.id, project, ...nobody }),
          happened("review_task.assigned", {
            task: lonely.id,
            project,
            reviewer,
            priority: "normal",
            due_at: null,
          }),
          happened("review_task.assigned", { task: given.id, project, reviewer, priority: "urgent", due_at }),
        ]);
      });
    },
  ),
  scenario(
    "releaseReviewTask",
    200,
    "sends endpoints each unassignment with its reason: released, reassigned, unavailable, not qualified",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { project } = setup;
      await listening(context, { events: ["review_task.unassigned"], project }, async (until) => {
        const [one, two] = [await actingReviewer(context), await actingReviewer(context)];
        const { reviewers, tasks } = context.assay.reviews;
        const { id: task } = await newTask(context, setup);
        await one.assay.reviews.tasks.claim(task);
        await one.assay.reviews.tasks.release(task);
        await one.assay.reviews.tasks.claim(task);
        await tasks.reassign(task, { reviewer_id: two.id, from: one.id });
        await reviewers.update(two.id, { available: false });
        await reviewers.update(two.id, { available: true });
        await two.assay.reviews.tasks.claim(task);
        const other = await context.assay.projects.create({ name: "Another" });
        await reviewers.update(two.id, { projects: [other.id] });
        const lost = (reviewer: string, reason: string) =>
          happened("review_task.unassigned", { task, project, reviewer, reason });
        expect(await until(4)).toEqual([
          lost(one.id, "released"),
          lost(one.id, "reassigned"),
          lost(two.id, "unavailable"),
          lost(two.id, "not_qualified"),
        ]);
      });
    },
  ),
  engineScenario(
    "listWebhookDeliveries",
    200,
    "lists each expired claim and overdue task once, without any request",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { project } = setup;
      const events: EventKind[] = ["review_task.unassigned", "review_task.overdue"];
      await listening(context, { events, project }, async (until) => {
        const doctor = await actingReviewer(context);
        // Use the target's clock, which other scenarios have advanced.
        const due = new Date(Date.parse(setup.dataset.created_at) + 2 * dayMs).toISOString();
        const { id: task } = await newTask(context, setup, { due_at: due, priority: "high" });
        await doctor.assay.reviews.tasks.claim(task);
        context.target.advance(31 * 60_000);
        const { id: reviewer } = doctor;
        const lapsed = happened("review_task.unassigned", { task, project, reviewer, reason: "lapsed" });
        expect(await until(1)).toEqual([lapsed]);
        context.target.advance(3 * dayMs);
        const overdue = { task, project, priority: "high", due_at: due };
        expect(await until(2)).toEqual([lapsed, happened("review_task.overdue", overdue)]);
        context.target.advance(60_000);
        expect(await until(2)).toHaveLength(2);
      });
    },
  ),
  scenario(
    "submitReview",
    201,
    "sends endpoints reviews, the task they complete, and overridden and restored scores",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { project, evaluation } = setup;
      const { two } = setup.calls;
      const doctor = await actingReviewer(context);
      await listening(context, { events: ofReview, project }, async (until) => {
        const task = await taskOf(context, setup, { doctor, samples: [two, setup.calls.one] });
        const { reviews } = doctor.assay;
        const { id: reviewer } = doctor;
        const review = await reviews.submit(task, overriding(two, 90, { evaluator: "binary" }));
        await reviews.submit(task, overriding(two, 80));
        await reviews.submit(task, grading(two));
        const last = await reviews.submit(task, grading(setup.calls.one));
        const submitted = (revision: number) =>
          happened("review.submitted", {
            review: review.id,
            task,
            project,
            sample: two,
            reviewer,
            revision,
          });
        const score = (data: object) =>
          happened("score.overridden", {
            project,
            evaluation: evaluation.id,
            sample: two,
            review: review.id,
            ...data,
          });
        expect(await until(10)).toEqual([
          happened("review_task.assigned", { task, project, reviewer, priority: "normal", due_at: null }),
          submitted(1),
          score({ evaluator: "binary", value: 90, original_value: 0, withdrawn: false }),
          submitted(2),
          score({ evaluator: "binary", value: 0, original_value: 0, withdrawn: true }),
          score({ evaluator: null, value: 80, original_value: 25, withdrawn: false }),
          submitted(3),
          score({ evaluator: null, value: 25, original_value: 25, withdrawn: true }),
          happened("review.submitted", {
            review: last.id,
            task,
            project,
            sample: setup.calls.one,
            reviewer,
            revision: 1,
          }),
          happened("review_task.completed", { task, project }),
        ]);
      });
    },
  ),
  scenario(
    "createExport",
    202,
    "sends endpoints the completion of the export, with the file's details",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { project } = setup;
      await listening(context, { events: ["export.completed"], project }, async (until) => {
        const done = await exported(context, { project, format: "json" });
        expect(await until(1)).toEqual([happened("export.completed", done)]);
      });
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "sends endpoints the completion of the evaluation, then the tasks that it creates",
    async (context) => {
      const setup = await createReviewSetup(context);
      const { project, rubric, dataset } = setup;
      const events: EventKind[] = ["evaluation.completed", "review_task.unassigned"];
      await listening(context, { events, project }, async (until) => {
        const { id: evaluation } = await context.assay.evaluations.create({
          name: "Routed",
          project,
          dataset: dataset.id,
          evaluators: [{ type: "triage_accuracy" }],
          routing: { rubric, score_below: 50, assignment: { mode: "auto" } },
        });
        await context.assay.evaluations.wait(evaluation, { pollIntervalMs: 5 });
        // Two of four samples score 33⅓, which is below 50.
        const [ended, ...tasks] = await until(3);
        expect(ended).toMatchObject({ event: "evaluation.completed", data: { evaluation } });
        expect(tasks.map(({ data }) => data["reason"])).toEqual([
          "no_matching_reviewer",
          "no_matching_reviewer",
        ]);
      });
    },
  ),
];
