// Measures the time from the start of a server to its first response, with an existing database.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { BenchRow } from "./bench-row.ts";
import { median, serverEnvironment } from "./serve.ts";

const program = fileURLToPath(new URL("../../server/dist/main.mjs", import.meta.url));
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 3) + 2;

/** Starts a server, sends one request, and stops the server. @returns the seconds until the response. */
async function startOnce(location: Readonly<Record<string, string>>): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [program, "serve", "--drain-seconds", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...serverEnvironment(), PORT: "0", LOG_LEVEL: "error", ...location },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /listens on (http:\S+?),/.exec(line)?.[1];
    if (!baseUrl) continue;
    const { status } = await fetch(`${baseUrl}/readyz`);
    const spent = (performance.now() - started) / 1000;
    child.kill("SIGTERM");
    await ended;
    if (status !== 200) throw new Error(`/readyz responded ${status}`);
    return spent;
  }
  throw new Error("the server exited before it was ready");
}

async function warmStarts(location: Readonly<Record<string, string>>): Promise<number> {
  // The first start creates the database or its schema, so it is not measured.
  await startOnce(location);
  const spent: number[] = [];
  for (let round = 1; round <= rounds; round += 1) spent.push(await startOnce(location));
  console.log("warm starts:", JSON.stringify(spent));
  return median(spent);
}

const row = (how: string, ours: number, theirs: number): BenchRow => ({
  what: `warm start to the first response, ${how}`,
  unit: "s",
  ours,
  peer: "limit",
  theirs,
  ratio: theirs / ours,
  atLeast: 1,
});

/** Returns medians of `ASSAY_TEST_BENCH_ROUNDS` + 2 starts. */
export async function benchStart(url: string): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const secretKeys = `1:${Buffer.alloc(32, 7).toString("base64")}`;
  try {
    return [
      row("on Postgres", await warmStarts({ DATABASE_URL: url, ASSAY_SECRET_KEYS: secretKeys }), 1),
      row("embedded", await warmStarts({ ASSAY_DATA_DIR: dataDir }), 3),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
