import type { Knex } from "knex";

/**
 * Adds the endpoint that an evaluation waits for, and the time that it has spent in earlier waits. The columns are null
 * while an evaluation does not wait.
 */
export const evaluationWaits = {
  name: "0030_evaluation_waits",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`alter table evaluations
      add column waiting_origin text,
      add column waiting_since timestamptz(3),
      add column waited_ms double precision not null default 0`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw(`alter table evaluations
      drop column waiting_origin,
      drop column waiting_since,
      drop column waited_ms`);
  },
};
