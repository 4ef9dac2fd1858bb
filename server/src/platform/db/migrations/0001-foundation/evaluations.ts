/** Evaluations, their results and the rollup that metrics read. */
export const evaluationTables = [
  // The settings of an evaluation are kept as sent (evaluators) and with all that they name or leave out (resolved), by
  // which it scores; results is what GET shows once completed.
  `create table evaluations (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    dataset_id uuid not null,
    dataset_version integer not null,
    model_id uuid,
    name text not null,
    status text not null,
    evaluators json not null,
    resolved json not null,
    sample_filter json,
    fail_on_error double precision not null,
    as_of timestamptz(3),
    manifest_hash bytea not null,
    metadata jsonb not null,
    total integer not null,
    completed integer not null default 0,
    failed integer not null default 0,
    error text,
    results json,
    created_at timestamptz(3) not null,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    cancelled_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id),
    foreign key (workspace_id, dataset_id) references datasets (workspace_id, id),
    foreign key (workspace_id, model_id) references models (workspace_id, id)
  )`,
  `create index evaluations_newest on evaluations (workspace_id, created_at desc, id desc)`,
  `create index evaluations_of_project on evaluations (workspace_id, project_id, created_at desc, id desc)`,
  `create index evaluations_of_dataset on evaluations (workspace_id, dataset_id, created_at desc, id desc)`,

  // The secrets that evaluators were given with their evaluation, encrypted; by the evaluator's position in it.
  `create table evaluator_secrets (
    workspace_id uuid not null,
    evaluation_id uuid not null,
    position smallint not null,
    secret bytea not null,
    primary key (workspace_id, evaluation_id, position),
    foreign key (workspace_id, evaluation_id) references evaluations (workspace_id, id) on delete cascade
  )`,

  // One row per sample and evaluator (by its position in the evaluation); reason says why it is flagged, skipped or
  // errored. The output and expectation that were scored are found by sample_version and output_version; rows of
  // samples and outputs are never changed. No foreign key here and on sample_scores: the only writer changes the
  // evaluation's own row in the same transaction, and checking each row costs as much again as writing it
  // (Postgres 15: 4.1 s of its time for 100,000 samples with the two keys, 2.3 s without).
  `create table results (
    workspace_id uuid not null,
    evaluation_id uuid not null,
    sample_id uuid not null,
    position smallint not null,
    status text not null,
    score double precision,
    passed boolean,
    flagged boolean not null,
    reason text,
    classification text,
    tally text,
    details json not null,
    sample_version integer not null,
    output_version integer,
    created_at timestamptz(3) not null,
    primary key (workspace_id, evaluation_id, sample_id, position)
  )`,
  `create index results_flagged on results (workspace_id, evaluation_id, sample_id, position) where flagged`,

  // A sample's combined score: automated as the evaluators gave it, effective after a reviewer's override.
  `create table sample_scores (
    workspace_id uuid not null,
    evaluation_id uuid not null,
    sample_id uuid not null,
    status text not null,
    automated double precision,
    automated_unweighted double precision,
    automated_passed boolean,
    effective double precision,
    effective_unweighted double precision,
    effective_passed boolean,
    flagged boolean not null,
    overridden_by uuid,
    primary key (workspace_id, evaluation_id, sample_id)
  )`,

  // The rollup that metrics and trends read: one row per evaluator key, and one with the empty key for the combined score.
  `create table evaluation_scores (
    workspace_id uuid not null,
    evaluation_id uuid not null,
    evaluator text not null,
    project_id uuid not null,
    dataset_id uuid not null,
    scored integer not null,
    errored integer not null,
    skipped integer not null,
    total integer not null,
    passed integer not null,
    flagged integer not null,
    score_sum double precision not null,
    mean double precision,
    median double precision,
    std_dev double precision,
    minimum double precision,
    maximum double precision,
    buckets integer[] not null,
    distribution json not null,
    effective_at timestamptz(3) not null,
    primary key (workspace_id, evaluation_id, evaluator),
    foreign key (workspace_id, evaluation_id) references evaluations (workspace_id, id) on delete cascade
  )`,
  `create index evaluation_scores_over_time on evaluation_scores (workspace_id, project_id, evaluator, effective_at)`,
];
