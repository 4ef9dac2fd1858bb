import type { Knex } from "knex";
import { jobLanes, type JobLane } from "../jobs/claim/lanes.ts";

/** Pending and running work across all processes. Ages are in seconds, or 0 if nothing is pending. */
export interface DatabaseState {
  jobs: { kind: string; state: string; count: number }[];
  /** Ready work that is due, by lane. */
  lanes: { lane: JobLane | "webhook"; ready: number; oldestSeconds: number }[];
  oldestReadySeconds: number;
  evaluations: number;
  events: number;
  oldestEventSeconds: number;
  deliveries: number;
  oldestDueSeconds: number;
  webhooks: { state: "enabled" | "failing" | "disabled"; count: number }[];
  evidence: { events: number; unsigned: number; oldestUnsignedSeconds: number };
}

const age = (instant: string): string =>
  `greatest(0, coalesce(extract(epoch from now() - ${instant}), 0))::float`;

/**
 * Each part of the query uses either an index of pending rows, or a table with one row per workspace or
 * webhook.
 */
const query = `select
  (select coalesce(json_agg(j), '[]') from (
    select kind, state, count(*)::int as count from jobs
    where state in ('ready', 'running') or (state = 'dead' and finished_at is not null) group by 1, 2
  ) j) as jobs,
  (select ${age("min(run_at)")} from jobs where state = 'ready' and run_at <= now()) as "oldestReadySeconds",
  (select json_agg(l) from (
    select lanes.lane, count(jobs.id)::int as ready, ${age("min(run_at)")} as "oldestSeconds"
    from unnest(array[${jobLanes.map((lane) => `'${lane}'`).join()}]) as lanes (lane)
    left join jobs on jobs.lane = lanes.lane and state = 'ready' and run_at <= now() group by lanes.lane
    union all
    select 'webhook', count(*)::int, ${age("min(next_attempt_at)")}
    from webhook_deliveries where status = 'pending' and next_attempt_at <= now()
  ) l) as lanes,
  (select count(distinct (workspace_id, group_id))::int from jobs
    where state in ('ready', 'running') and kind in ('evaluation.plan', 'evaluation.chunk')) as evaluations,
  o.events, o."oldestEventSeconds", d.deliveries, d."oldestDueSeconds",
  (select coalesce(json_agg(w), '[]') from (
    select case when not enabled then 'disabled' when failing then 'failing' else 'enabled' end as state,
      count(*)::int as count from webhooks group by 1
  ) w) as webhooks,
  e.evidence
from (
  select count(*)::int as events, ${age("min(created_at)")} as "oldestEventSeconds"
  from outbox where processed_at is null
) o, (
  select count(*)::int as deliveries, ${age("min(next_attempt_at)")} as "oldestDueSeconds"
  from webhook_deliveries where status = 'pending'
) d, (
  select json_build_object('events', coalesce(sum(size), 0), 'unsigned', coalesce(sum(size - signed), 0),
    'oldestUnsignedSeconds', ${age("to_timestamp(min(since) / 1000.0)")}) as evidence
  from event_logs l
  cross join lateral (
    select coalesce(max(c.size), 0) as signed from checkpoints c
    where c.workspace_id = l.workspace_id and c.generation = l.generation
  ) c
  left join lateral (
    select v.received_at as since from events v where v.workspace_id = l.workspace_id and v.seq = c.signed + 1
  ) v on true
) e`;

/** Reads the state of the database with one statement. */
export async function readDatabaseState(db: Knex): Promise<DatabaseState> {
  const { rows } = await db.raw<{ rows: DatabaseState[] }>(query);
  const [state] = rows;
  if (!state) throw new Error("The query must return one row.");
  return state;
}
