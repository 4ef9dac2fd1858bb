import { isDiskFull } from "../db/connection/transient-errors.ts";
import { inTransaction } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import { logFailure } from "../http/server/log-failure.ts";
import type { JobKinds, RegisteredKind } from "./job-kind.ts";
import type { Job } from "./queue.ts";

function kindOf<Deps extends PlatformDeps>(kinds: JobKinds<Deps>, job: Job): RegisteredKind<Deps> {
  const kind = kinds[job.kind];
  if (kind) return kind;
  throw new Error(`No handler for jobs of kind "${job.kind}"; there are ${Object.keys(kinds).join(", ")}.`);
}

/**
 * Does one job: its work outside of any transaction, then in one transaction first its completion under the lease, then
 * its effect. So an effect is written once, however often the job is taken.
 *
 * @throws {LeaseLost} when the lease is no longer ours; nothing is written then.
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
 * Ends a failed attempt; a job without an attempt left is dead, and what follows from that is written with it. A disk without
 * room uses up no attempts: it may take an operator hours to make some, and the job goes on then. The error's own words,
 * which may hold SQL, are kept with the job and go no further.
 *
 * @throws {LeaseLost} when the lease is no longer ours.
 */
export async function failJob<Deps extends PlatformDeps>(
  deps: Deps,
  kinds: JobKinds<Deps>,
  job: Job,
  error: unknown,
): Promise<"ready" | "dead"> {
  const words = storable(error instanceof Error ? error.message : String(error));
  const reason = `an internal error, which the log has under job ${job.id}`;
  return inTransaction(deps.database, async (tx) => {
    if (isDiskFull(error)) return deps.jobs.postpone(tx, job, words);
    const state = await deps.jobs.fail(tx, job, words);
    if (state === "dead") await kindOf(kinds, job).onDead(tx, job, { deps, reason });
    return state;
  });
}

/** An error's words as they are stored: both ends of a long one, as an error of the database has its SQL first and its cause last. */
function storable(words: string): string {
  const text = words.replaceAll("\u0000", "�");
  return text.length <= 4000 ? text : `${text.slice(0, 2000)} … ${text.slice(-2000)}`;
}

/** Takes up what dead workers left: jobs with attempts left become ready, the others are dead. Every process may do so. */
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
      // It stays as it is and is tried again the next time; those behind it must not wait for that.
      failed += 1;
      logFailure(deps.log, error, "a dead job's end could not be written");
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
    await kindOf(kinds, job).onDead(tx, job, { deps, reason: "its worker stopped answering" });
    return true;
  });
}
