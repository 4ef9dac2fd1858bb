// Compares an evaluation of 10,000 samples with promptfoo, using the same assertion: the output equals the
// expected answer. Both promptfoo's command and Assay store the results; promptfoo's API holds them in
// memory.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { median, seconds, serve } from "./serve.ts";

const folder = fileURLToPath(new URL("promptfoo/", import.meta.url));
const sampleCount = Number(process.env["ASSAY_TEST_BENCH_PROMPTFOO"] ?? 10_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 3);
const levels = ["emergent", "urgent", "semi_urgent", "routine"] as const;

const cases = Array.from({ length: sampleCount }, (_, index) => {
  const draw = (index * 2_654_435_761) % 4_294_967_296;
  return { expected: levels[draw % 4] ?? "routine", answer: levels[(draw >>> 3) % 4] ?? "routine" };
});

/** Returns promptfoo's paths after installing it on first use. @throws {Error} if it cannot be installed. */
function installed(): { entry: string; command: string } {
  const root = join(folder, "node_modules", "promptfoo");
  if (!existsSync(root)) {
    console.log("installing promptfoo (1.9 GB) …");
    const args = ["install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"];
    const { status, stderr } = spawnSync("npm", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`promptfoo cannot be installed:\n${stderr}`);
  }
  const entry = createRequire(join(folder, "package.json")).resolve("promptfoo");
  return { entry, command: join(root, "dist", "src", "entrypoint.js") };
}

/** Settings that disable promptfoo's telemetry and set its results folder. */
const environment = (scratch: string) => ({
  ...process.env,
  PROMPTFOO_CONFIG_DIR: scratch,
  PROMPTFOO_DISABLE_TELEMETRY: "1",
  PROMPTFOO_DISABLE_UPDATE: "1",
  PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  PROMPTFOO_DISABLE_SHARING: "1",
  LOG_LEVEL: "error",
});

const suite = {
  prompts: ["{{answer}}"],
  providers: ["echo"],
  tests: cases.map(({ answer, expected }) => ({
    vars: { answer },
    assert: [{ type: "equals", value: expected }],
  })),
};

/**
 * Runs a Node.js program. @returns its output. Exit code 100 is accepted: some assertions fail on purpose.
 */
function run(args: readonly string[], scratch: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: scratch, env: environment(scratch) });
    let written = "";
    child.stdout.on("data", (text: Buffer) => (written += text.toString()));
    child.stderr.on("data", (text: Buffer) => (written += text.toString()));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 || code === 100
        ? resolve(written)
        : reject(new Error(`The program exited with ${code}:\n${written}`)),
    );
  });
}

/** Returns a program that runs promptfoo's API in a separate process and prints the evaluation's duration. */
const inMemory = (entry: string): string => `
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
const { default: promptfoo } = await import(pathToFileURL(${JSON.stringify(entry)}));
const suite = JSON.parse(readFileSync("suite.json", "utf8"));
const started = performance.now();
const results = await promptfoo.evaluate({ ...suite, writeLatestResults: false }, { maxConcurrency: 64, showProgressBar: false });
const summary = typeof results.toEvaluateSummary === "function" ? await results.toEvaluateSummary() : results;
console.log("spent " + (performance.now() - started) / 1000 + " of " + (summary.stats.successes + summary.stats.failures));
process.exit(0);
`;

async function ours(assay: Assay): Promise<number[]> {
  const { id: project } = await assay.projects.create({ name: "bench" });
  const { id: dataset } = await assay.datasets.create({ name: "bench", project });
  const rows = cases.map(({ expected, answer }, index) =>
    JSON.stringify({
      id: `call-${index}`,
      input: { text: "…" },
      expected: { triage_level: expected },
      output: { triage_level: answer },
    }),
  );
  const body = new Blob([rows.join("\n")], { type: "application/x-ndjson" });
  await assay.datasets.importFile(dataset, body, { contentType: "application/x-ndjson" });
  const spent: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const evaluators = [{ type: "triage_accuracy" as const }];
    const evaluate = async () => {
      const { id } = await assay.evaluations.create({ name: `bench ${round}`, project, dataset, evaluators });
      await assay.evaluations.wait(id, { pollIntervalMs: 20 });
    };
    spent.push(await seconds(evaluate));
  }
  return spent;
}

/**
 * Returns medians of `ASSAY_TEST_BENCH_ROUNDS` (3) evaluations of `ASSAY_TEST_BENCH_PROMPTFOO` (10,000) samples each.
 */
export async function benchPromptfoo(url: string): Promise<BenchRow[]> {
  const { entry, command } = installed();
  const scratch = mkdtempSync(join(tmpdir(), "assay-promptfoo-"));
  const { baseUrl, secret, stop } = await serve(url);
  try {
    const own = await ours(new Assay({ apiKey: secret, baseUrl, timeoutMs: 600_000 }));
    writeFileSync(join(scratch, "suite.json"), JSON.stringify(suite));
    writeFileSync(join(scratch, "in-memory.mjs"), inMemory(entry));
    const [commands, calls]: [number[], number[]] = [[], []];
    const flags = ["--no-progress-bar", "--no-table", "--no-cache", "--max-concurrency", "64"];
    for (let round = 1; round <= rounds; round += 1) {
      commands.push(await seconds(() => run([command, "eval", "-c", "suite.json", ...flags], scratch)));
      const [, spent, of] = /spent ([\d.]+) of (\d+)/.exec(await run(["in-memory.mjs"], scratch)) ?? [];
      if (Number(of) !== sampleCount) throw new Error(`promptfoo evaluated ${of} of ${sampleCount} samples`);
      calls.push(Number(spent));
    }
    console.log("promptfoo:", JSON.stringify({ ours: own, commands, calls }));
    const row = (peer: string, theirs: readonly number[], atLeast: number): BenchRow => ({
      what: `evaluation of ${sampleCount} samples, create to completed`,
      unit: "samples/s",
      ours: sampleCount / median(own),
      peer,
      theirs: sampleCount / median(theirs),
      ratio: median(theirs) / median(own),
      atLeast,
    });
    return [
      row("`promptfoo eval`, same assertion, results stored", commands, 20),
      row("promptfoo's API, results in memory", calls, 5),
    ];
  } finally {
    await stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}
