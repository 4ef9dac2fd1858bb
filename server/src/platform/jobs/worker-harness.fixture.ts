// Test harness for workers.
import { onTestFinished } from "vitest";
import * as z from "zod";
import type { Deps } from "../../app/deps.ts";
import { defineJob, type JobKind, type JobKinds } from "./job-kind.ts";
import { startWorker, type Worker, type WorkerOptions } from "./worker.ts";

type TestPayload = { name?: string | undefined };

/** Returns one kind of job, `test`, with the given handler. */
export const kindsOf = (kind: Omit<JobKind<TestPayload, Deps>, "payload">): JobKinds<Deps> => ({
  test: defineJob({ payload: z.object({ name: z.string().optional() }), ...kind }),
});

/** Intervals that are longer than any test, so that only the test itself triggers work. */
const never = { pollMs: 2 ** 30, heartbeatMs: 2 ** 30, reapMs: 2 ** 30 };

/**
 * Starts a worker that is stopped after the test. It searches for jobs only when it starts, when it is notified, and
 * when a test calls `idle`. A job that is enqueued before the worker receives notifications therefore needs this call.
 */
export function started(deps: Deps, kinds: JobKinds<Deps>, options: Partial<WorkerOptions> = {}): Worker {
  const worker = startWorker(deps, kinds, { slots: { compute: 2 }, ...never, ...options });
  onTestFinished(() => worker.stop());
  return worker;
}

/** A promise that is resolved by the test. */
export class Gate<T = void> {
  #open: ((value: T) => void) | undefined;
  readonly passed = new Promise<T>((resolve) => {
    this.#open = resolve;
  });

  open(value: T): void {
    this.#open?.(value);
  }
}
