import type { Knex } from "knex";

/**
 * Adds the id of the first decision that reserved a cost, so that decisions on repeated requests share this
 * cost. In rows of earlier versions, the id is null, and the decision itself counts as the first.
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
