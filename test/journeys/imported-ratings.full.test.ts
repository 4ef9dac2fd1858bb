// Imports published rating tables as wide tables, and compares the agreement with the published figures.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

type Value = string | number;

interface Case {
  id: string;
  subjects: number;
  raters: number;
  missing_cells: number;
  ratings_rows_are_subjects: (Value | null)[][];
  computed: Record<string, number>;
}

const cases: Case[] = haveCases
  ? JSON.parse(readFileSync(join(casesDir, "C-agreement/agreement.json"), "utf8")).cases
  : [];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer("embedded");
});
afterAll(() => server.close());

const cell = (value: Value | null): string =>
  value === null ? "" : `"${String(value).replaceAll('"', '""')}"`;

/** Imports a table with one column per rater into a separate workspace. */
async function imported({ id, raters, ratings_rows_are_subjects: rows }: Case) {
  const assay = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
  const { id: project } = await assay.projects.create({ name: id });
  const dataset = await assay.datasets.create({ name: id, project });
  const samples = rows.map((_, index) => ({ external_id: `s${index}`, input: index }));
  await assay.samples.create(dataset.id, { samples });
  const values = [...new Set(rows.flat().filter((value) => value !== null))];
  const rubric = await assay.reviews.rubrics.create({
    name: id,
    project,
    dimensions: [
      {
        id: "category",
        name: "Category",
        type: "categorical",
        options: values.map((value) => ({ value, label: `${value}` })),
      },
    ],
  });
  const names = Array.from({ length: raters }, (_, index) => `Rater ${index + 1}`);
  const table = [
    ["external_id", ...names].join(","),
    ...rows.map((row, index) => [`s${index}`, ...row.map(cell)].join(",")),
  ].join("\n");
  const options = { dimension: "category", raters: names, blind: true, createReviewers: true };
  const file = () => new File([table], "ratings.csv");
  const result = await assay.reviews.importRatings(dataset.id, rubric.id, file(), options);
  const again = await assay.reviews.importRatings(dataset.id, rubric.id, file(), {
    ...options,
    mode: "append",
  });
  const report = await assay.reviews.reliability({ project, dimension: "category" });
  return { result, again, report };
}

describe.skipIf(!haveCases)("a published table of ratings", () => {
  test.each(cases.map((one) => [one.id, one] as const))("%s has the published agreement", async (_, one) => {
    const { result, again, report } = await imported(one);
    const count = one.subjects * one.raters - one.missing_cells;
    expect(result).toMatchObject({ inserted: count, failed: 0, reviewers_created: one.raters });
    expect(result.tasks).toHaveLength(1);
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: count, tasks: [] });
    const figures = {
      cohen_kappa: report.cohens_kappa,
      fleiss_kappa: one.missing_cells === 0 ? report.fleiss_kappa : undefined,
      percent_agreement_mean_pairwise: report.percent_agreement,
      krippendorff_alpha_nominal: report.krippendorff_alpha,
    };
    for (const [name, figure] of Object.entries(figures)) {
      const published = one.computed[name];
      if (published === undefined || figure === undefined) continue;
      expect([name, figure]).toEqual([name, expect.closeTo(published, 9)]);
    }
  });
});
