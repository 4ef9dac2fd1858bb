// `npm run bench`: figures as ratios within one run, medians of several rounds; a table for people, JSON beside it.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startPostgres } from "../support/postgres.ts";
import type { BenchRow } from "./bench-row.ts";
import { benchEvidence } from "./evidence.ts";
import { benchIngest } from "./ingest.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A database of its own beside the one at `url`: a server makes a first key in an empty one. */
async function freshUrl(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create database bench_evidence");
  await client.end();
  const own = new URL(url);
  own.pathname = "/bench_evidence";
  return own.href;
}

async function main(): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  const rows: BenchRow[] = [];
  try {
    // One part alone: ASSAY_BENCH=evidence.
    const asked = process.env["ASSAY_BENCH"] ?? "ingest,evidence";
    if (asked.includes("ingest")) rows.push(...(await benchIngest(postgres.url)));
    if (asked.includes("evidence")) rows.push(...(await benchEvidence(await freshUrl(postgres.url))));
  } finally {
    await postgres.stop();
  }
  const folder = join(root, "node_modules", ".cache");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "bench.json");
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`);
  for (const row of rows) {
    const verdict = row.ratio >= row.atLeast ? "reached" : "FALLS SHORT";
    console.log(
      `${row.what}: ${Math.round(row.ours)} ${row.unit}, ${row.peer}: ${Math.round(row.theirs)} ${row.unit}; ratio ${(row.ratio * 100).toFixed(1)} % (at least ${row.atLeast * 100} %: ${verdict})`,
    );
  }
  console.log(`JSON: ${file}`);
}

await main();
