import type { Knex } from "knex";
import { overrideStatements, undoOverrides } from "./0002-reviews/overrides.ts";
import { reviewTables } from "./0002-reviews/reviews.ts";
import { taskTables } from "./0002-reviews/tasks.ts";

const statements = [...taskTables, ...reviewTables];

const tables = [...statements.join("\n").matchAll(/create table (\w+)/g)]
  .map(([, name]) => name)
  .toReversed();

/**
 * Creates the tables for reviewers, rubrics, tasks, assignments, reviews with their history, and overridden
 * scores.
 */
export const reviews = {
  name: "0002_reviews",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of [...statements, ...overrideStatements]) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of tables) await knex.raw(`drop table if exists ${table} cascade`);
    for (const statement of undoOverrides) await knex.raw(statement);
  },
};
