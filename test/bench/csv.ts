// Measures the import of a CSV table against COPY of the same rows into an equivalent table on the same
// Postgres.
import { Assay } from "@assay/sdk";
import pg from "pg";
import type { BenchRow } from "./bench-row.ts";
import { timeCopy } from "./ingest.ts";
import { median, seconds, serve } from "./serve.ts";

const sampleCount = Number(process.env["ASSAY_TEST_BENCH_SAMPLES"] ?? 100_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 3);
const levels = ["emergent", "urgent", "semi_urgent", "routine"] as const;

/**
 * Returns one record of about 200 bytes with a quoted cell that contains delimiters, quotes and a line end.
 */
function record(round: number, index: number): string {
  const draw = (index * 2_654_435_761) % 4_294_967_296;
  const text = `"Caller ${index}, ""chest tightness"" for ${draw % 90} minutes,\nworse on effort, no fever."`;
  const answered = levels[(draw >>> 3) % 4];
  return `r${round}-${index},${text},${levels[draw % 4]},${answered},bench;phone,clinic-${draw % 12}\n`;
}

const header = "id,input.text,expected.triage_level,output.triage_level,tags,metadata.clinic\n";

/** Returns medians of `ASSAY_TEST_BENCH_ROUNDS` (3) imports of `ASSAY_TEST_BENCH_SAMPLES` (100,000) records. */
export async function benchCsv(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    const assay = new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 });
    const project = await assay.projects.create({ name: "bench csv" });
    for (let round = 1; round <= rounds; round += 1) {
      const dataset = await assay.datasets.create({ name: `bench ${round}`, project: project.id });
      const text = header + Array.from({ length: sampleCount }, (_, index) => record(round, index)).join("");
      const body = new Blob([text], { type: "text/csv" });
      await client.query("checkpoint");
      ours.push(
        await seconds(() => assay.datasets.importFile(dataset.id, body, { contentType: "text/csv" })),
      );
      const copied = await timeCopy(client, "samples", `external_id like 'r${round}-%'`);
      if (copied.rows !== sampleCount)
        throw new Error(`${copied.rows} of ${sampleCount} samples were imported`);
      theirs.push(copied.seconds);
      console.log(`round ${round}:`, JSON.stringify({ csvSeconds: ours.at(-1), copySeconds: theirs.at(-1) }));
    }
  } finally {
    await client.end();
    await stop();
  }
  return [
    {
      what: `import of ${sampleCount} samples as CSV over HTTP`,
      unit: "samples/s",
      ours: sampleCount / median(ours),
      peer: "COPY of the same rows",
      theirs: sampleCount / median(theirs),
      ratio: median(theirs.map((copy, index) => copy / (ours[index] ?? Number.NaN))),
      atLeast: 0.25,
    },
  ];
}
