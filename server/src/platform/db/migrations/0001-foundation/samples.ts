/** Tables for the inputs of evaluations: datasets, samples, models, guideline sets and outputs. */
export const sampleTables = [
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

  // A row contains a sample's contents from dataset version `valid_from` up to, but not including,
  // `valid_until`. Rows are not updated, so an evaluation reads the version with which it was created.
  // `input`, `output` and `expected` have the type json instead of jsonb, so that they are returned exactly
  // as sent.
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

  // Rows of a running import, written as they arrive, so that no transaction waits for the network. The table
  // is unlogged, because an unfinished import is discarded after a crash.
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

  // Guidelines for guideline_compliance. They are immutable, so an evaluation uses the set with which it was
  // created.
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

  // Secrets for signing calls to custom evaluators, encrypted with the workspace's data key. The current
  // secret has no expiry; earlier ones stay valid until they expire.
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

  // A model's output for a sample, versioned with the dataset like the samples.
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

  // Rows of a file of outputs while the file is being imported, similar to `staged_samples`. `sample_id` is
  // the sample that is named by `sample` or `external_id`; null if that sample is unknown. `stored` is set if
  // the model already has an output for the sample.
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
];
