/** Tables for the outbox, the job queue, idempotency and rate limits. */
export const machineryTables = [
  // Events for other parts of the system, written in the transaction of the change that caused them.
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
