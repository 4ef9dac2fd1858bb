import { limits } from "@assay/contract/platform/limits";
import type { Deps } from "./deps.ts";
import { purgeEvents } from "../platform/outbox/outbox-queries.ts";
import { eraseExpired } from "../evidence/events/retention.ts";
import { sweepReviews } from "../review/tasks/assignment/sweep-reviews.ts";
import { expireExports } from "../evaluation/exports/export-queries.ts";
import { expireApprovals } from "../control/approvals/expire-approvals.ts";
import { purgeUsage } from "../control/decisions/usage/usage-queries.ts";
import { purgeStaging } from "../evaluation/samples/staging-queries.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** How long events and their deliveries are stored (days). */
const eventDays = 30;

/**
 * Deletes expired data: idempotency records, rate limit windows, usage counts of ceilings, rows of unfinished
 * imports, old events and export files.
 */
async function purgeExpired(deps: Pick<Deps, "database" | "now">): Promise<void> {
  const { knex } = deps.database;
  const before = (ageMs: number) => new Date(deps.now().getTime() - ageMs);
  await knex("idempotency_keys")
    .where("created_at", "<", before(limits.idempotencyHours * hourMs))
    .delete();
  await knex("rate_windows").where("window_start", "<", before(hourMs)).delete();
  await knex("workspace_rate_windows").where("window_start", "<", before(hourMs)).delete();
  await purgeUsage(knex, deps.now().getTime());
  await purgeStaging(knex, before(24 * hourMs));
  while ((await purgeEvents(knex, before(eventDays * 24 * hourMs))) > 0);
  await expireExports(knex, deps.now());
}

/** Periodic work that every process does; concurrent runs do not conflict. */
const rounds: readonly { everyMs: number; work: (deps: Deps) => Promise<unknown> }[] = [
  { everyMs: 10 * minuteMs, work: purgeExpired },
  { everyMs: minuteMs, work: sweepReviews },
  { everyMs: minuteMs / 2, work: expireApprovals },
  { everyMs: hourMs, work: eraseExpired },
];

/** Starts the periodic work; `stop` ends it. */
export function startMaintenance(deps: Deps): { stop: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const timers = rounds.map(({ everyMs, work }) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const round = work(deps)
        .catch((error: unknown) => deps.log.warn({ err: error }, "maintenance failed"))
        .finally(() => {
          busy = false;
          running.delete(round);
        });
      running.add(round);
    }, everyMs).unref();
  });
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
