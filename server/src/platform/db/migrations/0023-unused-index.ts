import type { Knex } from "knex";

/** Drops an index that only the migration `0014_clusters` used. */
export const unusedIndex = {
  name: "0023_unused_index",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index if exists samples_in_clusters");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw(
      "create index if not exists samples_in_clusters on samples (workspace_id, dataset_id) where cluster_id is not null",
    );
  },
};
