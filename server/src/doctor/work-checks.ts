import type { Database } from "../db/connect.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** From this age on work that is ready waits too long: somebody would have taken it. */
const waitedSeconds = 60;

interface Work {
  ready: number;
  /** In seconds; null when nothing is ready. */
  readyAge: number | null;
  running: number;
  abandoned: number;
  dead: number;
  events: number;
  eventsAge: number | null;
}

/** Whether jobs and events are taken up. */
export async function checkQueue(database: Database): Promise<Finding> {
  const work = await readWork(database);
  const waits = [
    ...((work.readyAge ?? 0) > waitedSeconds
      ? [`${work.ready} jobs wait, the oldest for ${age(work.readyAge)}`]
      : []),
    ...((work.eventsAge ?? 0) > waitedSeconds
      ? [`${work.events} events wait to be told, the oldest for ${age(work.eventsAge)}`]
      : []),
    ...(work.abandoned > 0 ? [`${work.abandoned} jobs are held by workers that stopped answering`] : []),
  ];
  if (waits.length > 0)
    return fail(
      "queue",
      `${waits.join("; ")}.`,
      "Start a worker (`assay-server worker`, or `serve` without --no-worker), or more of them; look into their logs.",
    );
  if (work.dead > 0)
    return warn(
      "queue",
      `${work.dead} jobs failed for good: ${await lastFailures(database)}.`,
      "Their evaluations and exports say so too; mend the cause and create them anew. The list empties itself in 30 days.",
    );
  return ok("queue", `${work.ready} jobs are ready, ${work.running} run, ${work.events} events wait.`);
}

async function readWork({ knex }: Database): Promise<Work> {
  const { rows } = await knex.raw<{ rows: Work[] }>(
    `select jobs.*, events.* from (
      select count(*) filter (where state = 'ready' and run_at <= now())::int as ready,
        extract(epoch from now() - min(run_at) filter (where state = 'ready'))::float as "readyAge",
        count(*) filter (where state = 'running')::int as running,
        count(*) filter (where state = 'running' and leased_until < now() - interval '1 minute')::int as abandoned,
        count(*) filter (where state = 'dead')::int as dead
      from jobs where state in ('ready', 'running', 'dead')
    ) jobs, (
      select count(*)::int as events, extract(epoch from now() - min(created_at))::float as "eventsAge"
      from outbox where processed_at is null
    ) events`,
  );
  const [work] = rows;
  if (!work) throw new Error("Counts have one row.");
  return work;
}

async function lastFailures({ knex }: Database): Promise<string> {
  const rows: { kind: string; last_error: string | null }[] = await knex("jobs")
    .where({ state: "dead" })
    .orderBy("finished_at", "desc")
    .limit(3)
    .select("kind", "last_error");
  return rows.map(({ kind, last_error: error }) => `${kind} (${error ?? "no reason kept"})`).join(", ");
}

function age(seconds: number | null): string {
  const whole = Math.round(seconds ?? 0);
  if (whole < 120) return `${whole} s`;
  return whole < 7200 ? `${Math.round(whole / 60)} min` : `${Math.round(whole / 3600)} h`;
}
