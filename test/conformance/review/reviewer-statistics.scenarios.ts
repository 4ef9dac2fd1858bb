import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absentOfReviews, actingReviewer, newTask, createReviewSetup } from "../harness/arrange-reviews.ts";
import { evaluated } from "../harness/arrange.ts";
import { expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const seconds = 1000;
const dayMs = 86_400_000;
const grades = (value: string) => ({ accuracy: { value } });

export const reviewerStatisticsScenarios = [
  engineScenario(
    "getReviewerStatistics",
    200,
    "counts, times and compares the reviews of a reviewer",
    async (context) => {
      const { assay, target } = context;
      const setup = await createReviewSetup(context);
      const [ada, ben, cem] = [
        await actingReviewer(context),
        await actingReviewer(context),
        await actingReviewer(context),
      ];
      const evaluation = await evaluated(context, setup.dataset);
      const task = await newTask(context, setup, {
        evaluation: evaluation.id,
        reviews_required: 3,
        blind: false,
        samples: setup.samples.slice(0, 3),
      });
      const [first = "", second = "", third = ""] = task.samples;
      await ada.assay.reviews.tasks.claim(task.id);
      target.advance(60 * seconds);
      await ada.assay.reviews.submit(task.id, {
        sample: first,
        grades: grades("correct"),
        active_seconds: 40,
      });
      target.advance(30 * seconds);
      await ada.assay.reviews.submit(task.id, {
        sample: second,
        grades: grades("correct"),
        override_ai_score: true,
        override_value: 10,
      });
      // On the first sample, Ben grades correct and Cem grades too_low, so their grades tie. On the second
      // sample, both grade too_low and disagree with Ada.
      await ben.assay.reviews.submit(task.id, { sample: first, grades: grades("correct") });
      await ben.assay.reviews.submit(task.id, { sample: second, grades: grades("too_low") });
      await cem.assay.reviews.submit(task.id, { sample: first, grades: grades("too_low") });
      await cem.assay.reviews.submit(task.id, { sample: second, grades: grades("too_low") });
      await ben.assay.reviews.submit(task.id, { sample: third, grades: grades("too_low") });
      const statistics = await assay.reviews.reviewers.statistics(ada.id);
      expect(statistics).toMatchObject({
        object: "reviewer_statistics",
        reviewer: ada.id,
        period: "30d",
        completed: 2,
        duration_count: 2,
        median_active_seconds: 40,
        active_count: 1,
        override_rate: 0.5,
        override_count: 1,
        consensus_agreement: 0,
        consensus_count: 1,
      });
      // Ada needed one minute after the claim and half a minute for the next review: 45 s on average, plus
      // the requests' own time.
      expect(statistics.avg_duration_seconds).toBeGreaterThanOrEqual(45);
      expect(statistics.avg_duration_seconds).toBeLessThan(60);
      // Ada and Cem disagree on both samples that Ben shares with them.
      expect(await assay.reviews.reviewers.statistics(ben.id)).toMatchObject({
        completed: 3,
        // Ben's first review also claimed the slot, so the time at which he started is unknown.
        duration_count: 2,
        override_rate: 0,
        consensus_agreement: null,
        consensus_count: 0,
      });
      // On the first sample, Ada and Ben both grade correct, unlike Cem. On the second, Ada and Ben disagree.
      expect(await assay.reviews.reviewers.statistics(cem.id)).toMatchObject({
        consensus_agreement: 0,
        consensus_count: 1,
      });
    },
  ),
  scenario(
    "getReviewerStatistics",
    200,
    "covers the period, and returns no rate without data",
    async (context) => {
      const { assay, target } = context;
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context);
      const { id, samples } = await newTask(context, setup);
      await ada.assay.reviews.submit(id, { sample: samples[0] ?? "", grades: grades("correct") });
      target.advance(8 * dayMs);
      expect(await assay.reviews.reviewers.statistics(ada.id, { period: "9d" })).toMatchObject({
        completed: 1,
      });
      expect(await assay.reviews.reviewers.statistics(ada.id, { period: "7d" })).toEqual({
        object: "reviewer_statistics",
        reviewer: ada.id,
        period: "7d",
        completed: 0,
        avg_duration_seconds: null,
        duration_count: 0,
        median_active_seconds: null,
        active_count: 0,
        override_rate: null,
        override_count: 0,
        consensus_agreement: null,
        consensus_count: 0,
      });
    },
  ),
  scenario(
    "getReviewerStatistics",
    200,
    "excludes samples that the caller has still to review blind",
    async (context) => {
      const setup = await createReviewSetup(context);
      const [ada, ben] = [await actingReviewer(context), await actingReviewer(context)];
      const sample = setup.samples[0] ?? "";
      const { id } = await newTask(context, setup, { reviews_required: 2, samples: [sample] });
      await ada.assay.reviews.tasks.claim(id);
      await ben.assay.reviews.submit(id, { sample, grades: grades("correct") });
      const statistics = (of: string) => ada.assay.reviews.reviewers.statistics(of);
      expect(await statistics(ben.id)).toMatchObject({ completed: 0, override_rate: null });
      await ada.assay.reviews.submit(id, { sample, grades: grades("correct") });
      expect(await statistics(ben.id)).toMatchObject({ completed: 1, override_rate: 0 });
    },
  ),
  scenario(
    "getReviewerStatistics",
    404,
    "returns 404 for a reviewer of another workspace",
    async (context) => {
      const ada = await actingReviewer(context);
      const { assay } = await context.otherWorkspace();
      for (const id of [ada.id, absentOfReviews.reviewer])
        await expectRejected(assay.reviews.reviewers.statistics(id), notFound("reviewer", id));
    },
  ),
  scenario("getReviewerStatistics", 403, "requires the scope", async (context) => {
    const ada = await actingReviewer(context);
    const key = await context.newKey({ scopes: ["projects:read"] });
    const answer = await context.request("GET", `/v1/reviews/reviewers/${ada.id}/statistics`, { key });
    expectRefusal(answer, insufficientScope("reviews:read"));
  }),
];
