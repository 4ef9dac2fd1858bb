/** Tables for reviews, their history, and active overrides. */
export const reviewTables = [
  // One row per task, sample and reviewer, with the current revision. `credentials` contains the reviewer's
  // credentials at submission. `duration_seconds` is the time since the claim or since the reviewer's
  // previous review in the task, whichever is later; null if the task was not claimed before.
  `create table reviews (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    task_id uuid not null,
    sample_id uuid not null,
    reviewer_id uuid not null,
    rubric_id uuid not null,
    evaluation_id uuid,
    revision integer not null,
    grades json not null,
    evaluator text,
    override_value double precision,
    original_ai_score double precision,
    notes text,
    flags text[] not null,
    credentials text[] not null,
    submitted_at timestamptz(3) not null,
    first_submitted_at timestamptz(3) not null,
    duration_seconds double precision,
    primary key (workspace_id, id),
    unique (workspace_id, task_id, sample_id, reviewer_id),
    foreign key (workspace_id, task_id) references review_tasks (workspace_id, id),
    foreign key (workspace_id, reviewer_id) references reviewers (workspace_id, id),
    foreign key (workspace_id, rubric_id) references rubrics (workspace_id, id)
  )`,
  `create index reviews_newest on reviews (workspace_id, first_submitted_at desc, id desc)`,
  `create index reviews_of_project on reviews (workspace_id, project_id, first_submitted_at desc, id desc)`,
  `create index reviews_of_sample on reviews (workspace_id, sample_id)`,
  `create index reviews_of_reviewer on reviews (workspace_id, reviewer_id, first_submitted_at desc, id desc)`,
  `create index reviews_of_rubric on reviews (workspace_id, rubric_id, submitted_at)`,

  // Every revision, including the current one. The database refuses to update or delete rows.
  `create table review_revisions (
    workspace_id uuid not null,
    review_id uuid not null,
    revision integer not null,
    grades json not null,
    evaluator text,
    override_value double precision,
    notes text,
    flags text[] not null,
    submitted_at timestamptz(3) not null,
    primary key (workspace_id, review_id, revision),
    foreign key (workspace_id, review_id) references reviews (workspace_id, id)
  )`,

  // Active overrides, at most one per review. `position` is the evaluator's position in the evaluation, or −1
  // for the combined score. The latest override applies; `ordinal` determines the order of overrides in the
  // same millisecond.
  `create table score_overrides (
    workspace_id uuid not null,
    review_id uuid not null,
    evaluation_id uuid not null,
    sample_id uuid not null,
    position smallint not null,
    value double precision not null,
    submitted_at timestamptz(3) not null,
    ordinal bigint generated always as identity,
    primary key (workspace_id, review_id),
    foreign key (workspace_id, review_id) references reviews (workspace_id, id)
  )`,
  `create index score_overrides_of_sample on score_overrides (workspace_id, evaluation_id, sample_id, position)`,
];
