import type { Knex } from "knex";

/**
 * Adds the number of the run to outputs, which becomes part of their key. Stored outputs, and those that
 * earlier releases store, belong to run 1.
 */
export const outputRuns = {
  name: "0025_output_runs",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table staged_outputs add column run smallint not null default 1");
    await knex.raw("alter table outputs add column run smallint not null default 1");
    await knex.raw(`alter table outputs drop constraint outputs_pkey,
      add primary key (workspace_id, dataset_id, model_id, sample_id, run, valid_from)`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("delete from outputs where run > 1");
    await knex.raw(`alter table outputs drop constraint outputs_pkey,
      add primary key (workspace_id, dataset_id, model_id, sample_id, valid_from)`);
    await knex.raw("alter table outputs drop column run");
    await knex.raw("alter table staged_outputs drop column run");
  },
};
