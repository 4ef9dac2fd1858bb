import type { Knex } from "knex";

/**
 * Adds the agent to which an API key is bound. The column has no foreign key, because keys of a deleted agent
 * stay in the list of API keys as revoked. The rollback revokes bound keys, because earlier releases would
 * accept them for every agent.
 */
export const agentApiKeys = {
  name: "0013_agent_api_keys",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table api_keys add column agent text");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("update api_keys set revoked_at = now() where agent is not null and revoked_at is null");
    await knex.raw("alter table api_keys drop column agent");
  },
};
