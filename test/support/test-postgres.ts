import { inject } from "vitest";
import * as z from "zod";

const testPostgresSchema = z.object({
  /** The address of a database of the server; null when there is no server here. */
  url: z.string().nullable(),
  /** Sets this run's databases apart from those of another on the same server. */
  runId: z.string(),
});

/** What a test file is told about the run's Postgres. */
export type TestPostgres = z.infer<typeof testPostgresSchema>;

let told: Promise<TestPostgres> | undefined;

/** The Postgres server that all test files of the run share; started when the first one asks. */
export function testPostgres(): Promise<TestPostgres> {
  told ??= ask();
  return told;
}

/**
 * The address of the run's Postgres server; null where none can be had, which a line of the run has said:
 * `test.skipIf((await postgresUrl()) === null)("…")` then shows as skipped.
 */
export async function postgresUrl(): Promise<string | null> {
  return (await testPostgres()).url;
}

async function ask(): Promise<TestPostgres> {
  const response = await fetch(inject("postgresBroker"));
  return testPostgresSchema.parse(await response.json());
}
