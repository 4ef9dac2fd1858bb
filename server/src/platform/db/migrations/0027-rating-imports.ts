import type { Knex } from "knex";

/**
 * Adds imported ratings: `origin` separates the tasks that imports create from the tasks for reviewers. All
 * earlier tasks are tasks for reviewers. `staged_ratings` contains the rows of a file while the file is being
 * imported, similar to `staged_samples`.
 */
export const ratingImports = {
  name: "0027_rating_imports",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table review_tasks add column origin text not null default 'review'");
    // `sample_id` is the sample that is named by `sample` or `external_id`; null if that sample is unknown.
    await knex.raw(`create unlogged table staged_ratings (
        workspace_id uuid not null,
        import_id uuid not null,
        ordinal integer not null,
        line integer not null,
        path text not null,
        sample text,
        external_id text,
        sample_id uuid,
        contents json not null,
        staged_at timestamptz(3) not null,
        primary key (workspace_id, import_id, ordinal)
      )`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table if exists staged_ratings");
    await knex.raw("alter table review_tasks drop column origin");
  },
};
