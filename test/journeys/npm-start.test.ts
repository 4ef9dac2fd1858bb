// Tests the built program that `npm start` runs: first start, Ctrl-C, and the next start with the same data.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Assay, type CreateEvaluation, type Evaluation } from "@assay/sdk";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { overviewPlot, toSvg } from "@assay/sdk/report";

const root = fileURLToPath(new URL("../../", import.meta.url));
const running = new Set<() => void>();

// `execFileSync` would block this process, so the test runner would consider it dead.
beforeAll(() => promisify(execFile)(process.execPath, ["scripts/build.mjs", "--if-stale"], { cwd: root }));
afterAll(() => {
  for (const kill of running) kill();
});

const pictureFile = join(root, "docs", "pictures", "result.svg");

interface Started {
  output: () => string;
  /** Sends Ctrl-C. @returns the exit code. */
  interrupt: () => Promise<number | null>;
}

/** Starts the main job and waits until it has printed its URL. */
async function start(folder: string): Promise<Started> {
  const child = spawn(process.execPath, ["examples/dist/main-job.mjs"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], PORT: "0", ASSAY_DATA_DIR: folder },
  });
  running.add(() => child.kill("SIGKILL"));
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes("Stop with Ctrl-C")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  return {
    output: () => output,
    interrupt: () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

const field = (output: string, name: string): string =>
  new RegExp(`^ +${name} +(\\S+)`, "m").exec(output)?.[1] ?? "";

/** Returns the evaluations whose ids are printed. */
async function evaluationsOf(shown: string): Promise<Evaluation[]> {
  const assay = new Assay({ apiKey: field(shown, "API key"), baseUrl: field(shown, "base URL") });
  const ids = reportArguments(shown).filter((one) => one.startsWith("eval_"));
  return Promise.all(ids.map((id) => assay.evaluations.get(id)));
}

/** Returns the arguments of the printed command that writes a report, which has two lines. */
const reportArguments = (shown: string): string[] =>
  (/assay -- (report [^]*?[^\\])\n/.exec(shown)?.[1] ?? "").split(/\s+(?:\\\s+)?/);

/** Runs the printed command that writes a report, in a folder. @returns the file and its mode. */
async function writeReport(
  shown: string,
  folder: string,
): Promise<{ html: string; mode: number; text: string }> {
  const env = { ASSAY_API_KEY: field(shown, "API key"), ASSAY_BASE_URL: field(shown, "base URL") };
  const cli = join(root, "sdk", "dist", "cli.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...reportArguments(shown)], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
  });
  const path = join(folder, "report.html");
  return { html: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777, text: stdout };
}

/**
 * Creates an evaluation with the members that the specification gives, which do not include a model, as the printed
 * command does. @returns the ended evaluation.
 */
async function evaluateWithoutModel(shown: string): Promise<Evaluation> {
  const [, body = ""] = /\/v1\/evaluations" .* -d '(\{[^']*\})'$/m.exec(shown) ?? [];
  const sent: unknown = JSON.parse(body);
  expect(Object.keys(Object(sent))).toEqual(["name", "project", "dataset", "evaluators"]);
  const assay = new Assay({ apiKey: field(shown, "API key"), baseUrl: field(shown, "base URL") });
  // The cast is safe: the server validates the body.
  const { id } = await assay.evaluations.create(sent as CreateEvaluation);
  return assay.evaluations.wait(id);
}

test("prints results and next steps; the next start reuses the data", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay start "));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await start(folder);
  const shown = first.output();
  expect(shown).toMatch(/exact\s+59\/68 = 86\.8 %.*48\/68 = 70\.6 %/);
  expect(shown.split("\n").length).toBeLessThan(150);
  // Only sentences are longer; a terminal wraps them between words.
  const long = shown.split("\n").filter((line) => line.length > 80);
  expect(long.filter((line) => !line.startsWith("mercury-0.9 is "))).toEqual([]);
  // The picture in the README shows these results. To regenerate it, run this test with vitest's `--update`.
  const evaluations = await evaluationsOf(shown);
  await expect(`${toSvg(overviewPlot(evaluations).svg)}\n`).toMatchFileSnapshot(pictureFile);
  const [url, key] = [field(shown, "base URL"), field(shown, "API key")];
  expect(field(shown, "project")).toMatch(/^proj_/);
  expect(field(shown, "dataset")).toMatch(/^ds_/);
  expect(field(shown, "samples")).toMatch(/^smp_/);
  expect(field(shown, "models")).toMatch(/^mdl_/);
  expect((await fetch(field(shown, "API docs"))).status).toBe(200);
  expect(statSync(join(folder, "first-key")).mode & 0o777).toBe(0o600);

  // Send the first command that the output suggests, as curl would.
  const [, path = ""] = /"\$ASSAY_BASE_URL(\/v1\/evaluations\/\S+)"/.exec(shown) ?? [];
  const answer = await fetch(`${url}${path}?flagged=true&limit=3`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data: { flagged: boolean }[] };
  expect([data.length, data.every(({ flagged }) => flagged)]).toEqual([3, true]);
  expect(await evaluateWithoutModel(shown)).toMatchObject({
    status: "completed",
    results: { missing_output: 0, triage: { exact: { all: { numerator: 59, denominator: 68 } } } },
  });
  const report = await writeReport(shown, folder);
  expect(report.mode).toBe(0o600);
  expect(report.html).toContain("9 of 20 emergent samples were not caught by mercury-0.9 (45.0\u00A0%");
  expect(report.html).toContain("mercury-0.9 is worse than nightingale-1.0");
  expect(report.html).not.toMatch(/<script|<link|<img/);
  expect(report.text).toMatch(/^emergent not caught +1\/20 = 5\.0 % .*9\/20 = 45\.0 %/m);
  expect(await first.interrupt()).toBe(0);

  const second = await start(folder);
  const again = second.output();
  for (const name of ["API key", "project", "dataset", "samples", "models", "evaluated"]) {
    expect(field(again, name), name).toBe(field(shown, name));
  }
  expect(again).toMatch(/exact\s+59\/68 = 86\.8 %.*48\/68 = 70\.6 %/);
  expect(await second.interrupt()).toBe(0);
}, 600_000);
