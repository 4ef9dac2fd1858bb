import type * as z from "zod";
import type { Tx } from "../db/transaction.ts";
import type { PlatformDeps } from "../platform-deps.ts";
import type { Job } from "./queue.ts";

/** What a job has worked out, to be written: runs in the transaction that completes the job, under its lease. */
type Effect = (tx: Tx) => Promise<void>;

/** How one kind of job is run; `Deps` are the dependencies that it needs. */
export interface JobKind<Payload, Deps extends PlatformDeps> {
  payload: z.ZodType<Payload>;
  /**
   * Does the work outside of any transaction, and gives what is to be written. Runs again when it throws, or when its
   * process dies, so nothing may be left behind but the effect.
   *
   * @param signal aborts when the lease is lost or the worker must stop.
   */
  run(deps: Deps, job: Job<Payload>, signal: AbortSignal): Promise<Effect>;
  /**
   * What follows when no attempt is left: runs in the transaction that marks the job dead.
   *
   * @param end `reason`: half a sentence that may be shown to anybody.
   */
  onDead?(tx: Tx, job: Job<Payload>, end: { deps: Deps; reason: string }): Promise<void>;
}

/** A kind of job whose payload is still to be checked. */
export interface RegisteredKind<Deps extends PlatformDeps> {
  run(deps: Deps, job: Job, signal: AbortSignal): Promise<Effect>;
  onDead(tx: Tx, job: Job, end: { deps: Deps; reason: string }): Promise<void>;
}

/** Handlers by kind. */
export type JobKinds<Deps extends PlatformDeps> = Readonly<Record<string, RegisteredKind<Deps>>>;

/** Makes a kind that checks its payload before it runs. */
export function defineJob<Payload, Deps extends PlatformDeps>(
  kind: JobKind<Payload, Deps>,
): RegisteredKind<Deps> {
  const checked = (job: Job): Job<Payload> => ({ ...job, payload: kind.payload.parse(job.payload) });
  return {
    run: async (deps, job, signal) => kind.run(deps, checked(job), signal),
    onDead: async (tx, job, end) => kind.onDead?.(tx, checked(job), end),
  };
}
