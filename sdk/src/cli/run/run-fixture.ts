// What the tests of `assay run` share: the mock of the API, files of samples, the command run in this process.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { createMockAssay } from "../../msw/index.ts";
import { commands } from "../commands.ts";
import { keptIo } from "../io-fixture.ts";
import { runCli } from "../program.ts";

/** A server whose evaluations end at once. */
export const mock = createMockAssay({ baseUrl: "https://run.test", evaluationMs: 0 });
/** A server whose evaluations do not end by themselves. */
export const busy = createMockAssay({ baseUrl: "https://busy.test" });
/** The network between. */
export const server = setupServer(...mock.handlers, ...busy.handlers);
/** Where {@link file} writes. */
export const folder = mkdtempSync(join(tmpdir(), "assay-run-command-"));

/** A file of samples, all expected to be urgent; an answer of null is none. */
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

/** Runs the command line against {@link mock}, unless it says otherwise. */
export async function assay(args: string[], options: Parameters<typeof keptIo>[0] = {}) {
  const io = keptIo({ env: { ASSAY_API_KEY: mock.apiKey, ASSAY_BASE_URL: mock.baseUrl }, ...options });
  const code = await runCli(args, io, commands);
  return { code, stdout: io.stdout.text(), stderr: io.stderr.text() };
}

/** `assay run` of these files with the triage evaluator. */
export const run = (paths: string[], gates: string[] = [], options: Parameters<typeof assay>[1] = {}) =>
  assay(["run", ...paths, "-e", "triage_accuracy", ...gates], options);

/** Ctrl-C when the n-th POST to a path that ends so begins, and every request that begins after it. */
export function interruptedAt(ending: string, nth = 1): { signal: AbortSignal; later: string[] } {
  const interruption = new AbortController();
  const later: string[] = [];
  let met = 0;
  server.events.on("request:start", ({ request: { method, url } }) => {
    const { pathname } = new URL(url);
    if (interruption.signal.aborted) later.push(`${method} ${pathname}`);
    else if (method === "POST" && pathname.endsWith(ending) && (met += 1) === nth) interruption.abort();
  });
  return { signal: interruption.signal, later };
}

/** Starts the servers for a file of tests, afresh for each. */
export function useServers(): void {
  beforeAll(() => {
    // The files of a worker share this module: the folder may be one that the file before removed.
    mkdirSync(folder, { recursive: true });
    server.listen({ onUnhandledRequest: "error" });
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
