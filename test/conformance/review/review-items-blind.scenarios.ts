import {
  blindPending,
  notAssigned,
  reviewerRequired,
  taskNotBlind,
} from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { actingReviewer, createReviewSetup, newTask } from "../harness/arrange-reviews.ts";
import {
  createScoreSetup,
  grading,
  heldTask,
  overriding,
  taskOf,
} from "../harness/arrange-scored-reviews.ts";
import { expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const hidden = {
  blind: true,
  ai_score: null,
  flag_reason: null,
  results: null,
  model: null,
  other_reviews: null,
};

/** Scenarios for review items of blind tasks, and for their reveal. */
export const itemBlindScenarios = [
  scenario(
    "getReviewItem",
    200,
    "shows a draft to its author, who has released the task, but nothing that is hidden",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { one, two } = setup.calls;
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context)];
      const evaluation = setup.evaluation.id;
      const { id: task } = await newTask(context, setup, { samples: [one, two], evaluation, blind: true });
      const { items, drafts, tasks } = ada.assay.reviews;
      await tasks.claim(task);
      await drafts.put(task, two, { notes: "Half done." });
      await tasks.release(task);
      const waiting = await items.get(task, two);
      expect(waiting).toMatchObject({ ...hidden, draft: { notes: "Half done." }, state: "open" });
      // No slot is left, so that no review of the task waits for the author.
      await ben.assay.reviews.tasks.claim(task);
      const left = await items.get(task, two);
      expect(left).toMatchObject({ ...hidden, draft: { notes: "Half done." }, state: "read_only" });
      expect(left.sample).toMatchObject({ external_id: null, expected: null });
      await expectRejected(items.get(task, one), notAssigned(task));
    },
  ),
  engineScenario(
    "revealReviewItem",
    200,
    "shows what the item hid, and returns the time of the first reveal",
    async (context) => {
      const { target } = context;
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context)];
      const samples = [two];
      const shown = { shown_fields: ["external_id" as const] };
      const task = await taskOf(context, setup, { doctor: ada, samples, reviews_required: 2, ...shown });
      await ben.assay.reviews.submit(task, { ...overriding(two, 90), notes: "Urgent." });
      const { reviews } = ada.assay;
      const { items } = reviews;
      const stored = await context.assay.samples.get(two);
      const sample = {
        id: two,
        external_id: stored.external_id,
        input: stored.input,
        expected: null,
        metadata: {},
      };
      const blind = { ...hidden, sample, output: stored.output, output_origin: "sample", revealed_at: null };
      expect(await items.get(task, two)).toMatchObject({ ...blind, state: "open", my_review: null });
      await expectRejected(items.reveal(task, two), blindPending());
      await reviews.submit(task, grading(two));
      const submitted = await items.get(task, two);
      expect(submitted).toMatchObject({
        ...blind,
        state: "submitted",
        my_review: { original_ai_score: null },
      });
      const revealed = await items.reveal(task, two);
      expect(revealed).toMatchObject({
        blind: false,
        state: "submitted",
        ai_score: 25,
        sample: { expected: stored.expected, external_id: stored.external_id },
        my_review: { original_ai_score: 25 },
        other_reviews: [{ notes: "Urgent.", reviewer: { id: ben.id } }],
      });
      expect(revealed.revealed_at).not.toBeNull();
      target.advance(60_000);
      expect((await items.reveal(task, two)).revealed_at).toBe(revealed.revealed_at);
      expect(await items.get(task, two)).toMatchObject({ blind: false, revealed_at: revealed.revealed_at });
      // The other author has not revealed the item.
      expect(await ben.assay.reviews.items.get(task, two)).toMatchObject({ blind: true, revealed_at: null });
      expect(await context.assay.reviews.items.get(task, two)).toMatchObject({ blind: false, ai_score: 25 });
    },
  ),
  engineScenario(
    "revealReviewItem",
    403,
    "with after_task, is refused until the reviewer has submitted every sample of the task",
    async (context) => {
      const setup = await createScoreSetup(context);
      const samples = setup.samples.slice(0, 3);
      const [first = "", second = "", third = ""] = samples;
      const { task, doctor } = await heldTask(context, setup, { samples, blind: true, reveal: "after_task" });
      const { reviews } = doctor.assay;
      const submitted = await reviews.submit(task, grading(first));
      await reviews.submit(task, grading(second));
      const unfinished = blindPending({ task, left: 1 });
      await expectRejected(reviews.items.reveal(task, first), unfinished);
      await expectRejected(reviews.get(submitted.id), unfinished);
      await expectRejected(reviews.revisions(submitted.id), unfinished);
      await expectRejected(reviews.items.reveal(task, third), blindPending());
      await reviews.submit(task, grading(third));
      expect(await reviews.items.reveal(task, first)).toMatchObject({ blind: false, ai_score: 100 });
      expect(await reviews.items.get(task, second)).toMatchObject(hidden);
    },
  ),
  scenario("revealReviewItem", 403, "is refused to a key without a reviewer", async (context) => {
    const setup = await createReviewSetup(context);
    const [sample = ""] = setup.samples;
    const { id } = await newTask(context, setup, { blind: true });
    await expectRejected(context.assay.reviews.items.reveal(id, sample), reviewerRequired());
    const other = await actingReviewer(context);
    await expectRejected(other.assay.reviews.items.reveal(id, sample), notAssigned(id));
  }),
  scenario("revealReviewItem", 409, "is refused for a task that is not blind", async (context) => {
    const setup = await createReviewSetup(context);
    const [sample = ""] = setup.samples;
    const { task, doctor } = await heldTask(context, setup);
    await expectRejected(doctor.assay.reviews.items.reveal(task, sample), taskNotBlind(task));
  }),
  scenario(
    "getReviewItem",
    200,
    "stays hidden while the sample is reviewed blind in another task of the reviewer",
    async (context) => {
      const setup = await createScoreSetup(context);
      const { two } = setup.calls;
      const doctor = await actingReviewer(context);
      const samples = [two];
      const shown = { shown_metadata: null, shown_fields: null };
      const blind = await taskOf(context, setup, { doctor, samples, blind: true, ...shown });
      const open = await taskOf(context, setup, { doctor, samples });
      const { reviews } = doctor.assay;
      expect(await reviews.items.get(open, two)).toMatchObject(hidden);
      await reviews.submit(open, grading(two));
      expect(await reviews.items.get(open, two)).toMatchObject({
        ...hidden,
        my_review: { original_ai_score: null },
      });
      await reviews.submit(blind, grading(two));
      expect(await reviews.items.get(open, two)).toMatchObject({ blind: false, ai_score: 25 });
    },
  ),
];
