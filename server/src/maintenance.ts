import { limits } from "@assay/contract";
import type { Deps } from "./deps.ts";
import { expireExports } from "./exports/export-queries.ts";
import { purgeStaging } from "./samples/staging-queries.ts";

const everyMs = 10 * 60_000;
const hourMs = 3_600_000;

/** Removes what has served its time: idempotency records, rate windows, rows of dead imports, files of exports. */
async function purgeExpired(deps: Pick<Deps, "database" | "now">): Promise<void> {
  const { knex } = deps.database;
  const before = (ageMs: number) => new Date(deps.now().getTime() - ageMs);
  await knex("idempotency_keys")
    .where("created_at", "<", before(limits.idempotencyHours * hourMs))
    .delete();
  await knex("rate_windows").where("window_start", "<", before(hourMs)).delete();
  await purgeStaging(knex, before(24 * hourMs));
  await expireExports(knex, deps.now());
}

/** Runs `purgeExpired` every ten minutes; every process may, they do not disturb each other. */
export function startMaintenance(deps: Deps): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = purgeExpired(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, "maintenance failed"),
    );
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
