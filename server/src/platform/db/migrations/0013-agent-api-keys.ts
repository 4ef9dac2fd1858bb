import type { Knex } from "knex";

/**
 * Adds the agent to which an API key is bound. The column has no foreign key, because keys of a deleted agent
 * stay in the list of API keys as revoked.
 */
export const agentApiKeys = {
  name: "0013_agent_api_keys",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table api_keys add column agent text");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table api_keys drop column if exists agent");
  },
};
