import type { Knex } from "knex";

/**
 * Adds the time that a reviewer was active on a sample before a revision was submitted. The columns are null if the
 * client did not send it.
 */
export const activeSeconds = {
  name: "0031_active_seconds",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table reviews add column active_seconds double precision");
    await knex.raw("alter table review_revisions add column active_seconds double precision");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table reviews drop column active_seconds");
    await knex.raw("alter table review_revisions drop column active_seconds");
  },
};
