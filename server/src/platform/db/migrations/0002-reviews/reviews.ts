/** Reviews, their history, and the overrides that are in force. */
export const reviewTables = [
  // One row for each task, sample and reviewer: the present revision. credentials are those held when it was submitted.
  // duration_seconds: from the claim, or the reviewer's review before it under the task; null without a claim before.
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

  // Every revision, the present one included. The database refuses to change or delete one.
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

  // The overrides in force: at most one a review. position: the evaluator's place in the evaluation, −1 for the combined
  // score. The latest counts; ordinal tells which of two of the same millisecond is the later.
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
