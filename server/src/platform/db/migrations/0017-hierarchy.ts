import type { Knex } from "knex";

const columns: readonly [table: string, column: string, definition: string][] = [
  ["agents", "groups", "text[] not null default '{}'"],
  ["entities", "parents", "json not null default '[]'"],
  ["entity_sets", "action_groups", "json not null default '{}'"],
];

/** Adds the parents of entities, and the groups of agents and actions. */
export const hierarchy = {
  name: "0017_hierarchy",
  up: async (knex: Knex): Promise<void> => {
    for (const [table, column, definition] of columns)
      await knex.raw(`alter table ${table} add column ${column} ${definition}`);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const [table, column] of columns)
      await knex.raw(`alter table ${table} drop column if exists ${column}`);
  },
};
