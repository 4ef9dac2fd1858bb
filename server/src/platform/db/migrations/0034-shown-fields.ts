import type { Knex } from "knex";

/**
 * Adds what a blind task shows of its samples. The columns are null if it shows everything, as do the tasks of earlier
 * releases.
 */
export const shownFields = {
  name: "0034_shown_fields",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(
      "alter table review_tasks add column shown_metadata text[], add column shown_fields text[]",
    );
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table review_tasks drop column shown_metadata, drop column shown_fields");
  },
};
