import type { PgliteBackend } from "./worker/pglite-backend.ts";

/** Checkpoints and vacuums, which the embedded backend does not run by itself. */
export interface Upkeep {
  /** Checks every few seconds for due work if the client was active. */
  start(enqueue: (task: () => Promise<void>) => void): void;
  /** Reports client activity; `midway` while the client is within a transaction or batch. */
  note(activity: { midway: boolean }): void;
  stop(): void;
}

const checkpointEveryMs = 5_000;
const vacuumEveryMs = 60_000;

/**
 * Growth of the log that triggers a checkpoint: a start after a crash replays at most about twice as much.
 */
const checkpointBytes = 32 * 1024 * 1024;

/** The thresholds are Postgres' defaults for autovacuum. */
const neediestTable = `
  select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
   where n_dead_tup > 50 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
   order by n_dead_tup + n_mod_since_analyze desc
   limit 1`;

/**
 * Makes a checkpoint if the log has grown enough since the given position; returns the position of the last
 * one.
 */
export async function checkpointIfDue(
  backend: Pick<PgliteBackend, "query">,
  lastPosition: number,
): Promise<number> {
  const [row] = await backend.query<{ position: string | number }>(
    "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position",
  );
  const position = Number(row?.position ?? 0);
  if (position - lastPosition < checkpointBytes) return lastPosition;
  await backend.query("checkpoint");
  return position;
}

/** Vacuums and analyzes the neediest table; returns its name, or undefined if no table needs it. */
export async function vacuumNeediest(backend: Pick<PgliteBackend, "query">): Promise<string | undefined> {
  const [table] = await backend.query<{ name: string }>(neediestTable);
  if (table) await backend.query(`vacuum (analyze) ${table.name}`);
  return table?.name;
}

/** Creates the maintenance of one backend; it runs after `start`. */
export function createUpkeep(backend: PgliteBackend): Upkeep {
  let enqueue: ((task: () => Promise<void>) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let active = false; // since the last check
  let midway = false;
  let due = false;
  let position = 0; // the first check makes a checkpoint, so the next start replays nothing from this one
  let vacuumDueAt = Date.now() + vacuumEveryMs;

  const check = async () => {
    position = await checkpointIfDue(backend, position);
    if (Date.now() < vacuumDueAt) return;
    // One table at a time, because the client waits meanwhile; the next check continues.
    if ((await vacuumNeediest(backend)) === undefined) vacuumDueAt = Date.now() + vacuumEveryMs;
    else active = true;
  };
  /** A busy client is rarely idle at the interval, so the check waits for the end of its transaction. */
  const checkWhenIdle = () => {
    if (!due || !active || midway) return;
    due = false;
    active = false;
    // The next check retries after an ordinary error; a fatal error ends the thread.
    enqueue?.(() => check().catch(() => {}));
  };
  return {
    start(enqueueTask) {
      enqueue = enqueueTask;
      timer = setInterval(() => {
        due = true;
        checkWhenIdle();
      }, checkpointEveryMs);
      timer.unref();
    },
    note(activity) {
      active = true;
      midway = activity.midway;
      checkWhenIdle();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
