// A Postgres database on which a test runs the operator's commands.
import { afterAll, beforeAll } from "vitest";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { freshDatabase } from "./database.ts";
import { type Operated, operate } from "./operate.ts";
import { postgresUrl } from "./test-postgres.ts";

/** Whether tests that need a Postgres server must be skipped. */
export const withoutPostgres = (await postgresUrl()) === null;

interface OperatedDatabase {
  database: () => Database;
  /** Returns the settings with which the commands find the database. */
  location: () => Record<string, string>;
  /** Runs `assay-server` with these arguments. */
  operate: (...args: string[]) => Promise<Operated>;
}

/** Provides the tests of a suite with a database in which the named workspaces exist. */
export function useOperatedDatabase(...workspaces: string[]): OperatedDatabase {
  let database: Database;
  const location = () => ({
    DATABASE_URL: database.url ?? "",
    PORT: "0",
    ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
  });
  const run = (...args: string[]) => operate(args, location());
  beforeAll(async () => {
    database = await freshDatabase("postgres");
    for (const name of workspaces) await run("workspace", "create", name);
  });
  afterAll(() => database?.close());
  return { database: () => database, location, operate: run };
}
