// Imports of ratings that succeed.
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { all } from "../harness/arrange.ts";
import { importedRatings, linesOf, ratedDataset } from "../harness/arrange-ratings.ts";
import { createReviewSetup, newReviewer } from "../harness/arrange-reviews.ts";
import { anId } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes } from "../harness/send-file.ts";

const nothing = {
  tasks: [],
  inserted: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  reviewers_created: 0,
  errors: [],
};

// 400 samples. Both raters say correct for 250 of them and too_low for 90; A alone says correct for 20, and B alone for
// 40. Observed agreement: 340/400 = 0.85. A says correct for 270 and B for 290, so chance agreement is
// (270·290 + 130·110)/400² = 92,600/160,000 = 0.57875. Cohen's kappa is (0.85 − 0.57875)/(1 − 0.57875) = 0.27125/0.42125.
const kappa = 0.27125 / 0.42125;
const wideTable = [
  "external_id,Dr A,Dr B",
  ...Array.from({ length: 400 }, (_, index) => {
    const [a, b] =
      index < 250
        ? ["correct", "correct"]
        : index < 340
          ? ["too_low", "Too-low"]
          : index < 360
            ? ["CORRECT", "too_low"]
            : ["too_low", "correct"];
    return `r${index + 1},${a},${b}`;
  }),
].join("\n");
const wide = { dimension: "accuracy", raters: ["Dr A", "Dr B"], blind: "true", create_reviewers: "true" };

