import type { Knex } from "knex";

/**
 * Creates the tables for agents with their keys, for workspace settings, and for entities in policies.
 *
 * Agents' keys are stored in a separate table, so that queries of agents cannot read them. They are stored
 * both encrypted with the workspace's data key, and as a keyed hash for comparison. Ids are sorted by bytes,
 * so that the order does not depend on the database's locale.
 */
const statements = [
  `create table agents (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id text collate "C" not null,
    name text not null,
    source text not null check (source in ('builtin', 'url', 'github', 'fork')),
    status text not null check (status in ('pending', 'active', 'suspended', 'quarantined', 'retired')),
    base_url text not null,
    api_key_masked text not null,
    categories text[] not null,
    tools text[] not null,
    policy_ids text[] not null,
    runtime_status text not null,
    boundary text not null,
    env json not null,
    provisioned_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (workspace_id, id)
  )`,
  `create index agents_newest on agents (workspace_id, created_at desc, id desc)`,
  `create table agent_keys (
    workspace_id uuid not null,
    agent_id text collate "C" not null,
    sealed bytea not null,
    key_hash bytea not null,
    primary key (workspace_id, agent_id),
    foreign key (workspace_id, agent_id) references agents (workspace_id, id) on delete cascade
  )`,

  `create table workspace_settings (
    workspace_id uuid primary key references workspaces (id) on delete cascade,
    settings json not null,
    updated_at bigint not null
  )`,

  // One row per workspace, with its declared actions. The row also serves as the lock for all entities in the
  // workspace.
  `create table entity_sets (
    workspace_id uuid primary key references workspaces (id) on delete cascade,
    actions text[] not null default '{}',
    updated_at bigint not null
  )`,
  `create table entities (
    workspace_id uuid not null references entity_sets (workspace_id) on delete cascade,
    type text collate "C" not null,
    id text collate "C" not null,
    properties json not null,
    primary key (workspace_id, type, id)
  )`,
];

/** Creates the tables for agents, settings and entities. */
export const agents = {
  name: "0007_agents",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of ["entities", "entity_sets", "workspace_settings", "agent_keys", "agents"])
      await knex.raw(`drop table if exists ${table}`);
  },
};
