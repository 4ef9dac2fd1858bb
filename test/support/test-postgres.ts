import { inject } from "vitest";
import * as z from "zod";

const testPostgresSchema = z.object({
  /** URL of one of the server's databases; null if no server is available. */
  url: z.string().nullable(),
  /** Distinguishes this run's databases from those of another run on the same server. */
  runId: z.string(),
});

/** A test file's connection to the run's Postgres. */
export type TestPostgres = z.infer<typeof testPostgresSchema>;

let connection: Promise<TestPostgres> | undefined;

/** Returns the Postgres server that all test files in the run share; the first request starts it. */
export function testPostgres(): Promise<TestPostgres> {
  connection ??= requestConnection();
  return connection;
}

/**
 * Returns the URL of the run's Postgres server. If none is available, returns null, and a line in the output
 * reports it; `test.skipIf((await postgresUrl()) === null)("…")` then shows the test as skipped.
 */
export async function postgresUrl(): Promise<string | null> {
  return (await testPostgres()).url;
}

async function requestConnection(): Promise<TestPostgres> {
  const response = await fetch(inject("postgresBroker"));
  return testPostgresSchema.parse(await response.json());
}
