import {
  notAssigned,
  reviewerRequired,
  sampleOfTaskNotFound,
  taskEnded,
} from "@assay/contract/review/review-refusals";
import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { all, evaluated } from "../harness/arrange.ts";
import { absentOfReviews, actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import {
  createScoreSetup,
  grading,
  heldTask,
  overriding,
  taskOf,
} from "../harness/arrange-scored-reviews.ts";
import type { Context } from "../harness/context.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

/** Creates two models that answer one sample, an evaluation of each, and a task on the second evaluation. */
async function twoModels(context: Context) {
  const setup = await createReviewSetup(context);
  const { assay } = context;
  const [sample = ""] = setup.samples;
  const answered = async (name: string, output: string) => {
    const model = await assay.models.create({ name, version: "1" });
    await assay.samples.createOutputs(setup.dataset.id, { model: model.id, outputs: [{ sample, output }] });
    const evaluators = [{ type: "triage_accuracy" as const }];
    const evaluation = await evaluated(context, setup.dataset, { evaluators, model: model.id, name });
    return { model, evaluation };
  };
  await answered("A", "A: go home");
  const { model, evaluation } = await answered("B", "B: call 999");
  const doctor = await actingReviewer(context);
  const samples = [sample];
  const task = await taskOf(context, setup, { doctor, samples, evaluation: evaluation.id });
  return { setup, sample, model, evaluation, doctor, task };
}

/** Scenarios for review items that hide nothing. */
export const itemScenarios = [
  engineScenario(
    "getReviewItem",
    200,
    "shows the answer that the task's evaluation read, also after the model has a new one",
    async (context) => {
      const { setup, sample, model, doctor, task } = await twoModels(context);
      const { items } = doctor.assay.reviews;
      const item = await items.get(task, sample);
      expect(item).toMatchObject({
        object: "review_item",
        state: "open",
        read_only_reason: null,
        blind: false,
        revealed_at: null,
        output: "B: call 999",
        output_origin: "model",
        model: { id: model.id, name: "B", version: "1" },
        rubric: { id: setup.rubric },
        task: { id: task, status: "assigned", reveal: "after_submit" },
        my_review: null,
        other_reviews: [],
        position: { index: 1, total: 1 },
        previous: null,
        next: null,
        next_pending: null,
      });
      const outputs = [{ sample, output: "B: wait" }];
      await context.assay.samples.createOutputs(setup.dataset.id, { model: model.id, outputs });
      const { dataset } = setup;
      const changed = { external_id: item.sample.external_id, input: "Changed.", expected: "changed" };
      const file = { content: JSON.stringify([changed]), contentType: "application/json" as const };
      await context.assay.samples.import(dataset.id, file, { mode: "update" });
      expect(await items.get(task, sample)).toEqual(item);
    },
  ),
  scenario(
    "getReviewItem",
    200,
    "shows the sample's own output, the scores and the results if the evaluation has no model",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one, two, three } = setup.calls;
      const { task, doctor } = await heldTask(context, setup);
      const { items } = doctor.assay.reviews;
      const item = await items.get(task, two);
      const stored = await context.assay.samples.get(two);
      expect(item).toMatchObject({
        sample: { input: stored.input, expected: stored.expected, external_id: stored.external_id },
        output: stored.output,
        output_origin: "sample",
        model: null,
        ai_score: 25,
        position: { index: 2, total: 4 },
        previous: one,
        next: three,
        next_pending: three,
      });
      expect(item.results).toMatchObject([
        { evaluator: "triage_accuracy", status: "scored", score: 100 / 3, flagged: true },
        { evaluator: "binary", status: "scored", score: 0 },
      ]);
      const review = await doctor.assay.reviews.submit(task, overriding(two, 50));
      const submitted = await items.get(task, two);
      // Overrides do not change automated scores.
      expect(submitted).toMatchObject({ state: "submitted", ai_score: 25, my_review: review });
    },
  ),
  scenario(
    "getReviewItem",
    200,
    "finds the next sample that the reviewer has not reviewed",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [one = "", two = "", three = "", four = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup);
      const { reviews } = doctor.assay;
      const pending = async (sample: string) => (await reviews.items.get(task, sample)).next_pending;
      await reviews.submit(task, grading(two));
      expect([await pending(one), await pending(four)]).toEqual([three, one]);
      for (const sample of [one, three]) await reviews.submit(task, grading(sample));
      expect([await pending(two), await pending(four)]).toEqual([four, null]);
    },
  ),
  scenario(
    "getReviewItem",
    200,
    "cannot be submitted without a reviewer, or in an ended task",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [sample = "", other = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup);
      await doctor.assay.reviews.submit(task, grading(sample));
      expect(await context.assay.reviews.items.get(task, sample)).toMatchObject({
        state: "read_only",
        read_only_reason: reviewerRequired().message,
        next_pending: null,
        other_reviews: [{ reviewer: { id: doctor.id } }],
      });
      await context.assay.reviews.tasks.cancel(task);
      for (const id of [sample, other])
        expect(await doctor.assay.reviews.items.get(task, id)).toMatchObject({
          state: "read_only",
          read_only_reason: taskEnded(task, "cancelled").message,
        });
    },
  ),
  scenario("getReviewItem", 409, "requires the reviewer to claim the task", async (context) => {
    const setup = await createReviewSetup(context);
    const [sample = "", other = ""] = setup.samples;
    const { id } = await newTask(context, setup);
    const doctor = await actingReviewer(context);
    const { reviews } = doctor.assay;
    await expectRejected(reviews.items.get(id, sample), notAssigned(id));
    await expectRejected(reviews.items.list(id), notAssigned(id));
    await reviews.tasks.claim(id);
    expect(await reviews.items.get(id, sample)).toMatchObject({ state: "open" });
    await reviews.submit(id, grading(sample));
    await reviews.tasks.release(id);
    // The author of a review can still read its item.
    expect(await reviews.items.get(id, sample)).toMatchObject({ state: "submitted" });
    await expectRejected(reviews.items.get(id, other), notAssigned(id));
  }),
  scenario(
    "getReviewItem",
    403,
    "requires datasets:read unless the task is the reader's own",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [sample = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup);
      const auditor = context.client(await context.newKey({ preset: "auditor" }));
      await expectRejected(auditor.reviews.items.get(task, sample), insufficientScope("datasets:read"));
      const own = context.client(await context.newKey({ scopes: ["reviews:read"], reviewer: doctor.id }));
      expect(await own.reviews.items.get(task, sample)).toMatchObject({
        state: "read_only",
        read_only_reason: insufficientScope("reviews:submit").message,
      });
    },
  ),
  scenario(
    "getReviewItem",
    404,
    "is not found for an unknown task or a sample outside it",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [sample = "", other = ""] = setup.samples;
      const { task } = await heldTask(context, setup, { samples: [sample] });
      const { items } = context.assay.reviews;
      await expectRejected(
        items.get(absentOfReviews.task, sample),
        notFound("review_task", absentOfReviews.task),
      );
      await expectRejected(items.get(task, other), sampleOfTaskNotFound(other, task));
      const elsewhere = await createReviewSetup(context);
      const scopes = ["reviews:read" as const, "datasets:read" as const];
      const key = await context.newKey({ scopes, projects: [elsewhere.project] });
      const restricted = context.client(key).reviews.items;
      await expectRejected(restricted.get(task, sample), notFound("review_task", task));
      await expectRejected(restricted.list(task), notFound("review_task", task));
    },
  ),
  scenario("listReviewItems", 404, "refuses unknown tasks", async ({ assay }) => {
    const { task } = absentOfReviews;
    await expectRejected(all(assay.reviews.items.list(task)), notFound("review_task", task));
  }),
  scenario(
    "listReviewItems",
    200,
    "lists the samples in order, with the reader's progress",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [one = "", two = ""] = setup.samples;
      const { task, doctor } = await heldTask(context, setup, { reviews_required: 2, blind: false });
      const review = await doctor.assay.reviews.submit(task, grading(two));
      const own = await all(doctor.assay.reviews.items.list(task, { limit: 3 }));
      expect(own.map(({ sample, index }) => [sample, index])).toEqual(
        setup.samples.map((sample, index) => [sample, index + 1]),
      );
      expect(own.slice(0, 2)).toEqual([
        {
          object: "review_item_summary",
          sample: one,
          index: 1,
          state: "pending",
          submitted_at: null,
          reviews: null,
        },
        {
          object: "review_item_summary",
          sample: two,
          index: 2,
          state: "submitted",
          submitted_at: review.submitted_at,
          reviews: null,
        },
      ]);
      const others = await all(context.assay.reviews.items.list(task));
      // The task requires two reviews of each sample.
      expect(others.map(({ state, reviews }) => [state, reviews])).toEqual(
        [0, 1, 0, 0].map((count) => ["pending", count]),
      );
      const ben = await actingReviewer(context);
      await ben.assay.reviews.submit(task, grading(two));
      expect((await all(context.assay.reviews.items.list(task)))[1]).toMatchObject({
        state: "submitted",
        reviews: 2,
      });
    },
  ),
];
