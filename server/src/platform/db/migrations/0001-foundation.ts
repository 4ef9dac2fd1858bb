import type { Knex } from "knex";
import { accessTables } from "./0001-foundation/access.ts";
import { evaluationTables } from "./0001-foundation/evaluations.ts";
import { machineryTables } from "./0001-foundation/machinery.ts";
import { sampleTables } from "./0001-foundation/samples.ts";

/**
 * Keys, projects, datasets, models, guideline sets, evaluations, the queue, idempotency and rate limits.
 *
 * `workspace_id` leads every primary and foreign key, so that the tables can be distributed by workspace. The
 * exception is `api_key_secrets`, which maps a key to its workspace. Times have millisecond precision, so
 * that a cursor keeps the exact time.
 *
 * The three largest tables (samples, results, sample_scores) have no foreign keys, because the check of each
 * row takes as long as the write (100,000 samples: 2.4 s with keys, 1.0 s without). Writers hold a lock on
 * the owning row, and a deletion of that row deletes these rows first.
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
