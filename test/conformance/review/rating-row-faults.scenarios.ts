// Rows of ratings that are refused, with their lines.
import { outputsSampleUnknown } from "@assay/contract/evaluation/samples/sample-refusals";
import {
  blindDiffers,
  raterAmbiguous,
  raterOutsideProject,
  raterUnknown,
  ratingRepeated,
  ratingTaken,
  submittedLater,
  unknownDimension,
  valueMissing,
} from "@assay/contract/review/ratings/rating-refusals";
import { expect } from "vitest";
import { all, newProject } from "../harness/arrange.ts";
import { importedRatings, linesOf, sendRatings } from "../harness/arrange-ratings.ts";
import { absentOfReviews, createReviewSetup, newReviewer } from "../harness/arrange-reviews.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes } from "../harness/send-file.ts";

const row = { external_id: "call-1", rater: "Ada", dimension: "clarity", value: 3 };
const place = (line: number, path = "/rater") => ({ path, line });

export const ratingRowFaultScenarios = [
  engineScenario(
    "importRatings",
    400,
    "names the line of each faulty row, and stores nothing",
    async (context) => {
      const setup = await createReviewSetup(context);
      await newReviewer(context, { name: "Ada" });
      const rows = [
        row,
        { ...row, external_id: "call-9" },
        { ...row, value: 7 },
        { ...row, dimension: "tone" },
        { external_id: "call-2", rater: "Ada", dimension: "clarity" },
        { ...row, rater: "Ben" },
        { ...row, rater: absentOfReviews.reviewer },
        { ...row, override_value: 10 },
        row,
      ];
      const { status, body } = await sendRatings(context, setup, { file: rows });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: "validation_failed",
        detail: expect.stringMatching(/^8 of 9 rows cannot be imported; nothing was written\. First error: /),
        errors: [
          outputsSampleUnknown("/external_id", "call-9", 2),
          {
            path: "/value",
            code: "too_big",
            line: 3,
            message: 'Grade for "clarity" is 7; it must be from 1 to 5.',
          },
          { ...unknownDimension("/dimension", "tone", ["accuracy", "clarity"]), line: 4 },
          { ...valueMissing("/value"), line: 5 },
          raterUnknown("Ben", place(6)),
          raterUnknown(absentOfReviews.reviewer, place(7)),
          { path: "/override_value", code: "unknown_field", line: 8 },
          ratingRepeated({ rater: "Ada", dimension: "clarity" }, 1, place(9)),
        ],
      });
      expect(await all(context.assay.reviews.list({ project: setup.project }))).toEqual([]);
      expect(await all(context.assay.reviews.tasks.list({ project: setup.project }))).toEqual([]);
    },
  ),
  scenario(
    "importRatings",
    200,
    "skips faulty rows on request, also of an existing review",
    async (context) => {
      const setup = await createReviewSetup(context);
      const far = await newProject(context);
      const ada = await newReviewer(context, { name: "Ada" });
      await newReviewer(context, { name: "Cem" });
      await newReviewer(context, { name: "Cem" });
      const foreign = await newReviewer(context, { name: "Dora", projects: [far.id] });
      const later = new Date(Date.parse(ada.created_at) + 86_400_000).toISOString();
      const rows = [
        row,
        { ...row, rater: "Cem" },
        { ...row, rater: foreign.id },
        { ...row, external_id: "call-2", submitted_at: later },
        { ...row, external_id: "call-3" },
      ];
      const query = { on_error: "skip" };
      const first = await importedRatings(context, setup, { file: rows, query });
      expect(first).toMatchObject({ inserted: 2, failed: 3 });
      expect(first.errors).toEqual([
        raterAmbiguous("Cem", 2, place(2)),
        raterOutsideProject(foreign.id, setup.project, place(3)),
        expect.objectContaining({
          ...submittedLater(later, 0),
          line: 4,
          message: expect.stringContaining(later),
        }),
      ]);
      const second = await importedRatings(context, setup, {
        file: [row, { ...row, dimension: "accuracy", value: "correct" }],
        query,
      });
      expect(second).toMatchObject({ updated: 1, failed: 1, errors: [ratingTaken(row, place(1))] });
      const third = await importedRatings(context, setup, {
        file: [{ ...row, value: 1 }],
        query: { ...query, mode: "update", blind: "true" },
      });
      expect(third).toMatchObject({ updated: 0, failed: 1, errors: [blindDiffers("Ada", false, place(1))] });
    },
  ),
  scenario(
    "importRatings",
    200,
    "refuses the whole row of a wide table for one faulty cell",
    async (context) => {
      const setup = await createReviewSetup(context);
      await newReviewer(context, { name: "A" });
      const b = await newReviewer(context, { name: "B" });
      const file = `external_id,A,B,${b.id}\ncall-1,3,9,\ncall-2,,4,\ncall-3,null,2,1\n`;
      const query = { dimension: "clarity", raters: ["A", "B", b.id], on_error: "skip" };
      const result = await importedRatings(context, setup, { file, type: fileTypes.table, query });
      expect(result).toMatchObject({ inserted: 1, failed: 2 });
      expect(result.errors).toMatchObject([
        { path: "/B", line: 2, message: 'Grade for "clarity" is 9; it must be from 1 to 5.' },
        ratingRepeated({ rater: b.id, dimension: "clarity" }, 4, place(4, `/${b.id}`)),
      ]);
      const reviews = await all(context.assay.reviews.list({ project: setup.project }));
      expect(reviews.map(({ reviewer, grades }) => [reviewer.name, grades])).toEqual([
        ["B", { clarity: { value: 4 } }],
      ]);
    },
  ),
  scenario("importRatings", 400, "names the path of a row in a document", async (context) => {
    const setup = await createReviewSetup(context);
    const file = `[\n${linesOf([{ ...row, external_id: "call-9" }])},\n${linesOf([{ ...row, value: "x" }])}]`;
    const { body } = await sendRatings(context, setup, { file, type: fileTypes.array });
    expect(body).toMatchObject({
      errors: [
        { path: "/0/external_id", line: 2, code: "reference_not_found" },
        { path: "/1/value", line: 3, code: "invalid_type" },
      ],
    });
  }),
];
