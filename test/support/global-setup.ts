import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { enumValuesOf } from "./enum-values-folder.ts";
import { type RunningPostgres, startPostgres } from "./postgres.ts";
import type { TestPostgres } from "./test-postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL that provides the connection to the run's Postgres server; see `test-postgres.ts`. */
    postgresBroker: string;
    /** The run's id, with which its test files can share data. */
    runId: string;
  }
}

/** A run's server; tests must not interrupt a server that existed before the run. */
type SharedPostgres = Pick<RunningPostgres, "url" | "stop">;

/**
 * Runs before the tests, and starts an HTTP server that provides the Postgres server for all tests. The first
 * request starts Postgres from this process, which outlives the tests' processes.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runId = randomBytes(4).toString("hex");
  let started: Promise<SharedPostgres | null> | undefined;
  const broker = createServer((request, response) => {
    if (request.url !== `/${runId}`) {
      response.writeHead(404).end();
      return;
    }
    started ??= start();
    void answer(response, started, runId);
  });
  project.provide("runId", runId);
  await new Promise<void>((resolve) => broker.listen(0, "127.0.0.1", resolve));
  const address = broker.address();
  if (typeof address !== "object" || !address) throw new Error("The broker has no address.");
  project.provide("postgresBroker", `http://127.0.0.1:${address.port}/${runId}`);
  return async () => {
    await new Promise((resolve) => broker.close(resolve));
    const postgres = await started;
    if (process.env["TEST_DATABASE_URL"]) await dropDatabases(process.env["TEST_DATABASE_URL"], runId);
    await postgres?.stop();
    await rm(enumValuesOf(runId), { recursive: true, force: true });
  };
}

async function answer(
  response: ServerResponse,
  started: Promise<SharedPostgres | null>,
  runId: string,
): Promise<void> {
  const connection: TestPostgres = { url: (await started)?.url ?? null, runId };
  response.setHeader("content-type", "application/json").end(JSON.stringify(connection));
}

async function start(): Promise<SharedPostgres | null> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) return { url: given, stop: async () => {} };
  try {
    return await startPostgres();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`[postgres] Tests over a real Postgres server do not run here: ${reason}\n`);
    return null;
  }
}

/** Drops only this run's databases; the rest of a server that existed before is left unchanged. */
async function dropDatabases(url: string, runId: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(datname) as name from pg_database where datname like $1",
    [`assay\\_%\\_${runId}%`],
  );
  for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
}
