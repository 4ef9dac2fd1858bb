import type { Knex } from "knex";

/**
 * Adds the lanes of jobs, and the time at which each workspace was last served in a lane. Jobs that wait or run get the
 * lane that a new job of their kind has. Processes of the previous release do not set the lane: their jobs are in
 * `compute`, until a worker moves them.
 */
export const lanes = {
  name: "0028_lanes",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table jobs add column lane text not null default 'compute'");
    await knex.raw(
      "update jobs set lane = 'export' where state in ('ready', 'running') and kind = 'export.write'",
    );
    await knex.raw(`update jobs set lane = 'remote' from evaluations e
      where state in ('ready', 'running') and kind = 'evaluation.chunk'
        and e.workspace_id = jobs.workspace_id and e.id = jobs.group_id
        and exists (select from json_array_elements(e.evaluators) v where v ->> 'type' = 'custom')`);
    await knex.raw(
      "create index jobs_of_lane on jobs (lane, workspace_id, priority, run_at, id) where state = 'ready'",
    );
    // After a crash of Postgres, the order in which workspaces are served may start again.
    await knex.raw(`create unlogged table lane_turns (
        workspace_id uuid not null references workspaces (id) on delete cascade,
        lane text not null,
        served_at timestamptz not null,
        primary key (workspace_id, lane)
      ) with (fillfactor = 70)`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table if exists lane_turns");
    await knex.raw("drop index if exists jobs_of_lane");
    await knex.raw("alter table jobs drop column lane");
  },
};
