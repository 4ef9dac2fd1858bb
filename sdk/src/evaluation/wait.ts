import { systemClock } from "../client/clock.ts";
import { within } from "../client/transport/limits.ts";
import type { PollOptions } from "./poll.ts";
import { sleep } from "../client/transport/sleep.ts";

export type { PollOptions } from "./poll.ts";

/**
 * Calls `look` repeatedly until `done` returns true for the value that `look` returned, and returns this
 * value.
 *
 * @throws {AbortError} if the signal aborts, TimeoutError at the time limit, and the errors of `look`.
 */
export async function pollUntil<T>(
  look: (signal: AbortSignal) => PromiseLike<T>,
  done: (value: T) => boolean,
  options: PollOptions = {},
): Promise<T> {
  const { poll } = await import("./poll.ts");
  return poll({ within, sleep, systemClock }, { look, done }, options);
}
