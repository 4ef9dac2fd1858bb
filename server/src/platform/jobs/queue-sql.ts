// The SQL statements of the queue. Jobs are identified by their whole key, starting with the workspace. `for
// update skip locked` prevents workers from blocking each other, and a CTE prevents the planner from running
// the selection of jobs more than once.

const sameJob = (other: string) => `jobs.workspace_id = ${other}.workspace_id and jobs.id = ${other}.id`;
const underLease = "workspace_id = ?::uuid and id = ?::uuid and lease_token = ?::uuid and state = 'running'";
const leases = "unnest(?::uuid[], ?::uuid[], ?::uuid[]) as lease (workspace_id, id, token)";
const withoutLease = "lease_token = null, leased_until = null";

/**
 * SQL for the current time, rounded down to the precision of the columns. Rounding up would set times in the
 * future, which would hide ready jobs.
 */
export const present = "date_trunc('milliseconds', now())";

/** Bindings: workspace, id, token. */
export const complete = `
  update jobs set state = 'done', finished_at = now(), ${withoutLease} where ${underLease} returning id`;

/**
 * Bindings: reason, workspace, id, token. The job waits for 2 s, 4 s, … up to an hour, each multiplied by a
 * random factor from 0.5 to 1.5.
 */
export const fail = `
  update jobs set last_error = ?, ${withoutLease},
    state = case when attempts >= max_attempts then 'dead' else 'ready' end,
    finished_at = case when attempts >= max_attempts then now() end,
    run_at = now() + make_interval(secs => least(3600, power(2, attempts)) * (0.5 + random()))
  where ${underLease} returning state`;

/**
 * Bindings: reason, workspace, id, token. The attempt does not count, and the next attempt starts in 5 to 15
 * s.
 */
export const postpone = `
  update jobs set last_error = ?, ${withoutLease}, state = 'ready', attempts = attempts - 1,
    run_at = now() + make_interval(secs => 10 * (0.5 + random()))
  where ${underLease} returning state`;

/** Bindings: lane, workspace, id, token. The attempt does not count, and the job is ready in the other lane. */
export const moveToLane = `
  update jobs set lane = ?, state = 'ready', attempts = attempts - 1, run_at = ${present}, ${withoutLease}
  where ${underLease} returning id`;

/**
 * Bindings: workspaces, ids, tokens, duration of the lease in seconds. If a job's row is locked, the job is
 * being completed or cancelled. Such a job is skipped; it cannot be reaped while it is locked.
 */
export const heartbeat = `
  with lease as materialized (select * from ${leases}),
  held as (
    select jobs.workspace_id, jobs.id from jobs join lease on ${sameJob("lease")}
    where lease_token = token and state = 'running' for update of jobs skip locked
  ),
  prolonged as (
    update jobs set leased_until = now() + make_interval(secs => ?) from held where ${sameJob("held")}
  )
  select jobs.id from jobs join lease on ${sameJob("lease")} where lease_token = token and state = 'running'`;

/** Bindings: workspaces, ids, tokens. */
export const release = `
  with held as (
    select jobs.workspace_id, jobs.id from jobs join ${leases} on ${sameJob("lease")}
    where lease_token = token and state = 'running' for update of jobs skip locked
  )
  update jobs set state = 'ready', attempts = attempts - 1, run_at = ${present}, ${withoutLease}
  from held where ${sameJob("held")} returning jobs.id`;

/** Expires the leases of all running jobs. Has no bindings. */
export const expireAll = "update jobs set leased_until = now() - interval '1 second' where state = 'running'";

/**
 * Has no bindings. After a job's worker has died, the job is retried immediately. If its workers die
 * repeatedly, the job itself may be the cause. The job then waits for 2 s, 4 s, … up to an hour, so that a
 * series of killed processes does not use up its attempts.
 */
export const reap = `
  with expired as (
    select workspace_id, id from jobs
    where state = 'running' and leased_until < now() and attempts < max_attempts
    order by leased_until limit 500 for update skip locked
  )
  update jobs set state = 'ready', last_error = 'The worker stopped responding.', ${withoutLease},
    run_at = ${present} + make_interval(secs => case when attempts > 1 then least(3600, power(2, attempts - 1)) else 0 end)
  from expired where ${sameJob("expired")} returning jobs.id`;

/** Bindings: number of jobs to skip. */
export const claimExhausted = `
  with expired as (
    select workspace_id, id, lease_token from jobs
    where state = 'running' and leased_until < now() and attempts >= max_attempts
    order by leased_until limit 1 offset ? for update skip locked
  )
  update jobs set state = 'dead', finished_at = now(), last_error = 'The worker stopped responding.', ${withoutLease}
  from expired where ${sameJob("expired")}
  returning jobs.workspace_id, jobs.id, kind, lane, group_id, attempts, payload, trace_context, expired.lease_token`;

/**
 * Bindings: workspace, group. Jobs are locked in a fixed order, so that two cancellations cannot deadlock.
 */
export const cancelGroup = `
  with doomed as (
    select workspace_id, id from jobs
    where workspace_id = ?::uuid and group_id = ?::uuid and state in ('ready', 'running') order by id for update
  )
  update jobs set state = 'cancelled', finished_at = now(), ${withoutLease}
  from doomed where ${sameJob("doomed")} returning jobs.id`;

/** Bindings: the number of hours, which is passed twice. */
export const purge = `
  with old as (
    select workspace_id, id from jobs
    where finished_at < now() - make_interval(hours => ?::int)
      and (state <> 'dead' or finished_at < now() - 30 * make_interval(hours => ?::int))
    order by finished_at limit 5000 for update skip locked
  )
  delete from jobs using old where ${sameJob("old")} returning jobs.id`;
