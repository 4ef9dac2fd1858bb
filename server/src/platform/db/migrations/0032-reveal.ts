import type { Knex } from "knex";

/**
 * Adds the rule by which a blind task shows what it hides, and to revisions whether the reviewer could see it. The
 * columns `after_reveal` are null in rows of earlier releases and of imports. Such a revision was submitted after the
 * reveal if it is not the first one and its task is blind and not imported.
 */
export const reveal = {
  name: "0032_reveal",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table review_tasks add column reveal text not null default 'after_submit'");
    await knex.raw(
      `create index review_tasks_blind on review_tasks (workspace_id, id)
        where blind and status in ('pending', 'assigned', 'in_progress')`,
    );
    await knex.raw("alter table reviews add column after_reveal boolean");
    await knex.raw("alter table review_revisions add column after_reveal boolean");
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop index review_tasks_blind");
    await knex.raw("alter table review_tasks drop column reveal");
    await knex.raw("alter table reviews drop column after_reveal");
    await knex.raw("alter table review_revisions drop column after_reveal");
  },
};
