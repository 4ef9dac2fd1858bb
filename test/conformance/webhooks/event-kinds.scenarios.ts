import { type EventKind, eventPayloads } from "@assay/contract/webhooks/webhook-events";
import { disputed, newAdjudicator } from "../harness/arrange-adjudication.ts";
import type { Evaluation } from "@assay/sdk";
import { expect } from "vitest";
import { evaluated, filledDataset, nightly } from "../harness/arrange.ts";
import { evaluatedCalls, exported } from "../harness/arrange-exports.ts";
import { newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { close, grading, heldTask, overriding, createScoreSetup } from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { type Scenario, scenario } from "../harness/scenario.ts";
import { approvalEvents, type EventScenario } from "./approval-events.ts";
import { allEnded, subscribed, receivedEvents } from "../harness/webhook-receiver.ts";

const dayMs = 86_400_000;

const payloadOf = (evaluation: Evaluation) => ({
  evaluation: evaluation.id,
  name: evaluation.name,
  project: evaluation.project,
  dataset: evaluation.dataset,
  model: evaluation.model,
  status: evaluation.status,
  progress: evaluation.progress,
  aggregate_score: evaluation.results?.aggregate_score ?? null,
  error: evaluation.error,
});

/** Creates a claimed task with one sample, and its reviewer. */
async function claimed(context: Context) {
  const setup = await createReviewSetup(context);
  const [sample = ""] = setup.samples;
  const { task, doctor } = await heldTask(context, setup, { samples: [sample] });
  return { ...doctor, project: setup.project, task, sample };
}

/** One entry for each kind of event in the contract. */
const eventScenarios = {
  "score.threshold_crossed": {
    operationId: "createEvaluation",
    status: 201,
    config: { thresholds: { triage_accuracy: { below: 80 } } },
    cause: async (context) => {
      const { dataset } = await filledDataset(context);
      const { id, project } = await evaluated(context, dataset);
      // The mean of 100, 33⅓, 33⅓ and 100.
      const crossing = { score: close(200 / 3), threshold: 80, direction: "below" };
      const first = { previous_score: null, change: null };
      return { project, evaluation: id, evaluator: "triage_accuracy", ...crossing, ...first };
    },
  },
  "evaluation.completed": {
    operationId: "createEvaluation",
    status: 201,
    cause: async (context) => {
      const { dataset } = await filledDataset(context);
      const done = await evaluated(context, dataset);
      return { ...payloadOf(done), status: "completed", aggregate_score: close(200 / 3) };
    },
  },
  "evaluation.failed": {
    operationId: "createEvaluation",
    status: 201,
    cause: async (context) => {
      const { dataset } = await filledDataset(context, [{ input: 1 }]);
      return { ...payloadOf(await evaluated(context, dataset)), status: "failed", error: expect.any(String) };
    },
  },
  "evaluation.cancelled": {
    operationId: "cancelEvaluation",
    status: 200,
    cause: async (context) => {
      const { dataset } = await filledDataset(context);
      await context.target.hold();
      const { id } = await context.assay.evaluations.create(nightly(dataset));
      await context.assay.evaluations.cancel(id);
      return { ...payloadOf(await context.assay.evaluations.get(id)), status: "cancelled" };
    },
  },
  "review_task.assigned": {
    operationId: "createReviewTask",
    status: 201,
    cause: async (context) => {
      const { project, task, id: reviewer } = await claimed(context);
      return { task, project, reviewer, priority: "normal", due_at: null };
    },
  },
  "review_task.unassigned": {
    operationId: "releaseReviewTask",
    status: 200,
    cause: async (context) => {
      const { project, task, id: reviewer, assay } = await claimed(context);
      await assay.reviews.tasks.release(task);
      return { task, project, reviewer, reason: "released" };
    },
  },
  "review_task.completed": {
    operationId: "submitReview",
    status: 201,
    cause: async (context) => {
      const { project, task, sample, assay } = await claimed(context);
      await assay.reviews.submit(task, grading(sample));
      return { task, project };
    },
  },
  "review_task.overdue": {
    operationId: "createReviewTask",
    status: 201,
    cause: async (context) => {
      const setup = await createReviewSetup(context);
      // Use the target's clock, which other scenarios have advanced.
      const due_at = new Date(Date.parse(setup.dataset.created_at) + 2 * dayMs).toISOString();
      const { id: task, project } = await newTask(context, setup, { due_at, priority: "high" });
      context.target.advance(3 * dayMs);
      return { task, project, priority: "high", due_at };
    },
  },
  "review.submitted": {
    operationId: "submitReview",
    status: 201,
    cause: async (context) => {
      const { project, task, sample, id: reviewer, assay } = await claimed(context);
      const { id: review } = await assay.reviews.submit(task, grading(sample));
      return { review, task, project, sample, reviewer, revision: 1 };
    },
  },
  "review.adjudicated": {
    operationId: "createAdjudication",
    status: 201,
    cause: async (context) => {
      const { task, sample } = await disputed(context);
      const { assay } = await newAdjudicator(context);
      const grades = { accuracy: { value: "correct" } };
      return assay.reviews.adjudications.create({ task, sample, grades });
    },
  },
  "score.overridden": {
    operationId: "submitReview",
    status: 201,
    cause: async (context) => {
      const setup = await createScoreSetup(context);
      const { project, evaluation } = setup;
      const { two: sample } = setup.calls;
      const { task, doctor } = await heldTask(context, setup);
      const { id: review } = await doctor.assay.reviews.submit(task, overriding(sample, 90));
      const score = { evaluator: null, value: 90, original_value: 25, withdrawn: false };
      return { project, evaluation: evaluation.id, sample, review, ...score };
    },
  },
  "export.completed": {
    operationId: "createExport",
    status: 202,
    cause: async (context) => {
      const { dataset } = await evaluatedCalls(context);
      return exported(context, { project: dataset.project });
    },
  },
  ...approvalEvents,
} satisfies Record<EventKind, EventScenario>;

const ofKind = (kind: EventKind, { operationId, status, config, cause }: EventScenario): Scenario =>
  scenario(operationId, status, `sends ${kind} once, with the payload of the contract`, (context) =>
    withReceiver(
      () => ({}),
      async (receiver) => {
        const { id } = await subscribed(context, receiver, {
          event_types: [kind],
          ...(config && { config }),
        });
        const data = await cause(context);
        await allEnded(context, id, 1);
        const [message] = receivedEvents(receiver);
        expect(message).toMatchObject({ event: kind, data });
        expect(Object.keys(message?.data ?? {}).toSorted()).toEqual(Object.keys(data).toSorted());
        // The schema drops members that it does not name, so the comparison would find additional members.
        expect(eventPayloads[kind].parse(message?.data)).toEqual(message?.data);
      },
    ),
  );

// These are the entries of `eventScenarios`; the cast restores the type of the keys, which `Object.entries`
// loses.
const entries = Object.entries(eventScenarios) as [EventKind, EventScenario][];

/** Scenarios that receive each kind of event and compare it with the contract. */
export const eventKindScenarios = entries.map(([kind, one]) => ofKind(kind, one));
