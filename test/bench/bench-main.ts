// `npm run bench` runs all benchmarks; `npm run bench -- scores` runs only the named ones. The option
// `--write` updates docs/explanation/performance.md. The figures are medians of several rounds, and the
// ratios compare figures of the same run. The output is a table and JSON.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../support/postgres.ts";
import { benchAnswers } from "./answers.ts";
import { benchAuthorize } from "./authorize.ts";
import type { BenchRow } from "./bench-row.ts";
import { benchClaims } from "./claims.ts";
import { benchClient } from "./client.ts";
import { benchCompare } from "./compare.ts";
import { benchCsv } from "./csv.ts";
import { benchDisagreements } from "./disagreements.ts";
import { benchEvidence } from "./evidence.ts";
import { benchExport } from "./export.ts";
import { benchIngest } from "./ingest.ts";
import { benchLimits } from "./neighbor-limits.ts";
import { benchNeighbors } from "./neighbors.ts";
import { benchPooler } from "./pooler.ts";
import { benchPromptfoo } from "./promptfoo.ts";
import { benchQueues } from "./queues.ts";
import { benchRecords } from "./records.ts";
import { benchScores } from "./scores.ts";
import { benchStart } from "./start.ts";
import { type Machine, tableOf } from "./table.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const benches: Record<string, (url: string) => Promise<BenchRow[]>> = {
  ingest: benchIngest,
  csv: benchCsv,
  compare: benchCompare,
  scores: benchScores,
  disagreements: benchDisagreements,
  export: benchExport,
  evidence: benchEvidence,
  answers: benchAnswers,
  authorize: benchAuthorize,
  pooler: benchPooler,
  neighbors: benchNeighbors,
  limits: benchLimits,
  queues: benchQueues,
  claims: benchClaims,
  start: benchStart,
  promptfoo: benchPromptfoo,
  records: benchRecords,
  client: benchClient,
};

/** Replaces the last table of docs/explanation/performance.md. */
function writeTable(table: string): void {
  const page = join(root, "docs", "explanation", "performance.md");
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(
      /(<!-- bench -->\n)[\s\S]*(\n<!-- \/bench -->)/,
      (_, before, after) => `${before}\n${table}\n${after}`,
    ),
  );
}

async function main(): Promise<void> {
  const chosen = process.argv.slice(2).filter((name) => name !== "--write");
  const rows: BenchRow[] = [];
  const unknown = chosen.filter((name) => !(name in benches));
  if (unknown.length > 0)
    throw new Error(`Unknown bench: ${unknown.join(", ")}. Known: ${Object.keys(benches).join(", ")}.`);
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const postgres = await startPostgres({ durable: true });
    try {
      rows.push(...(await bench(postgres.url)));
    } finally {
      await postgres.stop();
    }
  }
  const machine: Machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0] ?? 0,
    node: process.version,
  };
  const folder = join(root, "node_modules", ".cache");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "bench.json");
  const run = { at: new Date().toISOString(), machine, rows };
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  console.log(`\n${tableOf(run)}`);
  if (process.argv.includes("--write")) writeTable(tableOf(run));
  console.log(`JSON: ${file}`);
}

await main();
