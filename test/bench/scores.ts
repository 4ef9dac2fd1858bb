// Measures reads of a project's scores with a million results against the same requests to an empty project
// on the same Postgres.
import { Assay, type CreateEvaluation } from "@assay/sdk";
import pg from "pg";
import type { BenchRow } from "./bench-row.ts";
import { rowOf } from "./by-turns.ts";
import { serve } from "./serve.ts";

const dayMs = 86_400_000;

/**
 * Two datasets: one has few evaluations of many samples, the other has many evaluations of few samples. By
 * default, they have 1,000,000 results.
 */
const plans = [
  { samples: Number(process.env["ASSAY_TEST_BENCH_LARGE"] ?? 100_000), evaluations: 5 },
  { samples: 1000, evaluations: Number(process.env["ASSAY_TEST_BENCH_EVALUATIONS"] ?? 500) },
];

/** The number of results for the row's label, because a run with fewer results must not claim a million. */
const size = plans
  .reduce((sum, { samples, evaluations }) => sum + samples * evaluations, 0)
  .toLocaleString("en-US");

const levels = ["emergent", "urgent", "semi_urgent", "routine"] as const;
const levelOf = (draw: number) => ({ triage_level: levels[draw % 4] });
/** Returns a number from a fixed multiplicative sequence, so that all runs are equal. */
const drawOf = (index: number): number => (index * 2_654_435_761) % 4_294_967_296;

const lines = (count: number, row: (index: number) => object): Blob =>
  new Blob([Array.from({ length: count }, (_, index) => `${JSON.stringify(row(index))}\n`).join("")], {
    type: "application/x-ndjson",
  });

/**
 * Creates a dataset and two models' outputs: one is wrong in a quarter of the samples, the other in a third.
 */
async function fill(assay: Assay, project: string, count: number) {
  const { id: dataset } = await assay.datasets.create({ name: `${count} samples`, project });
  const samples = lines(count, (index) => ({
    id: `call-${index}`,
    input: { text: `Caller ${index}` },
    expected: levelOf(drawOf(index)),
  }));
  await assay.datasets.importFile(dataset, samples, { contentType: "application/x-ndjson" });
  const models: string[] = [];
  for (const wrongEach of [4, 3]) {
    const { id } = await assay.models.create({ name: `${count}`, version: `1/${wrongEach}` });
    const outputs = lines(count, (index) => ({
      external_id: `call-${index}`,
      output: levelOf(drawOf(index) + (index % wrongEach === 0 ? 1 : 0)),
    }));
    await assay.samples.importOutputs(dataset, id, outputs);
    models.push(id);
  }
  return { dataset, models };
}

/**
 * Evaluates the two models alternately within the last 28 days, so that every second evaluation is a drop.
 */
async function evaluate(assay: Assay, project: string, { samples, evaluations }: (typeof plans)[number]) {
  const { dataset, models } = await fill(assay, project, samples);
  let last = "";
  for (let index = 0; index < evaluations; index += 1) {
    const asOf = new Date(Date.now() - 28 * dayMs * (1 - index / evaluations)).toISOString();
    const body: CreateEvaluation = {
      name: `${samples} samples, ${index}`,
      project,
      dataset,
      model: models[index % 2] ?? null,
      evaluators: [{ type: "triage_accuracy" }],
      as_of: asOf,
    };
    const { id } = await assay.evaluations.create(body);
    const { status } = await assay.evaluations.wait(id, { pollIntervalMs: 20, timeoutMs: 600_000 });
    if (status !== "completed") throw new Error(`${body.name} is ${status}`);
    last = id;
  }
  return last;
}

async function cursorOfPage(assay: Assay, evaluation: string, page: number): Promise<string> {
  let after: string | undefined;
  for (let at = 1; at < page; at += 1) {
    const { next_cursor: next } = await assay.evaluations.results(evaluation, {
      limit: 100,
      ...(after !== undefined && { after }),
    });
    if (next === null) throw new Error(`the evaluation has ${at} pages`);
    after = next;
  }
  return after ?? "";
}

async function measure(assay: Assay, project: string, evaluation: string): Promise<BenchRow[]> {
  const { id: empty } = await assay.projects.create({ name: "empty" });
  const { scores, evaluations } = assay;
  const { regressions } = await scores.trends({ project });
  console.log(`${regressions?.length} regressions`);
  const page = Math.min(1000, Math.floor((plans[0]?.samples ?? 0) / 100));
  const after = await cursorOfPage(assay, evaluation, page);
  const peer = "the same request to an empty project";
  return [
    await rowOf(`metrics of a project with ${size} results`, peer, {
      ours: () => scores.metrics(project),
      theirs: () => scores.metrics(empty),
      atLeast: 0.1,
    }),
    await rowOf(`trend of a project with ${size} results`, peer, {
      ours: () => scores.trends({ project }),
      theirs: () => scores.trends({ project: empty }),
      atLeast: 0.1,
    }),
    await rowOf(`page ${page} of results at ${size}`, "page 1", {
      ours: () => evaluations.results(evaluation, { limit: 100, after }),
      theirs: () => evaluations.results(evaluation, { limit: 100 }),
      atLeast: 1 / 1.5,
    }),
  ];
}

/**
 * Reads scores with `ASSAY_TEST_BENCH_LARGE` · 5 + 1,000 · `ASSAY_TEST_BENCH_EVALUATIONS` results. Returns medians of
 * `ASSAY_TEST_BENCH_REQUESTS` requests each.
 */
export async function benchScores(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const assay = new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 });
    const { id: project } = await assay.projects.create({ name: "bench" });
    const ids: string[] = [];
    for (const plan of plans) ids.push(await evaluate(assay, project, plan));
    const { rows } = await client.query("select count(*)::integer as count from results");
    console.log(`${rows[0].count} results`);
    // Vacuum now; in production, autovacuum does so later.
    await client.query("vacuum analyze");
    return await measure(assay, project, ids[0] ?? "");
  } finally {
    await client.end();
    await stop();
  }
}
