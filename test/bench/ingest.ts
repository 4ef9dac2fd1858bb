// Measures the import and evaluation of samples against COPY of the same rows into equivalent tables on the
// same Postgres.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Assay } from "@assay/sdk";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { BenchRow } from "./bench-row.ts";
import { median, seconds, serve } from "./serve.ts";

const sampleCount = Number(process.env["ASSAY_TEST_BENCH_SAMPLES"] ?? 100_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 3);
const levels = ["emergent", "urgent", "semi_urgent", "routine"] as const;

/**
 * Returns one synthetic sample of about 300 bytes. A fixed sequence determines its level, so that all runs
 * are equal.
 */
function sampleLine(round: number, index: number): string {
  const draw = (index * 2_654_435_761) % 4_294_967_296;
  return `${JSON.stringify({
    id: `r${round}-${index}`,
    input: {
      text: `Caller ${index} reports chest tightness for ${draw % 90} minutes, worse on effort, no fever, no cough.`,
    },
    expected: { triage_level: levels[draw % 4] },
    output: { triage_level: levels[(draw >>> 3) % 4], confidence: (draw % 1000) / 1000 },
    metadata: { clinic: `clinic-${draw % 12}` },
    tags: ["bench"],
  })}\n`;
}

/**
 * Reads the rows of one kind as COPY text, then measures COPY of that text into an empty, equivalent table.
 */
export async function timeCopy(
  client: pg.Client,
  table: string,
  where: string,
): Promise<{ seconds: number; rows: number }> {
  const target = `copied_${table}`;
  await client.query(`create table ${target} (like ${table} including all)`);
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo(`copy (select * from ${table} where ${where}) to stdout`))) {
    // COPY TO emits buffers.
    chunks.push(chunk as Buffer);
  }
  await client.query("checkpoint");
  const spent = await seconds(() =>
    pipeline(Readable.from(chunks), client.query(copyFrom(`copy ${target} from stdin`))),
  );
  const { rows } = await client.query(`select count(*)::integer as count from ${target}`);
  await client.query(`drop table ${target}`);
  return { seconds: spent, rows: rows[0].count };
}

interface Round {
  importSeconds: number;
  copySamplesSeconds: number;
  evaluateSeconds: number;
  copyResultsSeconds: number;
}

async function oneRound(assay: Assay, client: pg.Client, round: number): Promise<Round> {
  const project = await assay.projects.create({ name: `bench ${round}` });
  const dataset = await assay.datasets.create({ name: "bench", project: project.id });
  const text = Array.from({ length: sampleCount }, (_, index) => sampleLine(round, index)).join("");
  const body = new Blob([text], { type: "application/x-ndjson" });
  await client.query("checkpoint");
  const importSeconds = await seconds(() =>
    assay.datasets.importFile(dataset.id, body, { contentType: "application/x-ndjson" }),
  );
  const samples = await timeCopy(client, "samples", `external_id like 'r${round}-%'`);
  if (samples.rows !== sampleCount)
    throw new Error(`${samples.rows} of ${sampleCount} samples were imported`);
  await client.query("vacuum analyze samples");
  await client.query("checkpoint");
  const evaluateSeconds = await seconds(async () => {
    const { id } = await assay.evaluations.create({
      name: `bench ${round}`,
      project: project.id,
      dataset: dataset.id,
      evaluators: [{ type: "triage_accuracy" }],
    });
    const done = await assay.evaluations.wait(id, { pollIntervalMs: 50 });
    if (done.results?.sample_count !== sampleCount)
      throw new Error("the evaluation did not score every sample");
  });
  const which = `evaluation_id in (select id from evaluations where name = 'bench ${round}')`;
  const results = await timeCopy(client, "results", which);
  const scores = await timeCopy(client, "sample_scores", which);
  return {
    importSeconds,
    copySamplesSeconds: samples.seconds,
    evaluateSeconds,
    copyResultsSeconds: results.seconds + scores.seconds,
  };
}

/** Returns medians of `ASSAY_TEST_BENCH_ROUNDS` (3) imports and evaluations of `ASSAY_TEST_BENCH_SAMPLES` samples. */
export async function benchIngest(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const measured: Round[] = [];
  try {
    const assay = new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 });
    for (let round = 1; round <= rounds; round += 1) {
      measured.push(await oneRound(assay, client, round));
      console.log(`round ${round}:`, JSON.stringify(measured.at(-1)));
    }
  } finally {
    await client.end();
    await stop();
  }
  const of = (key: keyof Round): number => median(measured.map((round) => round[key]));
  const ratioOf = (theirs: keyof Round, ours: keyof Round): number =>
    median(measured.map((round) => round[theirs] / round[ours]));
  return [
    {
      what: `import of ${sampleCount} samples over HTTP`,
      unit: "samples/s",
      ours: sampleCount / of("importSeconds"),
      peer: "COPY of the same rows",
      theirs: sampleCount / of("copySamplesSeconds"),
      ratio: ratioOf("copySamplesSeconds", "importSeconds"),
      atLeast: 0.25,
    },
    {
      what: `evaluation of ${sampleCount} samples (triage_accuracy), create to completed`,
      unit: "samples/s",
      ours: sampleCount / of("evaluateSeconds"),
      peer: "COPY of the same results and sample scores",
      theirs: sampleCount / of("copyResultsSeconds"),
      ratio: ratioOf("copyResultsSeconds", "evaluateSeconds"),
      atLeast: 0.12,
    },
  ];
}
