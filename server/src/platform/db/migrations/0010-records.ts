import type { Knex } from "knex";

/** Adds an index on the ids of decisions, for sealing and verifying records. */
export const records = {
  name: "0010_records",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(
      `create index events_by_decision on events (workspace_id, (data ->> 'decisionId'))
        where type = 'policy_decision' and origin = 'server'`,
    );
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index if exists events_by_decision");
  },
};
