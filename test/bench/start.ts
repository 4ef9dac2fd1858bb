// Measures the time from the start of a server to its first response, with an existing database, against a
// Node.js process that only connects to the same database and reads one row.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { clusterFolder } from "../../server/src/platform/db/embedded/open-embedded.ts";
import type { BenchRow } from "./bench-row.ts";
import { median, serverEnvironment } from "./serve.ts";

const serverFolder = fileURLToPath(new URL("../../server/", import.meta.url));
const program = join(serverFolder, "dist", "main.mjs");
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

/** Runs a module until it ends. @returns the seconds. @throws {Error} if it fails. */
async function runModule(source: string, argument: string): Promise<number> {
  const started = performance.now();
  // The server's folder contains the database libraries.
  const child = spawn(process.execPath, ["--input-type=module", "-e", source, argument], {
    cwd: serverFolder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`a process without a server failed with status ${status}`);
  return (performance.now() - started) / 1000;
}

const connectToPostgres = `import pg from "pg";
const client = new pg.Client(process.argv[1]);
await client.connect();
await client.query("select 1");
process.exit();`;

const openEmbedded = `import { PGlite } from "@electric-sql/pglite";
const database = await PGlite.create(process.argv[1]);
await database.query("select 1");
process.exit();`;

interface Location {
  how: string;
  variables: Readonly<Record<string, string>>;
  /** Connects to the same database without a server. */
  bare: () => Promise<number>;
  atLeast: number;
}

async function warmStarts({ how, variables, bare, atLeast }: Location): Promise<BenchRow> {
  // The first start creates the database or its schema, so it is not measured.
  await startOnce(variables);
  const measured: { server: number; bare: number }[] = [];
  for (let round = 1; round <= rounds; round += 1)
    measured.push({ server: await startOnce(variables), bare: await bare() });
  console.log("warm starts:", JSON.stringify(measured));
  return {
    what: `warm start to the first response, ${how}`,
    unit: "s",
    ours: median(measured.map(({ server }) => server)),
    peer: "a Node.js process that connects to the same database and reads one row",
    theirs: median(measured.map((one) => one.bare)),
    ratio: median(measured.map((one) => one.bare / one.server)),
    atLeast,
  };
}

/** Returns medians of `ASSAY_TEST_BENCH_ROUNDS` + 2 starts. */
export async function benchStart(url: string): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-bench-"));
  const secretKeys = `1:${Buffer.alloc(32, 7).toString("base64")}`;
  try {
    return [
      await warmStarts({
        how: "on Postgres",
        variables: { DATABASE_URL: url, ASSAY_SECRET_KEYS: secretKeys },
        bare: () => runModule(connectToPostgres, url),
        atLeast: 0.1,
      }),
      await warmStarts({
        how: "embedded",
        variables: { ASSAY_DATA_DIR: dataDir },
        bare: () => runModule(openEmbedded, clusterFolder(dataDir)),
        atLeast: 0.25,
      }),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
