import type { Knex } from "knex";

/**
 * Adds indexes on results: one in order of the automated score, which lists the lowest scores first, and one
 * on the results without a score, which lists them by status.
 */
export const resultsByScore = {
  name: "0020_results_by_score",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(
      `create index results_by_score on results (workspace_id, evaluation_id, position, score, sample_id)
        where score is not null`,
    );
    await knex.raw(
      `create index results_unscored on results (workspace_id, evaluation_id, status, sample_id, position)
        where status <> 'scored'`,
    );
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index if exists results_unscored");
    await knex.raw("drop index if exists results_by_score");
  },
};
