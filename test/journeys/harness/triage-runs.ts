// Shared setup of the tests of `assay run`: a server, and the files of two systems that Assay contains.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { runAssay } from "../../support/assay-process.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

const data = fileURLToPath(new URL("../../../examples/data/triage/", import.meta.url));

/** The outputs of two systems for the same 68 samples. */
export const triageFiles = ["nightingale-1.0.jsonl", "mercury-0.9.jsonl"].map((name) => join(data, name));

/** A server with a workspace, and a folder for the files of a test. */
export class TriageRuns {
  readonly folder = mkdtempSync(join(tmpdir(), "assay-run-"));
  readonly server: TestServer;
  /** The variables with which the command line tool finds the server and the workspace. */
  readonly environment: Record<string, string>;

  constructor(server: TestServer, key: string) {
    this.server = server;
    this.environment = { ASSAY_BASE_URL: server.url, ASSAY_API_KEY: key };
  }

  /** Runs `assay` with arguments. */
  assay(args: string[], environment = this.environment): ReturnType<typeof runAssay> {
    return runAssay(args, environment);
  }
}

/** Starts a server before the tests of a file and stops it after them. @returns a function that returns the runs. */
export function useTriageRuns(): () => TriageRuns {
  let runs: TriageRuns | undefined;
  beforeAll(async () => {
    const server = await startTestServer("embedded");
    runs = new TriageRuns(server, await server.newWorkspace());
  });
  afterAll(async () => {
    if (!runs) return;
    rmSync(runs.folder, { recursive: true, force: true });
    await runs.server.close();
  });
  return () => {
    if (!runs) throw new Error("The server did not start.");
    return runs;
  };
}
