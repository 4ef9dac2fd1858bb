import type { Knex } from "knex";
import { accessTables } from "./0001-foundation/access.ts";
import { evaluationTables } from "./0001-foundation/evaluations.ts";
import { machineryTables } from "./0001-foundation/machinery.ts";
import { sampleTables } from "./0001-foundation/samples.ts";

/**
 * Keys, projects, datasets, models, guideline sets, evaluations, the queue, idempotency and rate limits.
 *
 * `workspace_id` leads every primary and foreign key, so that the tables can be distributed by workspace; the one
 * table without it in front is `api_key_secrets`, which finds the workspace of a key. Times are kept to the
 * millisecond, so that a cursor made from one loses nothing.
 *
 * The three tables that grow by the hundred thousand (samples, results, sample_scores) have no foreign keys: checking
 * one for each row takes as long as writing it (100,000 samples: 2.4 s with, 1.0 s without). Whoever writes to them
 * holds a lock on the row they belong to, and whoever deletes that row deletes them first.
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
