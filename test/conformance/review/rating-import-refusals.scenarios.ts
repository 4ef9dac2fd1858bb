// Refusals of imports of ratings as a whole.
import { fileEmpty } from "@assay/contract/evaluation/samples/import-rules";
import { limits } from "@assay/contract/platform/limits";
import {
  insufficientScope,
  projectRestricted,
  referenceNotFound,
  unsupportedEncoding,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import { validationFailed } from "@assay/contract/platform/validation/validation";
import {
  importerIsReviewer,
  raterColumnRepeated,
  tooManyRaters,
  unknownDimension,
  wideParameterMissing,
} from "@assay/contract/review/ratings/rating-refusals";
import { inOtherProject, taskImported } from "@assay/contract/review/review-refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import { importedRatings, sendRatings } from "../harness/arrange-ratings.ts";
import { absentOfReviews, actingReviewer, createReviewSetup, newRubric } from "../harness/arrange-reviews.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";
import { fileTypes } from "../harness/send-file.ts";

const row = { external_id: "call-1", rater: "Ada", dimension: "clarity", value: 3 };
const table = fileTypes.table;

export const ratingImportRefusalScenarios = [
  scenario(
    "importRatings",
    403,
    "requires a key with the scope that belongs to no reviewer",
    async (context) => {
      const setup = await createReviewSetup(context);
      const ada = await actingReviewer(context, { name: "Ada" });
      const bound = await context.newKey({ scopes: ["reviews:write"], reviewer: ada.id });
      expectRefusal(await sendRatings(context, setup, { file: [row], key: bound }), importerIsReviewer());
      const reader = await context.newKey({ scopes: ["reviews:read"] });
      expectRefusal(
        await sendRatings(context, setup, { file: [row], key: reader }),
        insufficientScope("reviews:write"),
      );
      const restricted = await context.newKey({ scopes: ["reviews:write"], projects: [setup.project] });
      expectRefusal(
        await sendRatings(context, setup, {
          file: [row],
          key: restricted,
          query: { create_reviewers: "true" },
        }),
        projectRestricted(),
      );
      expect(await importedRatings(context, setup, { file: [row], key: restricted })).toMatchObject({
        inserted: 1,
      });
    },
  ),
  scenario("importRatings", 422, "requires a dataset and a rubric of one project", async (context) => {
    const setup = await createReviewSetup(context);
    const send = (query: Record<string, string>, key?: string) =>
      sendRatings(context, setup, { file: [row], query, ...(key !== undefined && { key }) });
    const { dataset } = absent;
    const { rubric } = absentOfReviews;
    expectRefusal(await send({ dataset }), referenceNotFound("dataset", dataset, "query/dataset"));
    expectRefusal(await send({ rubric }), referenceNotFound("rubric", rubric, "query/rubric"));
    const other = await newProject(context);
    const foreign = (await newRubric(context, other.id)).id;
    expectRefusal(
      await send({ rubric: foreign }),
      inOtherProject("query/rubric", `Rubric "${foreign}"`, setup.project),
    );
    const elsewhere = await context.newKey({ scopes: ["reviews:write"], projects: [other.id] });
    expectRefusal(await send({}, elsewhere), referenceNotFound("rubric", setup.rubric, "query/rubric"));
  }),
  scenario("importRatings", 400, "refuses incomplete parameters of a wide table", async (context) => {
    const setup = await createReviewSetup(context);
    const send = (query: Record<string, string | string[]>, file = "external_id,A,B\ncall-1,3,4\n") =>
      sendRatings(context, setup, { file, type: table, query });
    expectRefusal(await send({ raters: "A" }), wideParameterMissing("dimension"));
    expectRefusal(await send({ dimension: "clarity" }), wideParameterMissing("raters"));
    expectRefusal(
      await send({ dimension: "clarity", raters: ["A", "B", "A"] }),
      raterColumnRepeated("A", 2, 0),
    );
    expectRefusal(
      await send({ dimension: "tone", raters: "A" }),
      validationFailed([unknownDimension("query/dimension", "tone", ["accuracy", "clarity"])]),
    );
    const { body } = await send({ dimension: "clarity", raters: ["A", "C"] });
    expect(body).toMatchObject({
      status: 400,
      errors: [
        {
          path: "query/raters/1",
          code: "not_found",
          message: expect.stringContaining('raters[1] names the column "C"'),
        },
        { path: "/B", code: "unknown_field", line: 1 },
      ],
    });
    expectFaults(
      await sendRatings(context, setup, {
        file: [{ external_id: "call-1", A: 3 }],
        query: { dimension: "clarity", raters: ["A", "C"] },
      }),
      ["query/raters/1", "not_found", 'raters[1] names "C", which no row of the file contains.'],
    );
  }),
  scenario(
    "importRatings",
    400,
    "refuses a file without rows, and a file with too many raters",
    async (context) => {
      const setup = await createReviewSetup(context);
      expectRefusal(await sendRatings(context, setup, { file: "" }), fileEmpty(0));
      const header = "external_id,rater,dimension,value\n";
      expectRefusal(
        await sendRatings(context, setup, { file: header, type: table }),
        fileEmpty(header.length),
      );
      const rows = Array.from({ length: limits.ratersPerImport + 1 }, (_, index) => ({
        ...row,
        rater: `Rater ${index}`,
      }));
      expectRefusal(
        await sendRatings(context, setup, { file: rows, query: { create_reviewers: "true" } }),
        tooManyRaters(limits.ratersPerImport),
      );
      expect(await all(context.assay.reviews.reviewers.list())).toEqual([]);
    },
  ),
  scenario(
    "importRatings",
    415,
    "accepts only the content types and the encoding of files",
    async (context) => {
      const setup = await createReviewSetup(context);
      const types = Object.values(fileTypes);
      const answer = await sendRatings(context, setup, { file: "x", type: "text/html" });
      expect(answer.status).toBe(415);
      expect(JSON.stringify(answer.body)).toContain(types[0]);
      expectRefusal(
        await sendRatings(context, setup, { file: "x", encoding: "br" }),
        unsupportedEncoding("br"),
      );
      expect(unsupportedMediaType("text/html", types).status).toBe(415);
    },
  ),
  scenario("submitReview", 409, "refuses to correct an imported review", async (context) => {
    const setup = await createReviewSetup(context);
    const ada = await actingReviewer(context, { name: "Ada" });
    const { tasks } = await importedRatings(context, setup, { file: [row], query: { blind: "true" } });
    const [task = ""] = tasks;
    const correction = { sample: setup.samples[0] ?? "", grades: { accuracy: { value: "correct" } } };
    await expectRejected(ada.assay.reviews.submit(task, correction), taskImported(task));
  }),
];
