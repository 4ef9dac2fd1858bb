/** Tables for workspaces, their secrets, API keys and projects. */
export const accessTables = [
  `create table workspaces (
    id uuid primary key,
    name text not null unique,
    created_at timestamptz(3) not null
  )`,

  // Secrets of the installation, such as the key for hashing API keys, each wrapped with a key-encryption
  // key.
  `create table instance_secrets (
    name text primary key,
    kek_version text not null,
    wrapped bytea not null
  )`,

  // The data key of a workspace. Rotating the key-encryption key only rewraps the data keys.
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
];
