// Loaded on the first wait, because most programs never wait.
import type { Clock } from "../client/clock.ts";
import type { Limits } from "../client/transport/sleep.ts";

/** Options of `pollUntil`. */
export interface PollOptions {
  /** Stops waiting when aborted; the awaited work continues. */
  signal?: AbortSignal | undefined;
  /** Interval between polls (milliseconds); by default, it grows from 250 by half each time, up to 2,000. */
  pollIntervalMs?: number | undefined;
  /** Time limit for waiting (milliseconds); none by default. */
  timeoutMs?: number | undefined;
  /** Returns the TimeoutError's message. */
  timeoutMessage?: (() => string) | undefined;
  /** Replaces the system clock in tests. */
  clock?: Clock | undefined;
}

/**
 * Parts of the client. They are passed as arguments, because a module that this file and the client import
 * would become a separate file.
 */
export interface PollTools {
  within: <T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  sleep: (delayMs: number, signal: AbortSignal | undefined, clock: Clock) => Promise<void>;
  systemClock: Clock;
}

/** Implementation of `pollUntil`. */
export async function poll<T>(
  { within, sleep, systemClock }: PollTools,
  { look, done }: { look: (signal: AbortSignal) => PromiseLike<T>; done: (value: T) => boolean },
  options: PollOptions,
): Promise<T> {
  const { signal, pollIntervalMs, timeoutMs = Infinity, clock = systemClock } = options;
  const timeoutMessage = options.timeoutMessage ?? ((): string => `Not done after ${timeoutMs} ms.`);
  return within({ clock, signal, timeoutMs, timeoutMessage }, async (own) => {
    for (
      let intervalMs = pollIntervalMs ?? 250;
      ;
      intervalMs = pollIntervalMs ?? Math.min(2000, intervalMs * 1.5)
    ) {
      const value = await look(own);
      if (done(value)) return value;
      await sleep(intervalMs, own, clock);
    }
  });
}
