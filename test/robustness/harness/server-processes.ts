// Runs a test file's server processes on scratch databases, and removes everything after the file's tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type AssayProcess, type DatabaseLocation, startAssayServer } from "../../support/assay-process.ts";
import { startPostgres } from "../../support/postgres.ts";

type Cleanup = () => Promise<unknown> | void;

/** @param name part of the scratch folders' names. */
export function createServerProcesses(name: string) {
  const cleanups: Cleanup[] = [];
  afterAll(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  return {
    /** Registers a function to run after the tests, before the functions that were registered earlier. */
    addCleanup: (cleanup: Cleanup): void => {
      cleanups.push(cleanup);
    },

    /** Starts a separate Postgres that forces every commit to disk. */
    durablePostgres: async (): Promise<{ url: string }> => {
      const postgres = await startPostgres({ durable: true });
      cleanups.push(() => postgres.stop());
      return { url: postgres.url };
    },

    scratchFolder: (): { dataDir: string } => {
      const dataDir = mkdtempSync(join(tmpdir(), `assay-${name}-`));
      cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
      return { dataDir };
    },

    start: (
      args: readonly string[],
      location: DatabaseLocation,
      env: Readonly<Record<string, string>> = {},
    ): AssayProcess => {
      const started = startAssayServer(args, location, env);
      cleanups.push(async () => {
        started.kill("SIGKILL");
        await started.ended;
      });
      return started;
    },
  };
}
