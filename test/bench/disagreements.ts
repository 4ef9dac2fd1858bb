// Measures the first page of the disagreements of 100,000 samples, greatest spread first, against the first page of their
// reviews, whose order is that of an index.
import { Assay } from "@assay/sdk";
import pg from "pg";
import type { BenchRow } from "./bench-row.ts";
import { rowOf } from "./by-turns.ts";
import { serve } from "./serve.ts";

const samples = Number(process.env["ASSAY_TEST_BENCH_RATED"] ?? 100_000);
const perImport = 10_000;
const limit = 100;

/** Returns two grades from 1 to 5 for a sample. Those of four of five samples differ. */
const gradesOf = (index: number): [number, number] => [1 + (index % 5), 1 + ((index * 7) % 5)];

/** Creates a project in which two raters have graded every sample. */
async function rated(assay: Assay): Promise<string> {
  const { id: project } = await assay.projects.create({ name: "rated" });
  const { id: dataset } = await assay.datasets.create({ name: "rated", project });
  const rows = Array.from({ length: samples }, (_, index) => `s${index},Caller ${index}`);
  const file = new File([["id,input", ...rows].join("\n")], "samples.csv", { type: "text/csv" });
  await assay.datasets.importFile(dataset, file);
  const dimension = { id: "accuracy", name: "Accuracy", type: "scale" as const, min: 1, max: 5 };
  const rubric = await assay.reviews.rubrics.create({ name: "rated", project, dimensions: [dimension] });
  const raters = ["Ada", "Ben"];
  for (let from = 0; from < samples; from += perImport) {
    const part = Array.from({ length: Math.min(perImport, samples - from) }, (_, index) =>
      [`s${from + index}`, ...gradesOf(from + index)].join(","),
    );
    const table = new File([[["external_id", ...raters].join(","), ...part].join("\n")], "ratings.csv");
    await assay.reviews.importRatings(dataset, rubric.id, table, {
      dimension: "accuracy",
      raters,
      blind: true,
      createReviewers: from === 0,
    });
  }
  return project;
}

/** Reads disagreements of `ASSAY_TEST_BENCH_RATED` samples. */
export async function benchDisagreements(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const assay = new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 });
    const project = await rated(assay);
    // Vacuum now; in production, autovacuum does so later.
    await client.query("vacuum analyze");
    const { data } = await assay.reviews.disagreements.list({ project, limit });
    console.log(`${data.length} disagreements, the first with a spread of ${data[0]?.spread}`);
    const what = `first page of the disagreements on ${samples.toLocaleString("en-US")} samples`;
    return [
      await rowOf(what, "first page of their reviews", {
        ours: () => assay.reviews.disagreements.list({ project, limit }),
        theirs: () => assay.reviews.list({ project, limit }),
        atLeast: 1 / 1.5,
      }),
    ];
  } finally {
    await client.end();
    await stop();
  }
}
