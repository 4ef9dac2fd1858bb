import type * as z from "zod";
import type { Tx } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import type { Job } from "./queue.ts";

/** Writes the result of a job. It runs in the transaction that completes the job under the job's lease. */
type Effect = (tx: Tx) => Promise<void>;

/** Specifies how jobs of one kind run. `Deps` are the dependencies that they need. */
export interface JobKind<Payload, Deps extends PlatformDeps> {
  payload: z.ZodType<Payload>;
  /**
   * Does the work outside of any transaction, and returns the effect to write. After an error or a crash, it
   * runs again, so it must have no lasting result except the returned effect.
   *
   * @param signal aborts when the lease is lost or the worker must stop.
   */
  run(deps: Deps, job: Job<Payload>, signal: AbortSignal): Promise<Effect>;
  /**
   * Runs after the last attempt has failed, in the transaction that marks the job as dead.
   *
   * @param end `reason` is a phrase without confidential details.
   */
  onDead?(tx: Tx, job: Job<Payload>, end: { deps: Deps; reason: string }): Promise<void>;
}

/** A kind of job whose payload has not been validated yet. */
export interface RegisteredKind<Deps extends PlatformDeps> {
  run(deps: Deps, job: Job, signal: AbortSignal): Promise<Effect>;
  onDead(tx: Tx, job: Job, end: { deps: Deps; reason: string }): Promise<void>;
}

/** The handlers of jobs, by kind. */
export type JobKinds<Deps extends PlatformDeps> = Readonly<Record<string, RegisteredKind<Deps>>>;

/** Defines a kind of job. Its payload is validated before the job runs. */
export function defineJob<Payload, Deps extends PlatformDeps>(
  kind: JobKind<Payload, Deps>,
): RegisteredKind<Deps> {
  const checked = (job: Job): Job<Payload> => ({ ...job, payload: kind.payload.parse(job.payload) });
  return {
    run: async (deps, job, signal) => kind.run(deps, checked(job), signal),
    onDead: async (tx, job, end) => kind.onDead?.(tx, checked(job), end),
  };
}
