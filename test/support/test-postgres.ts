import { inject } from "vitest";
import * as z from "zod";

const testPostgresSchema = z.object({
  /** The address of a database of the server; null when no server is available. */
  url: z.string().nullable(),
  /** Distinguishes this run's databases from those of another run on the same server. */
  runId: z.string(),
});

/** The connection of a test file to the run's Postgres. */
export type TestPostgres = z.infer<typeof testPostgresSchema>;

let connection: Promise<TestPostgres> | undefined;

/** The Postgres server that all test files of the run share; the first request starts it. */
export function testPostgres(): Promise<TestPostgres> {
  connection ??= requestConnection();
  return connection;
}

/**
 * The address of the run's Postgres server; null when none is available, which a line of the run reports:
 * `test.skipIf((await postgresUrl()) === null)("…")` then shows as skipped.
 */
export async function postgresUrl(): Promise<string | null> {
  return (await testPostgres()).url;
}

async function requestConnection(): Promise<TestPostgres> {
  const response = await fetch(inject("postgresBroker"));
  return testPostgresSchema.parse(await response.json());
}