export const ratingImportScenarios = [
  engineScenario(
    "importRatings",
    200,
    "stores a wide table of 400 rows and two raters as one task, whose agreement is Cohen's kappa",
    async (context) => {
      const setup = await ratedDataset(context, 400);
      const file = { file: wideTable, type: fileTypes.table };
      const first = await importedRatings(context, setup, { ...file, query: wide });
      expect(first).toEqual({
        ...nothing,
        object: "review_import",
        tasks: [anId("task")],
        inserted: 800,
        reviewers_created: 2,
      });
      const task = await context.assay.reviews.tasks.get(first.tasks[0] ?? "");
      expect(task).toMatchObject({
        origin: "import",
        status: "completed",
        blind: true,
        reviews_required: 2,
        sample_count: 400,
        progress: { completed: 400, total: 400 },
        assignee: null,
        assignments: [],
      });
      const samples = await all(context.assay.samples.list(setup.dataset.id));
      expect(task.samples).toEqual(samples.map(({ id }) => id));
      const report = await context.assay.reviews.reliability({
        project: setup.project,
        dimension: "accuracy",
      });
      expect(report).toMatchObject({
        n_samples: 400,
        review_count: 800,
        reviewer_count: 2,
        percent_agreement: 85,
      });
      expect(report.cohens_kappa).toBeCloseTo(kappa, 12);
      const again = await importedRatings(context, setup, { ...file, query: { ...wide, mode: "append" } });
      expect(again).toEqual({ ...nothing, object: "review_import", unchanged: 800 });
    },
  ),
  scenario("importRatings", 200, "groups the rows of a rater and sample into one review", async (context) => {
    const { dataset, rubric, samples } = await createReviewSetup(context);
    const ada = await newReviewer(context, { name: "Ada" });
    const [sample = ""] = samples;
    const rows = [
      {
        external_id: "call-1",
        rater: "Ada",
        dimension: "accuracy",
        value: "Too low",
        confidence: "high",
        notes: "Pain.",
      },
      {
        sample,
        rater: ada.id,
        dimension: "clarity",
        value: "4.50",
        notes: "Pain.",
        submitted_at: "2026-01-05T10:00:00+01:00",
      },
      { external_id: "call-2", rater: "Ada", dimension: "clarity", value: null },
    ];
    const { tasks, inserted } = await importedRatings(context, { dataset, rubric }, { file: rows });
    expect([tasks.length, inserted]).toEqual([1, 2]);
    const reviews = await all(context.assay.reviews.list({ sample }));
    expect(reviews).toEqual([
      expect.objectContaining({
        task: tasks[0],
        reviewer: { id: ada.id, name: "Ada", credentials: ["MD"] },
        grades: { accuracy: { value: "too_low", confidence: "high" }, clarity: { value: 4.5 } },
        notes: "Pain.",
        submitted_at: "2026-01-05T09:00:00.000Z",
        first_submitted_at: "2026-01-05T09:00:00.000Z",
        override_ai_score: false,
        revision: 1,
      }),
    ]);
    const [other] = await all(context.assay.reviews.list({ sample: samples[1] ?? "" }));
    expect(other?.grades).toEqual({ clarity: { value: null, not_assessable: true } });
  }),
  engineScenario(
    "importRatings",
    200,
    "reads the same ratings in each format, also compressed",
    async (context) => {
      const setup = await createReviewSetup(context);
      await newReviewer(context, { name: "Ada" });
      const rows = [
        { external_id: "call-1", rater: "Ada", dimension: "clarity", value: 3 },
        { external_id: "call-2", rater: "Ada", dimension: "clarity", value: 2.5 },
      ];
      const table = "external_id,rater,dimension,value\ncall-1,Ada,clarity,3\ncall-2,Ada,clarity,2.50\n";
      const keyed = Object.fromEntries(rows.map(({ external_id: id, ...row }) => [id, row]));
      const files = [
        { type: fileTypes.lines, file: linesOf(rows) },
        { type: fileTypes.array, file: JSON.stringify({ data: rows }), query: { records: "/data" } },
        { type: fileTypes.array, file: JSON.stringify(keyed), query: { keyed: "true" } },
        { type: fileTypes.table, file: table },
        { type: fileTypes.tabTable, file: table.replaceAll(",", "\t") },
        { type: fileTypes.table, file: gzipSync(table), encoding: "gzip" },
        {
          type: fileTypes.table,
          file: table.replace("external_id,rater,dimension,value", "item,annotator,aspect,label"),
          query: { map: ["item=id", "annotator=rater", "aspect=dimension", "label=value"] },
        },
        {
          type: fileTypes.lines,
          file: linesOf(rows.map(({ external_id, value }) => ({ external_id, Ada: value }))),
          query: { dimension: "clarity", raters: "Ada" },
        },
      ];
      for (const [index, { query, ...file }] of files.entries()) {
        const result = await importedRatings(context, setup, {
          ...file,
          query: { mode: "append", ...query },
        });
        expect([result.inserted, result.unchanged], `file ${index}`).toEqual(index === 0 ? [2, 0] : [0, 2]);
      }
    },
  ),
  engineScenario("importRatings", 200, "adds, keeps or replaces grades by mode", async (context) => {
    const setup = await createReviewSetup(context);
    await newReviewer(context, { name: "Ada" });
    const row = { external_id: "call-1", rater: "Ada" };
    const send = (mode: string, rows: readonly object[]) =>
      importedRatings(context, setup, { file: rows.map((one) => ({ ...row, ...one })), query: { mode } });
    const present = async () => {
      const [review] = await all(context.assay.reviews.list({ project: setup.project }));
      return [review?.revision, review?.grades, review?.notes];
    };
    const low = { dimension: "accuracy", value: "too_low", notes: "First." };
    expect(await send("create", [low])).toMatchObject({ inserted: 1 });
    // Another dimension of the same review is new in each mode.
    expect(await send("create", [{ dimension: "clarity", value: 2 }])).toMatchObject({
      inserted: 0,
      updated: 1,
      tasks: [],
    });
    expect(await present()).toEqual([2, { accuracy: { value: "too_low" }, clarity: { value: 2 } }, "First."]);
    expect(await send("append", [{ dimension: "clarity", value: 5, notes: "Other." }])).toMatchObject({
      unchanged: 1,
    });
    expect(await send("update", [low, { dimension: "clarity", value: 2 }])).toMatchObject({ unchanged: 1 });
    expect((await present())[0]).toBe(2);
    expect(await send("update", [{ dimension: "clarity", value: 5 }])).toMatchObject({
      updated: 1,
      inserted: 0,
    });
    expect(await present()).toEqual([3, { accuracy: { value: "too_low" }, clarity: { value: 5 } }, "First."]);
    const [review] = await all(context.assay.reviews.list({ project: setup.project }));
    const revisions = await all(context.assay.reviews.revisions(review?.id ?? ""));
    expect(revisions.map(({ revision }) => revision)).toEqual([3, 2, 1]);
  }),
];
