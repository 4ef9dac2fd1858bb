// The SQL statements that claim jobs. They read one job per lane and workspace, so their cost grows with the number of
// workspaces that have ready jobs, and not with the number of jobs.

/**
 * Locks the claims until the transaction ends, so that each claim counts the running jobs of all earlier ones. The lock
 * is released after 5 s if the process stops while it holds the lock. Has no bindings.
 */
export const lockClaims = `
  select set_config('idle_in_transaction_session_timeout', '5s', true),
    pg_advisory_xact_lock(hashtextextended('assay job claims', 14))`;

/**
 * Claims at most one job of each workspace in each lane: of the workspaces with the fewest running jobs in the lane, and
 * first of those that were served longest ago. Repeated until nothing is left, this is the same order as claiming one
 * job at a time.
 *
 * Bindings: lanes, their free slots, their maximum numbers of running jobs per workspace, kinds, token, duration of the
 * lease in seconds.
 */
export const claimRound = `
  with recursive slots as (
    select * from unnest(?::text[], ?::bigint[], ?::bigint[]) as slots (lane, free, most)
  ),
  queues as (
    (select lane, workspace_id from jobs where state = 'ready' order by lane, workspace_id limit 1)
    union all
    select next.lane, next.workspace_id from queues cross join lateral (
      select lane, workspace_id from jobs
      where state = 'ready' and (jobs.lane, jobs.workspace_id) > (queues.lane, queues.workspace_id)
      order by lane, workspace_id limit 1
    ) next
  ),
  busy as materialized (
    select lane, workspace_id, count(*) as running from jobs where state = 'running' group by lane, workspace_id
  ),
  candidates as (
    select queues.lane, queues.workspace_id, free, next.id, coalesce(running, 0) as running, served_at
    from queues
    join slots on slots.lane = queues.lane
    left join busy on busy.lane = queues.lane and busy.workspace_id = queues.workspace_id
    left join lane_turns on lane_turns.workspace_id = queues.workspace_id and lane_turns.lane = queues.lane
    cross join lateral (
      select id from jobs
      where state = 'ready' and jobs.lane = queues.lane and jobs.workspace_id = queues.workspace_id
        and run_at <= now() and kind = any(?::text[])
      order by priority, run_at, id limit 1
    ) next
    where coalesce(running, 0) < most
  ),
  ranked as (
    select *, min(running) over (partition by lane) as fewest,
      row_number() over (partition by lane order by running, served_at nulls first, workspace_id) as place
    from candidates
  ),
  picked as materialized (
    select ranked.lane, ranked.workspace_id, ranked.id from ranked cross join lateral (
      select from jobs
      where jobs.workspace_id = ranked.workspace_id and jobs.id = ranked.id and state = 'ready'
      for update skip locked
    ) locked
    where running = fewest and place <= free
  ),
  served as (
    insert into lane_turns (workspace_id, lane, served_at)
    select workspace_id, lane, clock_timestamp() from picked
    on conflict (workspace_id, lane) do update set served_at = excluded.served_at
  )
  update jobs set state = 'running', attempts = attempts + 1,
    lease_token = ?::uuid, leased_until = now() + make_interval(secs => ?)
  from picked where jobs.workspace_id = picked.workspace_id and jobs.id = picked.id
  returning jobs.workspace_id, jobs.id, kind, jobs.lane, group_id, attempts, payload, trace_context, lease_token`;
