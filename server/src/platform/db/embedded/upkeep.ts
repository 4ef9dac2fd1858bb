import type { PgliteBackend } from "./worker/pglite-backend.ts";

/** What a server's checkpointer and autovacuum do, which the embedded backend runs without. */
export interface Upkeep {
  /** Looks every few seconds whether something is due, when the client has done something since. */
  start(enqueue: (task: () => Promise<void>) => void): void;
  /** Says that the client did something; `midway` while it is not done with it. */
  note(activity: { midway: boolean }): void;
  stop(): void;
}

const checkpointEveryMs = 5_000;
const vacuumEveryMs = 60_000;

/** A checkpoint is due when the log has grown by this: a start after a crash replays no more than about twice as much. */
const checkpointBytes = 32 * 1024 * 1024;

/** The thresholds are Postgres' own defaults for autovacuum. */
const neediestTable = `
  select format('%I.%I', schemaname, relname) as name
    from pg_stat_user_tables
   where n_dead_tup > 50 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
   order by n_dead_tup + n_mod_since_analyze desc
   limit 1`;

/** Makes a checkpoint when the log has grown enough since the position given; gives the position of the last one. */
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

/** Vacuums and analyses the table that needs it most; gives its name, or undefined when none does. */
export async function vacuumNeediest(backend: Pick<PgliteBackend, "query">): Promise<string | undefined> {
  const [table] = await backend.query<{ name: string }>(neediestTable);
  if (table) await backend.query(`vacuum (analyze) ${table.name}`);
  return table?.name;
}

/** The upkeep of one backend; it does nothing before it is started. */
export function createUpkeep(backend: PgliteBackend): Upkeep {
  let enqueue: ((task: () => Promise<void>) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let active = false; // something was done since the last look
  let midway = false;
  let due = false;
  let position = 0; // the first look makes a checkpoint, so that the next start replays nothing of this one
  let vacuumDueAt = Date.now() + vacuumEveryMs;

  const look = async () => {
    position = await checkpointIfDue(backend, position);
    if (Date.now() < vacuumDueAt) return;
    // One table at a time, as the client waits meanwhile; the next one follows with the next look.
    if ((await vacuumNeediest(backend)) === undefined) vacuumDueAt = Date.now() + vacuumEveryMs;
    else active = true;
  };
  /** A busy client is hardly ever idle when the time comes: so the end of its transaction is waited for. */
  const lookWhenPossible = () => {
    if (!due || !active || midway) return;
    due = false;
    active = false;
    // An ordinary error keeps nobody from working, and the next look tries again; a fatal one ends the thread by itself.
    enqueue?.(() => look().catch(() => {}));
  };
  return {
    start(enqueueTask) {
      enqueue = enqueueTask;
      timer = setInterval(() => {
        due = true;
        lookWhenPossible();
      }, checkpointEveryMs);
      timer.unref();
    },
    note(activity) {
      active = true;
      midway = activity.midway;
      lookWhenPossible();
    },
    stop() {
      clearInterval(timer);
    },
  };
}
