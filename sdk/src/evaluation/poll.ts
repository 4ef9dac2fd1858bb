// Loaded on the first wait, because most programs never wait.
import type { Clock } from "../client/clock.ts";
import type { Limits } from "../client/transport/sleep.ts";

/** Options of `pollUntil`. */
export interface PollOptions {
  /** Ends the wait; the awaited work continues. */
  signal?: AbortSignal | undefined;
  /** Interval between polls (milliseconds); default: 250, growing by half each time up to 2,000. */
  pollIntervalMs?: number | undefined;
  /** Time limit of the wait (milliseconds); default: none. */
  timeoutMs?: number | undefined;
  /** Message of the TimeoutError. */
  timeoutMessage?: (() => string) | undefined;
  /** Replaces the machine's clock, for tests. */
  clock?: Clock | undefined;
}

/** Parts of the client, passed as arguments: a module imported by both would become a separate file. */
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
