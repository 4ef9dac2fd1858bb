import type { Knex } from "knex";

/** Results that a reviewer has overridden keep both scores; a sample's scores are found by the sample. */
export const effectiveScores = {
  name: "0002_effective_scores",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`alter table results add column effective_score double precision,
      add column effective_passed boolean, add column overridden_by uuid`);
    await knex.raw(`create index sample_scores_of_sample on sample_scores (workspace_id, sample_id)`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw(`drop index if exists sample_scores_of_sample`);
    await knex.raw(`alter table results drop column effective_score, drop column effective_passed,
      drop column overridden_by`);
  },
};
