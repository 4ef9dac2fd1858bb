import type { Knex } from "knex";

/** Adds the reasons why an evaluation failed. They are null for evaluations that failed earlier. */
export const errorReasons = {
  name: "0022_error_reasons",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table evaluations add column error_reasons json");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table evaluations drop column if exists error_reasons");
  },
};
