// Measures a comparison of two evaluations (pairing, tests and intervals) against reading the same scores
// from the database.
import { Assay } from "@assay/sdk";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BenchRow } from "./bench-row.ts";
import { median, seconds, serve } from "./serve.ts";

const sampleCount = Number(process.env["ASSAY_TEST_BENCH_SAMPLES"] ?? 100_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 3) + 2;
const levels = ["emergent", "urgent", "semi_urgent", "routine"] as const;

const lines = (row: (index: number) => object): Blob =>
  new Blob([Array.from({ length: sampleCount }, (_, index) => `${JSON.stringify(row(index))}\n`).join("")], {
    type: "application/x-ndjson",
  });

const expected = (index: number) => levels[((index * 2_654_435_761) % 4_294_967_296) % 4];

/**
 * Evaluates two models on the same samples: one model is wrong in a quarter of them, the other in a third.
 */
async function twoEvaluations(assay: Assay): Promise<string[]> {
  const { id: project } = await assay.projects.create({ name: "bench compare" });
  const { id: dataset } = await assay.datasets.create({ name: "bench", project });
  const cases = lines((index) => ({
    id: `call-${index}`,
    input: { text: `Caller ${index}` },
    expected: { triage_level: expected(index) },
  }));
  await assay.datasets.importFile(dataset, cases, { contentType: "application/x-ndjson" });
  const evaluations: string[] = [];
  for (const wrongEach of [4, 3]) {
    const { id: model } = await assay.models.create({ name: "bench", version: `1/${wrongEach}` });
    const outputs = lines((index) => ({
      external_id: `call-${index}`,
      output: { triage_level: index % wrongEach === 0 ? "routine" : expected(index) },
    }));
    await assay.samples.importOutputs(dataset, model, outputs);
    const body = {
      name: `1/${wrongEach}`,
      project,
      dataset,
      model,
      evaluators: [{ type: "triage_accuracy" as const }],
    };
    const { id } = await assay.evaluations.create(body);
    await assay.evaluations.wait(id, { pollIntervalMs: 50, timeoutMs: 600_000 });
    evaluations.push(id);
  }
  return evaluations;
}

/** Returns medians of `ASSAY_TEST_BENCH_ROUNDS` + 2 comparisons over `ASSAY_TEST_BENCH_SAMPLES` (100,000) pairs. */
export async function benchCompare(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    const assay = new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 });
    const evaluations = await twoEvaluations(assay);
    await client.query("vacuum analyze results, sample_scores");
    for (let round = 1; round <= rounds; round += 1) {
      ours.push(await seconds(async () => void (await assay.evaluations.compare({ evaluations }))));
      theirs.push(
        await seconds(async () => {
          const query = "copy (select evaluation_id, sample_id, automated from sample_scores) to stdout";
          let bytes = 0;
          for await (const chunk of client.query(copyTo(query))) bytes += Buffer.from(chunk).length;
          if (bytes === 0) throw new Error("no score was read");
        }),
      );
    }
    console.log("compare:", JSON.stringify({ ours, theirs }));
  } finally {
    await client.end();
    await stop();
  }
  return [
    {
      what: `comparison of two evaluations of ${sampleCount} samples`,
      unit: "pairs/s",
      ours: sampleCount / median(ours),
      peer: "COPY of both evaluations' scores to the client, nothing computed",
      theirs: sampleCount / median(theirs),
      ratio: median(theirs.map((copy, index) => copy / (ours[index] ?? Number.NaN))),
      atLeast: 0,
    },
  ];
}
