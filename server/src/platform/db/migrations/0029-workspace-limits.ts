import type { Knex } from "knex";

/** Adds the rate limits of workspaces: the counted requests of each minute, and limits that differ from the default. */
export const workspaceLimits = {
  name: "0029_workspace_limits",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`create table workspace_rate_windows (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        window_start timestamptz(3) not null,
        used integer not null,
        primary key (workspace_id, window_start)
      )`);
    await knex.raw(`create table workspace_limits (
        workspace_id uuid primary key references workspaces (id) on delete cascade,
        rate integer not null check (rate > 0)
      )`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table if exists workspace_limits");
    await knex.raw("drop table if exists workspace_rate_windows");
  },
};
