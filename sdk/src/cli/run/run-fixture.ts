// Fixtures for command tests: the mock API, sample files, and a command that runs in this process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { createMockAssay, failOnUnhandled } from "../../msw/index.ts";
import { commands } from "../commands.ts";
import { recordedIo } from "../io-fixture.ts";
import { runCli } from "../program.ts";

/** A server whose evaluations complete immediately. */
export const mock = createMockAssay({ baseUrl: "https://run.test", evaluationMs: 0 });
/** A server whose evaluations never complete. */
export const busy = createMockAssay({ baseUrl: "https://busy.test" });
/** Intercepts requests to both servers. */
export const server = setupServer(...mock.handlers, ...busy.handlers);
/** Folder for the files written by {@link file}. */
export const folder = mkdtempSync(join(tmpdir(), "assay-run-command-"));

/** Writes a file of samples that are all expected to be urgent; a null answer is a missing output. */
export function file(name: string, ...answers: (string | null)[]): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const rows = answers.map((level, index) => ({
    id: `call-${index}`,
    input: "It hurts.",
    expected: { triage_level: "urgent" },
    output: level === null ? null : { triage_level: level },
  }));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

/** Runs the command line, against {@link mock} by default. */
export async function assay(args: string[], options: Parameters<typeof recordedIo>[0] = {}) {
  const io = recordedIo({ env: { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl }, ...options });
  const code = await runCli(args, io, commands);
  return { code, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

/** Runs `assay run` on these files with the triage evaluator. */
export const run = (paths: string[], gates: string[] = [], options: Parameters<typeof assay>[1] = {}) =>
  assay(["run", ...paths, "-e", "triage_accuracy", ...gates], options);

/** Interrupts at the n-th POST to a path that ends in `ending`, and records later requests. */
export function interruptedAt(ending: string, nth = 1): { signal: AbortSignal; later: string[] } {
  const interruption = new AbortController();
  const later: string[] = [];
  let matches = 0;
  server.events.on("request:start", ({ request: { method, url } }) => {
    const { pathname } = new URL(url);
    if (interruption.signal.aborted) later.push(`${method} ${pathname}`);
    else if (method === "POST" && pathname.endsWith(ending) && (matches += 1) === nth) interruption.abort();
  });
  return { signal: interruption.signal, later };
}

/** Starts the servers for a test file and resets them before each test. */
export function useServers(): void {
  beforeAll(() => {
    // An earlier test file of the same worker shares this module and can have removed the folder.
    mkdirSync(folder, { recursive: true });
    server.listen(failOnUnhandled);
  });
  beforeEach(() => {
    mock.reset();
    busy.reset();
    busy.world.evaluations.hold();
  });
  afterEach(() => {
    server.events.removeAllListeners();
    server.resetHandlers();
    vi.restoreAllMocks();
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
}
