import type { Knex } from "knex";

/** Adds the declared types of entities. */
export const entityTypes = {
  name: "0019_entity_types",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table entity_sets add column types text[] not null default '{}'");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table entity_sets drop column if exists types");
  },
};
