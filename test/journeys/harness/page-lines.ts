// Runs the shell lines on a documentation page against a server, as a reader would.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, expect } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { runInShell, shellBlocks } from "../../support/shell.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The values that a reader of a page must supply for its shell lines, and the exit codes that differ from 0.
 */
export interface Page {
  /** Creates the files that the page's lines read, by name. */
  files?: (assay: Assay) => Promise<Readonly<Record<string, string>>>;
  /** Lines with an exit code other than 0: failing gates, and commands that run until they are stopped. */
  codes?: readonly (readonly [RegExp, number])[];
}

/**
 * Whether these tests must not run a block: either another test runs the block (npm-start.test.ts or
 * hosting-docs.full.test.ts), or the block starts this test run.
 */
const isRunElsewhere = (block: string): boolean => /^npm (start|test)\b|DATABASE_URL/m.test(block);

export const linesOf = (page: string): string[] =>
  shellBlocks(readFileSync(join(root, page), "utf8"))
    .filter((block) => !isRunElsewhere(block))
    .flatMap((block) =>
      block
        .trim()
        .replaceAll(/\\\n\s*/g, "")
        .split("\n"),
    )
    .map((line) => line.replace(/\s+# .*$/, ""))
    .filter((line) => line !== "");

/** The server and the scratch folder of a test file. */
interface Host {
  server: TestServer;
  scratch: string;
}

/** The reader of a page, with a separate workspace and a folder for the page's files. */
interface Reader {
  serverUrl: string;
  apiKey: string;
  assay: Assay;
  folder: string;
}

/** Returns the file with a system's outputs for the triage cases in the examples. */
const data = (system: string) => join(root, "examples/data/triage", `${system}.jsonl`);

async function newReader({ server, scratch }: Host, page: string, { files }: Page): Promise<Reader> {
  const apiKey = await server.newWorkspace();
  const assay = new Assay({ apiKey, baseUrl: server.url });
  const folder = mkdtempSync(join(scratch, page.replaceAll(/\W/g, "-")));
  copyFileSync(data("nightingale-1.0"), join(folder, "answers.jsonl"));
  copyFileSync(data("nightingale-1.0"), join(folder, "released.jsonl"));
  copyFileSync(data("mercury-0.9"), join(folder, "candidate.jsonl"));
  for (const [name, text] of Object.entries((await files?.(assay)) ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { serverUrl: server.url, apiKey, assay, folder };
}

/** Creates the objects from earlier pages that the lines name. */
async function arrange(reader: Reader): Promise<Record<string, string>> {
  const { assay } = reader;
  const nurse = await assay.reviews.reviewers.create({ name: "Nurse Ada", credentials: ["RN"] });
  const { secret: hers } = await assay.apiKeys.create({
    name: "Ada",
    preset: "reviewer",
    reviewer: nurse.id,
  });
  const compare = linesOf("README.md").filter((line) => line.includes("--compare"));
  const first = await runLines(compare, {}, reader);
  expect(first.output).not.toMatch(/^@@[^0]/m);
  const evaluations = await assay.evaluations.list({ limit: 2 });
  const [after, before] = evaluations.data;
  const { data: samples } = await assay.samples.list(before?.dataset ?? "", { limit: 1 });
  const rubric = await assay.reviews.rubrics.create({
    name: "Triage safety",
    project: before?.project ?? "",
    dimensions: [
      {
        id: "accuracy",
        name: "Was the level right?",
        type: "categorical",
        options: ["correct", "too_low"].map((value) => ({ value, label: value })),
      },
    ],
  });
  return {
    "ds_…": before?.dataset ?? "",
    "rub_…": rubric.id,
    "eval_… eval_…": `${before?.id} ${after?.id}`,
    "eval_…": before?.id ?? "",
    "proj_…": before?.project ?? "",
    "smp_…": samples[0]?.id ?? "",
    "ASSAY_API_KEY=assay_live_… npm": `ASSAY_API_KEY=${hers} npm`,
    "AGENT_KEY=…": "AGENT_KEY=an-agent-key",
  };
}

async function runLines(
  some: readonly string[],
  known: Record<string, string>,
  { serverUrl, apiKey, folder }: Reader,
): Promise<{ output: string }> {
  const script = some.map((line, index) => {
    let text = line;
    for (const [words, meant] of Object.entries(known)) text = text.replaceAll(words, meant);
    text = text
      .replace("http://127.0.0.1:8787", serverUrl)
      .replaceAll("assay_live_…", apiKey)
      .replace(/node examples\/dist\/([\w-]+)\.mjs/, "example $1");
    // This command follows the log until it is stopped.
    if (text.includes("evidence watch")) text = text.replace(/^.*? -- /, "timeout 4 assay ");
    if (text.includes("last-week.ndjson")) text = `cp log.ndjson last-week.ndjson; ${text}`;
    if (text.includes("last-week.txt")) text = `cp today.txt last-week.txt; ${text}`;
    expect(text).not.toContain("…");
    return `${text}\nprintf "\\n@@%s %s\\n" $? ${index}`;
  });
  return runInShell(script.join("\n"), {
    cwd: folder,
    environment: { ASSAY_BASE_URL: serverUrl, ASSAY_API_KEY: apiKey },
  });
}

/** Runs a page's shell lines, and expects exit code 0 of each line unless `codes` states another code. */
async function expectLinesToHold(host: Host, page: string, described: Page): Promise<void> {
  const reader = await newReader(host, page, described);
  const lines = linesOf(page);
  expect(lines).not.toEqual([]);
  const { output } = await runLines(lines, await arrange(reader), reader);
  const ended = [...output.matchAll(/^@@(\d+) (\d+)$/gm)].map(([, code, index]) => [
    lines[Number(index)],
    Number(code),
  ]);
  const codeOf = (line: string): number => described.codes?.find(([pattern]) => pattern.test(line))?.[1] ?? 0;
  expect(ended, output).toEqual(lines.map((line) => [line, codeOf(line)]));
}

/**
 * Starts a server for the calling test file and stops it after the file's tests. Test files share modules, so
 * hooks at the top of this module would run for the first file only.
 *
 * @returns a function that runs a page's lines against the server.
 */
export function usePageServer(): (page: string, described: Page) => Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "assay-readme-"));
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer("embedded");
  });
  afterAll(async () => {
    await server?.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  return async (page, described) => {
    if (server === undefined) throw new Error("The server of this file has not started.");
    await expectLinesToHold({ server, scratch }, page, described);
  };
}

/** Lists the README, CONTRIBUTING and every page in `docs`. */
export function listPages(): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  return ["README.md", "CONTRIBUTING.md", ...docs.map((name) => `docs/${name}`)].filter((name) =>
    name.endsWith(".md"),
  );
}
