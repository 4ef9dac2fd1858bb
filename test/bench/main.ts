// `npm run bench`, or `npm run bench -- scores` for some of it: figures as ratios within one run, medians of several rounds; a table for people, JSON beside it.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPostgres } from "../support/postgres.ts";
import { benchAuthorize } from "./authorize.ts";
import type { BenchRow } from "./bench-row.ts";
import { benchEvidence } from "./evidence.ts";
import { benchExport } from "./export.ts";
import { benchIngest } from "./ingest.ts";
import { benchRecords } from "./records.ts";
import { benchScores } from "./scores.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const benches: Record<string, (url: string) => Promise<BenchRow[]>> = {
  ingest: benchIngest,
  scores: benchScores,
  export: benchExport,
  evidence: benchEvidence,
  authorize: benchAuthorize,
  records: benchRecords,
};

async function main(): Promise<void> {
  const chosen = process.argv.slice(2);
  const rows: BenchRow[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const postgres = await startPostgres({ durable: true });
    try {
      rows.push(...(await bench(postgres.url)));
    } finally {
      await postgres.stop();
    }
  }
  const folder = join(root, "node_modules", ".cache");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "bench.json");
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`);
  for (const row of rows) {
    const verdict = row.ratio >= row.atLeast ? "reached" : "FALLS SHORT";
    console.log(
      `${row.what}: ${Math.round(row.ours)} ${row.unit}, ${row.peer}: ${Math.round(row.theirs)} ${row.unit}; ratio ${(row.ratio * 100).toFixed(1)} % (at least ${(row.atLeast * 100).toFixed(1)} %: ${verdict})`,
    );
  }
  console.log(`JSON: ${file}`);
}

await main();
