import type { Knex } from "knex";

const tables = ["instance_secrets", "workspace_data_keys"];

/**
 * Stores the fingerprint of the key that wraps each stored key, so that an error about a wrong key can name
 * the right key. In rows of earlier releases, the fingerprint is null until a process of this release opens
 * the database.
 */
export const keyFingerprints = {
  name: "0015_key_fingerprints",
  up: async (knex: Knex): Promise<void> => {
    for (const table of tables) await knex.raw(`alter table ${table} add column fingerprint text`);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of tables) await knex.raw(`alter table ${table} drop column if exists fingerprint`);
  },
};
