import type { Knex } from "knex";

/**
 * Keys, projects, data sets, models, guideline sets, evaluations, the queue, idempotency and rate limits.
 *
 * `workspace_id` leads every primary and foreign key, so that the tables can be distributed by workspace; the one
 * table without it in front is `api_key_secrets`, which finds the workspace of a key. Times are kept to the
 * millisecond, so that a cursor made from one loses nothing.
 *
 * The three tables that grow by the hundred thousand (samples, results, sample_scores) have no foreign keys: checking
 * one for each row takes as long as writing it (100,000 samples: 2.4 s with, 1.0 s without). Whoever writes to them
 * holds a lock on the row they belong to, and whoever deletes that row deletes them first.
 */
const statements = [
  `create table workspaces (
    id uuid primary key,
    name text not null unique,
    created_at timestamptz(3) not null
  )`,

  // Secrets of the installation (the key of the API key hashes), wrapped by a key-encryption key.
  `create table instance_secrets (
    name text primary key,
    kek_version text not null,
    wrapped bytea not null
  )`,

  // One data key a workspace encrypts with; rotation rewraps only these.
  `create table workspace_data_keys (
    workspace_id uuid primary key references workspaces (id) on delete cascade,
    kek_version text not null,
    wrapped bytea not null
  )`,

  `create table api_keys (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    name text not null,
    scopes text[] not null,
    projects uuid[],
    reviewer_id uuid,
    last4 text not null,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create index api_keys_newest on api_keys (workspace_id, created_at desc, id desc)`,
  `create table api_key_secrets (
    key_hash bytea primary key,
    workspace_id uuid not null,
    api_key_id uuid not null,
    valid_until timestamptz(3),
    foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id) on delete cascade
  )`,
  `create index api_key_secrets_by_key on api_key_secrets (workspace_id, api_key_id)`,

  `create table projects (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    name text not null,
    description text,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id)
  )`,
  `create index projects_newest on projects (workspace_id, created_at desc, id desc)`,

  `create table datasets (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    name text not null,
    description text,
    archived boolean not null default false,
    sample_count integer not null default 0,
    version integer not null default 0,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id)
  )`,
  `create index datasets_newest on datasets (workspace_id, created_at desc, id desc)`,
  `create index datasets_of_project on datasets (workspace_id, project_id, created_at desc, id desc)`,
  `create table dataset_versions (
    workspace_id uuid not null,
    dataset_id uuid not null,
    version integer not null,
    change text not null,
    inserted integer not null,
    updated integer not null,
    sample_count integer not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, dataset_id, version),
    foreign key (workspace_id, dataset_id) references datasets (workspace_id, id) on delete cascade
  )`,

  // A row holds a sample's contents from data set version valid_from up to, but not including, valid_until.
  // Nothing is updated in place, so an evaluation reads the version it was created with. input, output and
  // expected are json, not jsonb: they come back exactly as they were sent.
  `create table samples (
    workspace_id uuid not null,
    id uuid not null,
    dataset_id uuid not null,
    valid_from integer not null,
    valid_until integer,
    external_id text,
    input json not null,
    output json,
    expected json,
    metadata jsonb not null,
    tags text[] not null,
    split text,
    cluster_id text,
    content_hash bytea not null,
    case_hash bytea not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id, valid_from)
  )`,
  `create index samples_in_order on samples (workspace_id, dataset_id, id)`,
  `create unique index samples_external_id on samples (workspace_id, dataset_id, external_id)
    where valid_until is null and external_id is not null`,

  // Rows of an import on their way into samples, written as they arrive so that no transaction waits for the network.
  // Not crash-safe on purpose: an import that did not finish left nothing behind.
  `create unlogged table staged_samples (
    workspace_id uuid not null,
    import_id uuid not null,
    ordinal integer not null,
    line integer not null,
    path text not null,
    sample_id uuid not null,
    external_id text,
    input json not null,
    output json,
    expected json,
    metadata jsonb not null,
    tags text[] not null,
    split text,
    cluster_id text,
    content_hash bytea not null,
    case_hash bytea not null,
    staged_at timestamptz(3) not null,
    primary key (workspace_id, import_id, ordinal)
  )`,

  `create table models (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    name text not null,
    version text not null,
    metadata jsonb not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, id),
    unique (workspace_id, name, version)
  )`,
  `create index models_newest on models (workspace_id, created_at desc, id desc)`,

  // What answers are held against by guideline_compliance. Never changed: an evaluation keeps the set it was made with.
  `create table guideline_sets (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    name text not null,
    questions json not null,
    required_actions text[] not null,
    forbidden_actions text[] not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, name)
  )`,
  `create index guideline_sets_newest on guideline_sets (workspace_id, created_at desc, id desc)`,

  // What calls to custom evaluators are signed with, encrypted under the workspace's data key. The workspace's own: the
  // present one has no end, those before it work on until theirs.
  `create table custom_evaluator_secrets (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    secret bytea not null,
    created_at timestamptz(3) not null,
    valid_until timestamptz(3),
    primary key (workspace_id, id)
  )`,
  `create unique index custom_evaluator_secrets_present on custom_evaluator_secrets (workspace_id)
    where valid_until is null`,

  // What a model answered to a sample, versioned with the data set like the samples.
  `create table outputs (
    workspace_id uuid not null,
    dataset_id uuid not null,
    model_id uuid not null,
    sample_id uuid not null,
    valid_from integer not null,
    valid_until integer,
    output json,
    created_at timestamptz(3) not null,
    primary key (workspace_id, dataset_id, model_id, sample_id, valid_from),
    foreign key (workspace_id, dataset_id) references datasets (workspace_id, id) on delete cascade,
    foreign key (workspace_id, model_id) references models (workspace_id, id)
  )`,

  // Rows of a file of outputs on their way into outputs, as staged_samples are; sample_id is of the sample that sample or
  // external_id names, null when there is none; stored says whether the model has answered it already, same or other.
  `create unlogged table staged_outputs (
    workspace_id uuid not null,
    import_id uuid not null,
    ordinal integer not null,
    line integer not null,
    sample text,
    external_id text,
    sample_id uuid,
    stored text,
    output json,
    staged_at timestamptz(3) not null,
    primary key (workspace_id, import_id, ordinal)
  )`,

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

  // Events for others, written in the transaction that caused them.
  `create table outbox (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    event text not null,
    data json not null,
    created_at timestamptz(3) not null,
    processed_at timestamptz(3),
    primary key (workspace_id, id)
  )`,
  `create index outbox_waiting on outbox (id) where processed_at is null`,

  `create table jobs (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    kind text not null,
    group_id uuid,
    priority smallint not null,
    run_at timestamptz(3) not null,
    state text not null,
    attempts smallint not null default 0,
    max_attempts smallint not null,
    lease_token uuid,
    leased_until timestamptz(3),
    payload json not null,
    last_error text,
    created_at timestamptz(3) not null,
    finished_at timestamptz(3),
    primary key (workspace_id, id)
  ) with (fillfactor = 70)`,
  `create index jobs_ready on jobs (priority, run_at, id) where state = 'ready'`,
  `create index jobs_leased on jobs (leased_until) where state = 'running'`,
  `create index jobs_of_group on jobs (workspace_id, group_id) where state in ('ready', 'running')`,
  `create index jobs_finished on jobs (finished_at) where finished_at is not null`,

  `create table idempotency_keys (
    workspace_id uuid not null,
    api_key_id uuid not null,
    method text not null,
    path text not null,
    key text not null,
    request_hash bytea not null,
    status smallint not null,
    body bytea not null,
    encrypted boolean not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, api_key_id, method, path, key),
    foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id) on delete cascade
  )`,
  `create index idempotency_keys_age on idempotency_keys (created_at)`,

  `create table rate_windows (
    workspace_id uuid not null,
    api_key_id uuid not null,
    window_start timestamptz(3) not null,
    used integer not null,
    primary key (workspace_id, api_key_id, window_start),
    foreign key (workspace_id, api_key_id) references api_keys (workspace_id, id) on delete cascade
  )`,
];

const tables = [...statements.join("\n").matchAll(/create (?:unlogged )?table (\w+)/g)]
  .map(([, name]) => name)
  .toReversed();

export const foundation = {
  name: "0001_foundation",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of tables) await knex.raw(`drop table if exists ${table} cascade`);
  },
};
