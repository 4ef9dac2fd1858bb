// Loaded when something is waited for: most programs wait for nothing.
import type { Clock } from "../client/clock.ts";
import type { Limits } from "../client/transport/sleep.ts";

/** How `pollUntil` goes about it. */
export interface PollOptions {
  /** Ends the waiting, not what is waited for. */
  signal?: AbortSignal | undefined;
  /** Milliseconds from one look to the next; default: 250, growing by half each time up to 2,000. */
  pollIntervalMs?: number | undefined;
  /** Milliseconds after which to give up; default: never. */
  timeoutMs?: number | undefined;
  /** What the TimeoutError says. */
  timeoutMessage?: (() => string) | undefined;
  /** In place of the machine's clock, for tests. */
  clock?: Clock | undefined;
}

/** What polling takes from the client: given, since a module that both import would become a file of its own. */
export interface PollTools {
  within: <T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  sleep: (delayMs: number, signal: AbortSignal | undefined, clock: Clock) => Promise<void>;
  systemClock: Clock;
}

/** What `pollUntil` does. */
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
