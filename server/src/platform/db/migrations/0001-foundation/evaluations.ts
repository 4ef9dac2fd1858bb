/** Tables for evaluations, their results, and the rollup for metrics. */
export const evaluationTables = [
  // `evaluators` contains the settings as sent, and `resolved` contains them with all defaults and references
  // resolved. Scoring uses `resolved`. After completion, GET responses contain the column `results`.
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

  // Encrypted secrets of evaluators, by the evaluator's position in the evaluation.
  `create table evaluator_secrets (
    workspace_id uuid not null,
    evaluation_id uuid not null,
    position smallint not null,
    secret bytea not null,
    primary key (workspace_id, evaluation_id, position),
    foreign key (workspace_id, evaluation_id) references evaluations (workspace_id, id) on delete cascade
  )`,

  // One row per sample and evaluator (identified by its position in the evaluation). `reason` explains why a
  // result was flagged, skipped or errored. Together, `sample_version` and `output_version` identify the
  // scored output and the expected output, because rows of samples and outputs are never updated. This table
  // and `sample_scores` have no foreign keys, because checking each row takes as long as writing it (on
  // Postgres 15, 4.1 s for 100,000 samples with the two foreign keys and 2.3 s without). Their only writer
  // updates the evaluation's row in the same transaction.
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

  // The combined scores of a sample. `automated` is computed from the evaluators' scores; `effective` also
  // includes overrides by reviewers.
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

  // The rollup for metrics and trends, with one row per evaluator key. The empty key stands for the combined
  // score.
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
