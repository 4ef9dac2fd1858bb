import { isDiskFull } from "../db/connection/transient-errors.ts";
import { inTransaction } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import { logFailure } from "../http/server/log-failure.ts";
import { WrongLane } from "./claim/lanes.ts";
import type { JobKinds, RegisteredKind } from "./job-kind.ts";
import type { Job } from "./queue.ts";

function kindOf<Deps extends PlatformDeps>(kinds: JobKinds<Deps>, job: Job): RegisteredKind<Deps> {
  const kind = kinds[job.kind];
  if (kind) return kind;
  throw new Error(`No handler for jobs of kind "${job.kind}". Available: ${Object.keys(kinds).join(", ")}.`);
}

/**
 * Runs one job. The work runs first, outside of any transaction. One transaction then completes the job under
 * its lease and writes the effect. The effect is therefore written only once, regardless of how often the job
 * is claimed.
 *
 * @throws {LeaseLost} if the lease was lost. In that case, nothing is written.
 */
export async function runJob<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const effect = await kindOf(kinds, job).run(deps, job, signal);
  await inTransaction(deps.database, async (tx) => {
    await deps.jobs.complete(tx, job);
    await effect(tx);
  });
}

/**
 * Records that an attempt failed. After the last attempt, the job is dead, and the consequences are written
 * in the same transaction. Attempts that fail because of a full disk do not count, because an operator may
 * need hours to free space. The error message may contain SQL, so it is only stored with the job.
 *
 * @throws {LeaseLost} if the lease was lost.
 */
export async function failJob<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
  job: Job,
  error: unknown,
): Promise<"ready" | "dead"> {
  if (error instanceof WrongLane) return moveJob(deps, job, error);
  const words = storable(error instanceof Error ? error.message : String(error));
  const reason = `an internal error (see job ${job.id} in the log)`;
  return inTransaction(deps.database, async (tx) => {
    if (isDiskFull(error)) return deps.jobs.postpone(tx, job, words);
    const state = await deps.jobs.fail(tx, job, words);
    if (state === "dead") await kindOf(kinds, job).onDead(tx, job, { deps, reason });
    return state;
  });
}

async function moveJob(deps: PlatformDeps, job: Job, { lane }: WrongLane): Promise<"ready"> {
  await inTransaction(deps.database, (tx) => deps.jobs.move(tx, job, lane));
  return "ready";
}

/**
 * Returns the text of an error message that is stored with a job. If the message is long, only its start and
 * its end are stored, because database errors start with SQL and end with the cause.
 */
function storable(words: string): string {
  const text = words.replaceAll("\u0000", "�");
  return text.length <= 4000 ? text : `${text.slice(0, 2000)} … ${text.slice(-2000)}`;
}

/**
 * Reaps jobs of dead workers: jobs that have attempts left become ready, the other jobs are marked as dead.
 * Every process may call this function.
 */
export async function reapJobs<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
): Promise<{ ready: number; dead: number }> {
  const ready = await inTransaction(deps.database, (tx) => deps.jobs.reap(tx));
  let dead = 0;
  let failed = 0;
  for (;;) {
    try {
      if (!(await buryOne(deps, kinds, failed))) return { ready, dead };
      dead += 1;
    } catch (error) {
      // The job is unchanged, and the next call retries it. The following jobs must not wait for this job.
      failed += 1;
      logFailure(deps.log, error, "dead job update failed");
      if (failed === 100) return { ready, dead };
    }
  }
}

async function buryOne<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
  passOver: number,
): Promise<boolean> {
  return inTransaction(deps.database, async (tx) => {
    const job = await deps.jobs.claimExhausted(tx, passOver);
    if (!job) return false;
    await kindOf(kinds, job).onDead(tx, job, { deps, reason: "its worker stopped responding" });
    return true;
  });
}
