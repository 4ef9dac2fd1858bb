import type { Knex } from "knex";

/** Tables for the state of decisions: the usage of ceilings, reserved costs and approvals. */
const statements = [
  // The number of requests by an agent, and its costs, in each slice of the ceiling's window. A window always
  // has 100 slices, so the number of rows does not depend on the request rate.
  `create table agent_usage (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    agent_id text collate "C" not null,
    kind text not null check (kind in ('calls', 'cost')),
    at bigint not null,
    amount numeric not null,
    primary key (workspace_id, agent_id, kind, at)
  )`,
  `create index agent_usage_age on agent_usage (at)`,

  // Costs that are reserved for allowed requests. As long as `cost` is null, the reserved amount counts, even
  // after the decision has expired.
  `create table decision_costs (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    decision_id uuid not null,
    agent_id text collate "C" not null,
    reserved numeric not null,
    cost numeric,
    at bigint not null,
    expires_at bigint not null,
    settled_at bigint,
    primary key (workspace_id, decision_id)
  )`,
  `create index decision_costs_age on decision_costs (expires_at)`,

  // Requests that count only once even if they are resent. `reserved` states whether the cost was reserved.
  `create table authorize_keys (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    agent_id text collate "C" not null,
    key text not null,
    reserved boolean not null,
    at bigint not null,
    primary key (workspace_id, agent_id, key)
  )`,
  `create index authorize_keys_age on authorize_keys (at)`,

  `create table approvals (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    status text not null check (status in ('pending', 'approved', 'rejected', 'used')),
    decision_id uuid not null,
    action_digest text not null,
    request json not null,
    requested_by uuid not null,
    created_at bigint not null,
    expires_at bigint not null,
    decided_at bigint,
    decided_by uuid,
    decided_because text,
    used_at bigint,
    used_by uuid,
    primary key (workspace_id, id)
  )`,
  `create index approvals_newest on approvals (workspace_id, created_at desc, id desc)`,
  `create index approvals_waiting on approvals (workspace_id, action_digest) where status = 'pending'`,
];

/** Creates the tables for decisions. */
export const authorize = {
  name: "0009_authorize",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of ["approvals", "authorize_keys", "decision_costs", "agent_usage"])
      await knex.raw(`drop table if exists ${table}`);
  },
};
