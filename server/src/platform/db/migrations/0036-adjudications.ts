import type { Knex } from "knex";

const statements = [
  // Rows never change: a superseding adjudication names its predecessor. The two unique indexes make a chain of the
  // adjudications of a sample with a rubric.
  `create table adjudications (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    task_id uuid not null,
    sample_id uuid not null,
    rubric_id uuid not null,
    adjudicator_id uuid not null,
    credentials text[] not null,
    grades json not null,
    notes text,
    basis json not null,
    supersedes_id uuid,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id),
    foreign key (workspace_id, rubric_id) references rubrics (workspace_id, id),
    foreign key (workspace_id, adjudicator_id) references reviewers (workspace_id, id),
    foreign key (workspace_id, supersedes_id) references adjudications (workspace_id, id)
  )`,
  `create unique index adjudications_first on adjudications (workspace_id, rubric_id, sample_id)
    where supersedes_id is null`,
  `create unique index adjudications_superseding on adjudications (workspace_id, supersedes_id)
    where supersedes_id is not null`,
  `create index adjudications_newest on adjudications (workspace_id, created_at desc, id desc)`,
  `create index adjudications_of_sample on adjudications (workspace_id, sample_id)`,
  `create trigger adjudications_unchanged before update or delete on adjudications
    for each row execute function refuse_change()`,

  // Reviewers who have adjudicated a sample of a task with the task's rubric. The task is never assigned to them.
  `create table review_exclusions (
    workspace_id uuid not null,
    task_id uuid not null,
    reviewer_id uuid not null,
    primary key (workspace_id, task_id, reviewer_id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id) on delete cascade,
    foreign key (workspace_id, reviewer_id) references reviewers (workspace_id, id)
  )`,
  `create index review_task_samples_of_sample on review_task_samples (workspace_id, sample_id)`,

  // Null in tasks of earlier releases: the required credentials of the assignment apply.
  `alter table review_tasks add column adjudicator_credentials text[]`,

  // `adjudication_id` is the present adjudication if it decides the dimension; `label` is the source of the reference
  // label. Both are null if there is none.
  `alter table rated_dimensions add column adjudication_id uuid, add column label text`,
];

/** Adds adjudications, reference labels, and who may adjudicate the samples of a task. */
export const adjudications = {
  name: "0036_adjudications",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table rated_dimensions drop column adjudication_id, drop column label");
    await knex.raw("alter table review_tasks drop column adjudicator_credentials");
    await knex.raw("drop index review_task_samples_of_sample");
    await knex.raw("drop table review_exclusions");
    await knex.raw("drop table adjudications");
  },
};
