// Spellings of raters in imports of ratings.
import {
  raterBlank,
  raterColumnBlank,
  raterColumnRepeated,
  raterMisspelled,
  raterSpellings,
} from "@assay/contract/review/ratings/rating-refusals";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { importedRatings, sendRatings } from "../harness/arrange-ratings.ts";
import { createReviewSetup, newReviewer } from "../harness/arrange-reviews.ts";
import { expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes } from "../harness/send-file.ts";

const composed = "Zo\u00eb";
const decomposed = "Zoe\u0308";

/** Returns one rating per rater, of the samples in turn. */
const ratings = (raters: readonly string[]) =>
  raters.map((rater, index) => ({
    external_id: `call-${index + 1}`,
    rater,
    dimension: "clarity",
    value: 3,
  }));
const query = { create_reviewers: "true" };
const place = (line: number) => ({ path: "/rater", line });

export const ratingImportRaterScenarios = [
  engineScenario(
    "importRatings",
    200,
    "creates one reviewer for spellings that differ in white space or Unicode form",
    async (context) => {
      const setup = await createReviewSetup(context);
      const file = ratings([decomposed, composed, `${composed} `, "Zoe"]);
      const first = await importedRatings(context, setup, { file, query });
      expect(first).toMatchObject({ inserted: 4, reviewers_created: 2 });
      const reviewers = await all(context.assay.reviews.reviewers.list());
      expect(reviewers.map(({ name }) => name).toSorted()).toEqual(["Zoe", composed]);
      const again = await importedRatings(context, setup, { file, query: { mode: "append" } });
      expect(again).toMatchObject({ unchanged: 4, reviewers_created: 0 });
    },
  ),
  engineScenario(
    "importRatings",
    400,
    "refuses blank names, and new names that differ from another name only in spelling",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await newReviewer(context, { name: "Dr Ada" });
      const file = ratings(["Zoe", "zoe", "dr-ada", "   "]);
      const { status, body } = await sendRatings(context, setup, { file, query });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        errors: [
          raterSpellings("Zoe", "zoe", place(1)),
          raterSpellings("zoe", "Zoe", place(2)),
          raterMisspelled("dr-ada", ada, place(3)),
          raterBlank("   ", place(4)),
        ],
      });
      expect(await all(context.assay.reviews.reviewers.list())).toHaveLength(1);
    },
  ),
  scenario("importRatings", 400, "refuses blank and repeated columns of raters", async (context) => {
    const setup = await createReviewSetup(context);
    const send = (raters: string[]) =>
      sendRatings(context, setup, {
        file: `external_id,${raters.join(",")}\ncall-1,3,4\n`,
        type: fileTypes.table,
        query: { ...query, dimension: "clarity", raters },
      });
    expectRefusal(await send(["Z1", "Z1 "]), raterColumnRepeated("Z1 ", 1, 0));
    expectRefusal(await send([composed, decomposed]), raterColumnRepeated(decomposed, 1, 0));
    expectRefusal(await send(["Z1", "   "]), raterColumnBlank("   ", 1));
    expect(await all(context.assay.reviews.reviewers.list())).toEqual([]);
  }),
];
