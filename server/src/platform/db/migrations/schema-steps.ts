import { createHash } from "node:crypto";
import knex, { type Knex } from "knex";
import { sqlState } from "../transaction.ts";

/** One change of the schema, and the change that reverses it. Its statements do not depend on the data. */
export interface Migration {
  readonly name: string;
  readonly up: (knex: Knex) => Promise<void>;
  readonly down: (knex: Knex) => Promise<void>;
  /**
   * `transaction: false` is required for statements that Postgres does not permit in transactions, such as
   * `create index concurrently`.
   */
  readonly config?: { readonly transaction?: boolean };
}

/** The table of Knex with the names of the applied steps. */
export const namesTable = "knex_migrations";
const undefinedTable = "42P01";

/** The table with the digest of each applied step. Like the tables of Knex, no migration creates it. */
export const stepsTable = "schema_steps";

/** Returns the names of the applied steps, oldest first. */
export async function loadAppliedNames(db: Knex): Promise<string[]> {
  try {
    return await db(namesTable).orderBy("id").pluck<string[]>("name");
  } catch (error) {
    if (sqlState(error) === undefinedTable) return [];
    throw error;
  }
}

/** Creates the table with the digests if it does not exist. */
export async function createStepsTable(db: Knex): Promise<void> {
  await db.raw(`create table if not exists ${stepsTable} (name text primary key, digest text not null)`);
}

/**
 * Returns the digests of the applied steps by name. Steps that were applied before digests were stored are not
 * contained.
 */
export async function loadStepDigests(db: Knex): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.raw<{ rows: { there: boolean }[] }>(
    "select to_regclass(?) is not null as there",
    [stepsTable],
  );
  if (!rows[0]?.there) return new Map();
  const steps: { name: string; digest: string }[] = await db(stepsTable).select("name", "digest");
  return new Map(steps.map(({ name, digest }) => [name, digest]));
}

/** Returns the SHA-256 of a step's statements as hexadecimal digits, without running the statements. */
export async function digestOfStep({ up }: Migration): Promise<string> {
  const recorder = knex({ client: "pg", log: { warn: () => {} } });
  // Knex does not type its client, but the client of every dialect runs all statements with these methods.
  const client: StatementRunner = recorder.client;
  client.acquireConnection = async () => ({});
  client.releaseConnection = async () => {};
  client._query = async (_connection, query) => ({ ...query, response: { rows: [], rowCount: 0 } });
  return recordStatements(recorder, up);
}

interface StatementRunner {
  acquireConnection: () => Promise<object>;
  releaseConnection: () => Promise<void>;
  _query: (connection: object, query: object) => Promise<object>;
}

/** Adds to a step that it stores the digest of its statements, in the step's transaction. */
export const withDigest = (step: Migration): Migration => ({
  ...step,
  up: async (db) => {
    const digest = await recordStatements(db, step.up);
    await db(stepsTable).insert({ name: step.name, digest }).onConflict("name").merge();
  },
  down: async (db) => {
    await step.down(db);
    await db(stepsTable).where({ name: step.name }).delete();
  },
});

/** Runs a step and returns the digest of the statements that it ran. */
async function recordStatements(db: Knex, up: Migration["up"]): Promise<string> {
  const hash = createHash("sha256");
  const record = ({ sql }: { sql: string }): void => void hash.update(`${sql}\n;\n`);
  db.on("query", record);
  try {
    await up(db);
  } finally {
    db.off("query", record);
  }
  return hash.digest("hex");
}
