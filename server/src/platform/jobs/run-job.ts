import { isDiskFull } from "../db/connection/transient-errors.ts";
import { inTransaction } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import { logFailure } from "../http/server/log-failure.ts";
import type { JobKinds, RegisteredKind } from "./job-kind.ts";
import type { Job } from "./queue.ts";

function kindOf<Deps extends PlatformDeps>(kinds: JobKinds<Deps>, job: Job): RegisteredKind<Deps> {
  const kind = kinds[job.kind];
  if (kind) return kind;
  throw new Error(`No handler for jobs of kind "${job.kind}". Available: ${Object.keys(kinds).join(", ")}.`);
}

/**
 * Runs one job: first its work outside of any transaction, then one transaction with the completion under the
 * lease and the effect. An effect is therefore written once, however often the job is claimed.
 *
 * @throws {LeaseLost} if the lease is lost; nothing is written then.
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
 * Fails an attempt; after the last one the job is dead, and the consequences are written with it. A full disk
 * does not use up attempts, because an operator may need hours to free space. The error message may contain
 * SQL, so it is only stored with the job.
 *
 * @throws {LeaseLost} if the lease is lost.
 */
export async function failJob<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
  job: Job,
  error: unknown,
): Promise<"ready" | "dead"> {
  const words = storable(error instanceof Error ? error.message : String(error));
  const reason = `an internal error (see job ${job.id} in the log)`;
  return inTransaction(deps.database, async (tx) => {
    if (isDiskFull(error)) return deps.jobs.postpone(tx, job, words);
    const state = await deps.jobs.fail(tx, job, words);
    if (state === "dead") await kindOf(kinds, job).onDead(tx, job, { deps, reason });
    return state;
  });
}

/**
 * The stored form of an error message: the start and the end of a long one, because database errors start
 * with SQL and end with the cause.
 */
function storable(words: string): string {
  const text = words.replaceAll("\u0000", "�");
  return text.length <= 4000 ? text : `${text.slice(0, 2000)} … ${text.slice(-2000)}`;
}

/**
 * Reaps jobs of dead workers: jobs with attempts left become ready, the others dead. Every process can do
 * this.
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
      // The job is unchanged and retried next time; the jobs after it must not wait.
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
