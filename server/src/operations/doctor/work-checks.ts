import { counted } from "@assay/contract/domain";
import type { Database } from "../../platform/db/connection/connect.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** If ready work is older than this, it counts as not processed (seconds). */
const waitedSeconds = 60;

/** The number of waiting items and the age of the oldest one. */
interface Waiting {
  count: number;
  /** Age of the oldest item (seconds); null if no item is waiting. */
  seconds: number | null;
}

interface Work {
  ready: Waiting;
  running: number;
  abandoned: number;
  dead: number;
  events: Waiting;
  /**
   * Due messages to enabled endpoints. An endpoint counts only if no process has leased it within the last
   * `waitedSeconds`.
   */
  messages: Waiting;
}

/** Checks that jobs, events and webhook messages are being processed. */
export async function checkQueue(database: Database): Promise<Finding> {
  const work = await readWork(database);
  const waits = [
    ...tooLong(work.ready, "job"),
    ...tooLong(work.events, "event"),
    ...tooLong(work.messages, "message to a webhook", "messages to webhooks"),
    ...(work.abandoned > 0 ? [`${counted(work.abandoned, "job")} of a worker that stopped responding`] : []),
  ];
  if (waits.length > 0)
    return fail(
      "queue",
      `Work is not being processed: ${waits.join("; ")}.`,
      "Start a worker (`assay-server worker`, or `serve` without --no-worker), or more workers, and check their logs.",
    );
  if (work.dead > 0)
    return warn(
      "queue",
      `${counted(work.dead, "job")} failed permanently: ${await lastFailures(database)}.`,
      "Fix the cause, then create the failed evaluations and exports again. Failed jobs are deleted after 30 days.",
    );
  const { ready, running, events } = work;
  return ok(
    "queue",
    `No overdue work: ${counted(ready.count, "job")} ready, ${running} running, ${counted(events.count, "event")} to be dispatched.`,
  );
}

/** Describes the waiting items; returns an empty list unless the oldest item has waited too long. */
function tooLong({ count, seconds }: Waiting, one: string, many = `${one}s`): string[] {
  if (seconds === null || seconds <= waitedSeconds) return [];
  return [`${count} ${count === 1 ? one : many} (the oldest has waited for ${age(seconds)})`];
}

/** Returns SQL for the number of rows and the age of the oldest row. */
const waiting = (instant: string): string =>
  `json_build_object('count', count(*), 'seconds', extract(epoch from now() - min(${instant})))`;

async function readWork({ knex }: Database): Promise<Work> {
  const { rows } = await knex.raw<{ rows: Work[] }>(
    `select jobs.*,
      (select ${waiting("run_at")} from jobs where state = 'ready' and run_at <= now()) as ready,
      (select ${waiting("created_at")} from outbox where processed_at is null) as events,
      (select ${waiting("next_attempt_at")} from webhook_deliveries d
        join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
        where d.status = 'pending' and d.next_attempt_at <= now()
          and w.enabled and w.leased_until < now() - make_interval(secs => ?)) as messages
    from (
      select count(*) filter (where state = 'running')::int as running,
        count(*) filter (where state = 'running' and leased_until < now() - interval '1 minute')::int as abandoned,
        count(*) filter (where state = 'dead')::int as dead
      from jobs where state in ('running', 'dead')
    ) jobs`,
    [waitedSeconds],
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
  return rows.map(({ kind, last_error: error }) => `${kind} (${error ?? "no reason recorded"})`).join(", ");
}

function age(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  return whole < 7200 ? `${Math.round(whole / 60)} min` : `${Math.round(whole / 3600)} h`;
}
