// The shell lines of the README, and of the pages that continue it, as whoever reads them runs them, against a server.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runInShell, shellBlocks } from "../support/shell.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = ["README.md", "docs/scores.md"];

/** Run elsewhere: the two commands by npm-start.test.ts and by every run of the tests, hosting by hosting-docs.test.ts. */
const isRunElsewhere = (block: string): boolean => /^npm (start|test)\b|DATABASE_URL/m.test(block);

const lines = pages
  .flatMap((page) => shellBlocks(readFileSync(join(root, page), "utf8")))
  .filter((block) => !isRunElsewhere(block))
  .flatMap((block) => block.trim().split("\n"))
  .map((line) => line.replace(/\s+# .*$/, ""))
  .filter((line) => line !== "");

/** Lines that end with another code than 0: gates that do not hold, and what goes on until it is stopped. */
const codes: readonly [RegExp, number][] = [
  [/--max-under-triage 5%/, 1],
  [/--fail-on-regression/, 1],
  [/evidence watch/, 124],
];
const codeOf = (line: string): number => codes.find(([pattern]) => pattern.test(line))?.[1] ?? 0;

const folder = mkdtempSync(join(tmpdir(), "assay-readme-"));
let server: TestServer;
let assay: Assay;
let apiKey = "";
beforeAll(async () => {
  server = await startTestServer("embedded");
  apiKey = await server.newWorkspace();
  assay = new Assay({ apiKey, baseUrl: server.url });
  const data = (system: string) => join(root, "examples/data/triage", `${system}.jsonl`);
  copyFileSync(data("nightingale-1.0"), join(folder, "answers.jsonl"));
  copyFileSync(data("nightingale-1.0"), join(folder, "released.jsonl"));
  copyFileSync(data("mercury-0.9"), join(folder, "candidate.jsonl"));
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the lines name that a reader has of what came before. */
async function arrange(): Promise<Record<string, string>> {
  const nurse = await assay.reviews.reviewers.create({ name: "Nurse Ines", credentials: ["RN"] });
  const { secret: hers } = await assay.apiKeys.create({
    name: "Ines",
    preset: "reviewer",
    reviewer: nurse.id,
  });
  const first = await runLines(
    lines.filter((line) => line.includes("--compare")),
    {},
  );
  expect(first.output).not.toContain("@@99");
  const evaluations = await assay.evaluations.list({ limit: 2 });
  const [after, before] = evaluations.data;
  const { data: projects } = await assay.projects.list({ limit: 1 });
  return {
    "eval_… eval_…": `${before?.id} ${after?.id}`,
    "eval_…": before?.id ?? "",
    "proj_…": projects[0]?.id ?? "",
    "ASSAY_API_KEY=assay_live_… npm": `ASSAY_API_KEY=${hers} npm`,
    "AGENT_KEY=…": "AGENT_KEY=an-agent-key",
  };
}

async function runLines(some: readonly string[], known: Record<string, string>) {
  const script = some.map((line, index) => {
    let text = line;
    for (const [words, meant] of Object.entries(known)) text = text.replaceAll(words, meant);
    text = text
      .replace("http://127.0.0.1:8787", server.url)
      .replaceAll("assay_live_…", apiKey)
      .replace(/node examples\/dist\/([\w-]+)\.mjs/, "example $1");
    // It follows the log until it is stopped.
    if (text.includes("evidence watch")) text = text.replace(/^.*? -- /, "timeout 20 assay ");
    if (text.includes("last-week.txt")) text = `cp today.txt last-week.txt; ${text}`;
    expect(text).not.toContain("…");
    return `${text}\necho "@@$? ${index}"`;
  });
  return runInShell(script.join("\n"), {
    cwd: folder,
    environment: { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: apiKey },
  });
}

test("every line of the README does what it says, with the exit code that it says", async () => {
  const known = await arrange();
  expect(lines.length).toBeGreaterThan(15);
  const { output } = await runLines(lines, known);
  const ended = [...output.matchAll(/^@@(\d+) (\d+)$/gm)].map(([, code, index]) => [
    lines[Number(index)],
    Number(code),
  ]);
  expect(ended, output).toEqual(lines.map((line) => [line, codeOf(line)]));
}, 900_000);
