// The effects of imported reviews on other objects.
import { notEnoughReviews } from "@assay/contract/review/review-refusals";
import type { MeasureReliability } from "@assay/sdk";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { accuracyOf } from "../harness/arrange-reliability.ts";
import { importedRatings, sendRatings } from "../harness/arrange-ratings.ts";
import {
  actingReviewer,
  createReviewSetup,
  newReviewer,
  newTask,
  type ReviewSetup,
} from "../harness/arrange-reviews.ts";
import { withReceiver } from "../harness/custom-receiver.ts";
import { allEnded, receivedEvents, subscribed } from "../harness/webhook-receiver.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const words = { c: "correct", t: "too_low" };

/** Returns one rating per sample, with `c` or `t` as the grade. */
const ratings = (rater: string, letters: string) =>
  letters.split("").map((letter, index) => ({
    external_id: `call-${index + 1}`,
    rater,
    dimension: "accuracy",
    value: letter === "c" ? words.c : words.t,
  }));

async function imported(context: Context, query: Record<string, string>): Promise<ReviewSetup> {
  const setup = await createReviewSetup(context);
  await newReviewer(context, { name: "Ada" });
  await newReviewer(context, { name: "Ben" });
  // The raters come in separate files, so that their reviews are in separate tasks.
  await importedRatings(context, setup, { file: ratings("Ada", "cctc"), query });
  await importedRatings(context, setup, { file: ratings("Ben", "cttt"), query });
  return setup;
}

export const ratingImportEffectScenarios = [
  engineScenario(
    "measureReliability",
    200,
    "counts imported reviews as blind if the import declared it, in their last revision",
    async (context) => {
      const setup = await imported(context, { blind: "true" });
      const reliability = (body: MeasureReliability) => context.assay.reviews.reliability(body);
      expect(await reliability(accuracyOf(setup))).toMatchObject({ n_samples: 4, percent_agreement: 50 });
      const query = { blind: "true", mode: "update" };
      const corrected = await importedRatings(context, setup, { file: ratings("Ben", "cttc"), query });
      expect(corrected).toMatchObject({ updated: 1, unchanged: 3, tasks: [] });
      expect(await reliability(accuracyOf(setup))).toMatchObject({ n_samples: 4, percent_agreement: 75 });
    },
  ),
  scenario(
    "measureReliability",
    422,
    "does not count imported reviews without this declaration",
    async (context) => {
      const setup = await imported(context, {});
      const reliability = (body: MeasureReliability) => context.assay.reviews.reliability(body);
      await expectRejected(reliability(accuracyOf(setup)), notEnoughReviews(0));
      expect(await reliability({ ...accuracyOf(setup), include_unblinded: true })).toMatchObject({
        percent_agreement: 50,
      });
    },
  ),
  scenario("importRatings", 200, "creates unknown raters without credentials, once", async (context) => {
    const setup = await createReviewSetup(context);
    const query = { create_reviewers: "true" };
    const first = await importedRatings(context, setup, { file: ratings("Nurse Q", "cc"), query });
    expect(first).toMatchObject({ inserted: 2, reviewers_created: 1 });
    const reviewers = await all(context.assay.reviews.reviewers.list());
    expect(reviewers).toMatchObject([
      { name: "Nurse Q", credentials: [], available: false, pending_count: 0 },
    ]);
    const second = await importedRatings(context, setup, {
      file: ratings("Nurse Q", "cctc"),
      query: { ...query, mode: "append" },
    });
    expect(second).toMatchObject({ inserted: 2, unchanged: 2, reviewers_created: 0 });
  }),
  scenario(
    "importRatings",
    200,
    "stores the samples of several tasks in the order of the rows",
    async (context) => {
      const setup = await imported(context, { blind: "true" });
      const tasks = await all(
        context.assay.reviews.tasks.list({ project: setup.project, status: "completed" }),
      );
      expect(
        tasks.map(({ origin, samples, reviews_required: required }) => [origin, samples, required]),
      ).toEqual([
        ["import", setup.samples, 1],
        ["import", setup.samples, 1],
      ]);
      const reversed = ["call-3", "call-1"].map((id) => ({
        external_id: id,
        rater: "Ada",
        dimension: "clarity",
        value: 1,
      }));
      const other = await createReviewSetup(context);
      const { tasks: ids } = await importedRatings(context, other, { file: reversed });
      const [first, , third] = other.samples;
      expect((await context.assay.reviews.tasks.get(ids[0] ?? "")).samples).toEqual([third, first]);
    },
  ),
  scenario("importRatings", 200, "emits no events, in contrast to a submitted review", async (context) =>
    withReceiver(
      () => ({}),
      async (receiver) => {
        const setup = await createReviewSetup(context);
        const event_types = [
          "review.submitted" as const,
          "review_task.completed" as const,
          "review_task.assigned" as const,
        ];
        const { id } = await subscribed(context, receiver, { event_types });
        const doctor = await actingReviewer(context, { name: "Ada" });
        await importedRatings(context, setup, { file: ratings("Ada", "cctc"), query: { blind: "true" } });
        const [sample = ""] = setup.samples;
        const task = await newTask(context, setup, { samples: [sample] });
        await doctor.assay.reviews.submit(task.id, { sample, grades: { accuracy: { value: "correct" } } });
        await allEnded(context, id, 3);
        const events = receivedEvents(receiver);
        expect(events.map(({ event, data }) => [event, data["task"]])).toEqual([
          ["review_task.assigned", task.id],
          ["review.submitted", task.id],
          ["review_task.completed", task.id],
        ]);
      },
    ),
  ),
  engineScenario(
    "importRatings",
    400,
    "stores the same file once if two requests import it at once",
    async (context) => {
      const setup = await createReviewSetup(context);
      const send = () =>
        sendRatings(context, setup, { file: ratings("Ada", "cctc"), query: { create_reviewers: "true" } });
      const answers = await Promise.all([send(), send()]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
        detail: expect.stringContaining("4 of 4 rows cannot be imported"),
        errors: Array(4).fill(expect.objectContaining({ code: "conflict" })),
      });
      expect(await all(context.assay.reviews.list({ project: setup.project }))).toHaveLength(4);
      expect(await all(context.assay.reviews.reviewers.list())).toHaveLength(1);
    },
  ),
  scenario("importRatings", 200, "returns the first response to a repeated request", async (context) => {
    const setup = await createReviewSetup(context);
    await newReviewer(context, { name: "Ada" });
    const send = () =>
      sendRatings(context, setup, { file: ratings("Ada", "cctc"), idempotencyKey: "ratings-of-february" });
    const first = expectBody(await send(), 200);
    const second = await send();
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(expectBody(second, 200)).toEqual(first);
    expect(await all(context.assay.reviews.list({ project: setup.project }))).toHaveLength(4);
  }),
];
