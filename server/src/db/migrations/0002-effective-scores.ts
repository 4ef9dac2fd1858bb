import type { Knex } from "knex";

/** Results after a reviewer's override; null: none has spoken. Scores of one sample are found over its evaluations. */
export const effectiveScores = {
  name: "0002_effective_scores",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(
      "alter table results add column effective_score double precision, add column effective_passed boolean, add column overridden_by uuid",
    );
    await knex.raw("create index sample_scores_of_sample on sample_scores (workspace_id, sample_id)");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index if exists sample_scores_of_sample");
    await knex.raw(
      "alter table results drop column if exists effective_score, drop column if exists effective_passed, drop column if exists overridden_by",
    );
  },
};
