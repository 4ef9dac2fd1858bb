import type { PgliteBackend } from "./worker/pglite-backend.ts";

/** Runs checkpoints and vacuums, which the embedded backend does not run automatically. */
export interface Upkeep {
  /** Starts to check for due work every few seconds, if the client was active. */
  start(enqueue: (task: () => Promise<void>) => void): void;
  /** Reports client activity. `midway` is true while the client is inside a transaction or a batch. */
  note(activity: { midway: boolean }): void;
  stop(): void;
}

const checkpointEveryMs = 5_000;
const vacuumEveryMs = 60_000;

/**
 * Growth of the log after which a checkpoint is made. A start after a crash replays at most about twice this
 * amount.
 */
const checkpointBytes = 32 * 1024 * 1024;

/**
 * Selects the table with the greatest need for a vacuum. The thresholds are the defaults of Postgres for
 * autovacuum.
 */
const neediestTable = `
  select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
   where n_dead_tup > 50 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
   order by n_dead_tup + n_mod_since_analyze desc
   limit 1`;

/**
 * Makes a checkpoint if the log has grown sufficiently since the given position.
 *
 * @returns the position of the last checkpoint.
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

/**
 * Vacuums and analyzes the table with the greatest need.
 *
 * @returns the table's name; undefined if no table needs it.
 */
export async function vacuumNeediest(backend: Pick<PgliteBackend, "query">): Promise<string | undefined> {
  const [table] = await backend.query<{ name: string }>(neediestTable);
  if (table) await backend.query(`vacuum (analyze) ${table.name}`);
  return table?.name;
}

/** Creates the maintenance for one backend. The maintenance begins when `start` is called. */
export function createUpkeep(backend: PgliteBackend): Upkeep {
  let enqueue: ((task: () => Promise<void>) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let active = false; // whether there was activity since the last check
  let midway = false;
  let due = false;
  let position = 0; // initially 0, so that the first check makes a checkpoint
  let vacuumDueAt = Date.now() + vacuumEveryMs;

  const check = async () => {
    position = await checkpointIfDue(backend, position);
    if (Date.now() < vacuumDueAt) return;
    // Each check vacuums only one table, because the client has to wait in the meantime. The next check
    // continues with the next table.
    if ((await vacuumNeediest(backend)) === undefined) vacuumDueAt = Date.now() + vacuumEveryMs;
    else active = true;
  };
  /**
   * Runs a due check when the client is idle. If the client is in a transaction when the check becomes due,
   * the check waits until that transaction ends.
   */
  const checkWhenIdle = () => {
    if (!due || !active || midway) return;
    due = false;
    active = false;
    // After an ordinary error, the next check retries the work. A fatal error ends the thread.
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
