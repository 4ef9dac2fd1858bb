// Imported ratings of reviewers who also review in Assay.
import { ratingRecorded } from "@assay/contract/review/ratings/rating-refusals";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { importedRatings, sendRatings } from "../harness/arrange-ratings.ts";
import { accuracyOf, grade, graded } from "../harness/arrange-reliability.ts";
import { actingReviewer, createReviewSetup, newTask } from "../harness/arrange-reviews.ts";
import type { Context } from "../harness/context.ts";
import { engineScenario } from "../harness/scenario.ts";

const words = { c: "correct", t: "too_low" };

/** Returns one rating by Ben per sample, with `c` or `t` as the grade. */
const ratings = (letters: string, earlier?: string) =>
  letters.split("").map((letter, index) => ({
    external_id: `call-${index + 1}`,
    rater: "Ben",
    dimension: "accuracy",
    value: letter === "c" ? words.c : words.t,
    ...(earlier !== undefined && { submitted_at: earlier }),
  }));

const agreement = async ({ assay }: Context, setup: Parameters<typeof accuracyOf>[0], unblinded = false) =>
  (await assay.reviews.reliability({ ...accuracyOf(setup), include_unblinded: unblinded })).percent_agreement;

const place = (line: number) => ({ path: "/rater", line });

export const ratingImportRecordedScenarios = [
  engineScenario(
    "importRatings",
    400,
    "refuses to replace the grades that the rater submitted in Assay, in each mode",
    async (context) => {
      const { setup, ben } = await graded(context);
      const earlier = new Date(Date.parse(ben.reviewer.created_at) - 3_600_000).toISOString();
      const file = ratings("tcct", earlier);
      for (const mode of ["create", "append", "update"]) {
        const query = { blind: "true", mode };
        const { status, body } = await sendRatings(context, setup, { file, query });
        expect(status).toBe(400);
        expect(body).toMatchObject({
          errors: setup.samples.map((sample, index) =>
            ratingRecorded({ rater: "Ben", dimension: "accuracy" }, sample, place(index + 1)),
          ),
        });
      }
      expect(await agreement(context, setup)).toBe(75);
    },
  ),
  engineScenario(
    "importRatings",
    200,
    "skips only the grades of dimensions that the rater graded in Assay, in any revision",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ben = await actingReviewer(context, { name: "Ben" });
      const [sample = ""] = setup.samples;
      const task = await newTask(context, setup, { samples: [sample] });
      await ben.assay.reviews.submit(task.id, {
        sample,
        grades: { accuracy: { value: "correct" }, clarity: { value: 2 } },
      });
      await ben.assay.reviews.submit(task.id, { sample, grades: { accuracy: { value: "correct" } } });
      const clear = { external_id: "call-1", rater: "Ben", dimension: "clarity", value: 5 };
      const file = [clear, { ...clear, external_id: "call-2" }, ...ratings("tt")];
      const result = await importedRatings(context, setup, { file, query: { on_error: "skip" } });
      expect(result).toMatchObject({ inserted: 1, failed: 2 });
      expect(result.errors).toEqual([
        ratingRecorded({ rater: "Ben", dimension: "clarity" }, sample, place(1)),
        ratingRecorded({ rater: "Ben", dimension: "accuracy" }, sample, place(3)),
      ]);
      expect(await all(context.assay.reviews.list({ sample }))).toHaveLength(1);
    },
  ),
  engineScenario(
    "measureReliability",
    200,
    "counts the review that Assay recorded, and not an imported review of the same reviewer",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context, { name: "Ada" });
      const ben = await actingReviewer(context, { name: "Ben" });
      await importedRatings(context, setup, { file: ratings("tcct"), query: { blind: "true" } });
      const task = await newTask(context, setup, { reviews_required: 2 });
      await grade(ada, task, "cctc");
      expect(await agreement(context, setup)).toBe(25);
      await grade(ben, task, "cttc");
      expect(await agreement(context, setup)).toBe(75);
    },
  ),
  engineScenario(
    "measureReliability",
    200,
    "counts a review that Assay recorded without blinding rather than a blind import, if both are included",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context, { name: "Ada" });
      const ben = await actingReviewer(context, { name: "Ben" });
      await importedRatings(context, setup, { file: ratings("tcct"), query: { blind: "true" } });
      const task = await newTask(context, setup, { reviews_required: 2, blind: false });
      await grade(ada, task, "cctc");
      await grade(ben, task, "cttc");
      expect(await agreement(context, setup, true)).toBe(75);
    },
  ),
];
