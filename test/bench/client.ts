// Compares the SDK with a bare fetch and with the openai package: bundle size (bytes) and CPU time per call.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Assay } from "@assay/sdk";
import { build } from "esbuild";
import type { BenchRow } from "./bench-row.ts";
import { peer } from "./peers.ts";
import { median } from "./serve.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const callsARound = 2000;
const rounds = 7;

/**
 * Returns one small object for every GET. It runs in a separate process so that its CPU time is not measured.
 */
const echo = `
const body = JSON.stringify({ id: "proj_1", object: "project", name: "Nurse line", description: null, created_at: "2026-03-02T09:30:00.000Z" });
require("node:http").createServer((request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

/** The part of the openai client that this file uses. */
interface Peer {
  models: { retrieve: (id: string) => Promise<unknown> };
}
type PeerClass = new (options: { apiKey: string; baseURL: string }) => Peer;

/**
 * Measures the bundle size (bytes after gzip) and CPU time per call (microseconds) with the peers in one run.
 */
export async function benchClient(): Promise<BenchRow[]> {
  const openai = peer("openai");
  // The default export of the openai package's CommonJS entry is the client class.
  const { default: OpenAI } = (await import(openai)) as { default: PeerClass };
  const sizes = {
    assay: await bundled(`export { Assay } from ${JSON.stringify(join(root, "sdk/src/index.ts"))};`),
    openai: await bundled(`export { default } from ${JSON.stringify(openai.replace(/\.js$/, ".mjs"))};`),
  };
  const child = spawn(process.execPath, ["-e", echo], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const port = await new Promise<string>((resolve) =>
      child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim())),
    );
    const url = `http://127.0.0.1:${port}`;
    const assay = new Assay({ apiKey: "assay_live_k", baseUrl: url });
    const other = new OpenAI({ apiKey: "k", baseURL: url });
    const headers = { authorization: "Bearer assay_live_k" };
    const [ours, bare, theirs] = await cpuPerCall([
      async () => assay.projects.get("proj_1"),
      async () => (await fetch(`${url}/v1/projects/proj_1`, { headers })).json(),
      async () => other.models.retrieve("proj_1"),
    ]);
    return [
      row("client bundle", {
        unit: "bytes gzip",
        ours: sizes.assay,
        peer: "openai",
        theirs: sizes.openai,
        atLeast: 1,
      }),
      row("CPU time of a call", { unit: "µs", ours, peer: "fetch", theirs: bare, atLeast: 1 / 1.5 }),
      row("CPU time of a call", { unit: "µs", ours, peer: "openai", theirs, atLeast: 1 }),
    ];
  } finally {
    child.kill();
  }
}

/** Creates a row for which a smaller figure is better; the ratio is the peer's figure divided by ours. */
const row = (what: string, figures: Omit<BenchRow, "what" | "ratio">): BenchRow => ({
  what,
  ...figures,
  ratio: figures.theirs / figures.ours,
});

/** Returns the size of the code that a program loads immediately, minified (bytes after gzip). */
async function bundled(contents: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*"],
    conditions: ["source"],
  });
  const first = (name: string): string[] => [
    name,
    ...(metafile.outputs[name]?.imports ?? []).flatMap(({ path, kind }) =>
      kind === "import-statement" ? first(path) : [],
    ),
  ];
  const wanted = new Set(first("out/stdin.js"));
  return outputFiles
    .filter(({ path }) => [...wanted].some((name) => path.endsWith(name)))
    .reduce((sum, { contents: bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

/**
 * Returns each function's CPU time per call (user and system, microseconds): the median of several rounds.
 */
async function cpuPerCall<const Subjects extends readonly (() => Promise<unknown>)[]>(
  subjects: Subjects,
): Promise<{ [Index in keyof Subjects]: number }> {
  const samples = subjects.map((): number[] => []);
  // The first round is a warm-up, and its time is discarded.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, call] of subjects.entries()) {
      const before = process.cpuUsage();
      for (let count = 0; count < callsARound; count += 1) await call();
      const { user, system } = process.cpuUsage(before);
      if (round > 0) samples[index]?.push((user + system) / callsARound);
    }
  }
  // The result has one figure per function.
  return samples.map(median) as { [Index in keyof Subjects]: number };
}
