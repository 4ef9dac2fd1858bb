import type { Knex } from "knex";

/** Adds drafts of reviews. A reviewer has at most one draft of a sample in a task. */
export const reviewDrafts = {
  name: "0037_review_drafts",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`create table review_drafts (
      workspace_id uuid not null,
      task_id uuid not null,
      sample_id uuid not null,
      reviewer_id uuid not null,
      revision integer not null,
      grades json,
      notes text,
      flags text[],
      override_ai_score boolean,
      override_value double precision,
      updated_at timestamptz(3) not null,
      primary key (workspace_id, task_id, sample_id, reviewer_id),
      foreign key (workspace_id, task_id) references review_tasks (workspace_id, id) on delete cascade
    )`);
    await knex.raw("create index review_drafts_by_age on review_drafts (updated_at)");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table review_drafts");
  },
};
