import type { Knex } from "knex";

/**
 * Tables for the workspaces' policies and their immutable versions. The baseline policy is not stored in
 * them.
 */
const statements = [
  // `version` is the latest version; `live_version` is the active version, if there is one.
  `create table policies (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    version integer not null,
    live_version integer,
    primary key (workspace_id, id)
  )`,
  `create table policy_versions (
    workspace_id uuid not null,
    policy_id text collate "C" not null,
    version integer not null check (version > 0),
    name text not null,
    description text not null,
    language text not null,
    text text not null,
    mode text not null check (mode in ('enforce', 'shadow')),
    status text not null check (status in ('draft', 'active', 'retired')),
    outcome text check (outcome in ('deny', 'ask', 'transform')),
    code text,
    severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
    tests json not null,
    digest text not null,
    validated text not null check (validated in ('strict', 'syntax')),
    created_at timestamptz(3) not null,
    created_by uuid not null,
    primary key (workspace_id, policy_id, version),
    foreign key (workspace_id, policy_id) references policies (workspace_id, id) on delete cascade
  )`,
];

export const policies = {
  name: "0008_policies",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of ["policy_versions", "policies"])
      await knex.raw(`drop table if exists ${table} cascade`);
  },
};
