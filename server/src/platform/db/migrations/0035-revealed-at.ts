import type { Knex } from "knex";

/** Adds the time at which a reviewer first saw what a blind item hides; null if the reviewer has not revealed it. */
export const revealedAt = {
  name: "0035_revealed_at",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table reviews add column revealed_at timestamptz(3)");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table reviews drop column revealed_at");
  },
};
