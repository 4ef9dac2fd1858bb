import type { Knex } from "knex";
import { accessTables } from "./0001-foundation/access.ts";
import { evaluationTables } from "./0001-foundation/evaluations.ts";
import { machineryTables } from "./0001-foundation/machinery.ts";
import { sampleTables } from "./0001-foundation/samples.ts";

/**
 * Creates the tables for API keys, projects, datasets, models, guideline sets, evaluations, the job queue,
 * idempotency and rate limits.
 *
 * Every primary and foreign key starts with `workspace_id`, so that the tables can be distributed by
 * workspace. The exception is `api_key_secrets`, which maps an API key to its workspace. Times have
 * millisecond precision, so that a cursor contains the exact time.
 *
 * The three largest tables (samples, results, sample_scores) have no foreign keys, because checking each row
 * takes as long as writing it. (For 100,000 samples, writing took 2.4 s with foreign keys and 1.0 s without.)
 * Writers hold a lock on the owning row, and deleting the owning row first deletes the rows in these tables.
 */
const statements = [...accessTables, ...sampleTables, ...evaluationTables, ...machineryTables];

const tables = [...statements.join("\n").matchAll(/create (?:unlogged )?table (\w+)/g)]
  .map(([, name]) => name)
  .toReversed();

export const foundation = {
  name: "0001_foundation",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of tables) await knex.raw(`drop table if exists ${table} cascade`);
  },
};
