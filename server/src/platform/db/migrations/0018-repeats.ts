import type { Knex } from "knex";

/**
 * Adds the first decision of a reserved cost, so that repeats share the cost. Null in rows of earlier
 * versions: the decision itself.
 */
export const repeats = {
  name: "0018_repeats",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table decision_costs add column first_id uuid");
    await knex.raw(
      "create index decision_costs_first on decision_costs (workspace_id, first_id) where first_id is not null",
    );
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index if exists decision_costs_first");
    await knex.raw("alter table decision_costs drop column if exists first_id");
  },
};
