import { systemClock } from "../client/clock.ts";
import { within } from "../client/transport/limits.ts";
import type { PollOptions } from "./poll.ts";
import { sleep } from "../client/transport/sleep.ts";

export type { PollOptions } from "./poll.ts";

/**
 * Looks again and again until `done` holds for what `look` gives, and returns that.
 *
 * @throws {AbortError} when the signal aborts, TimeoutError when the time is up, and whatever `look` throws.
 */
export async function pollUntil<T>(
  look: (signal: AbortSignal) => PromiseLike<T>,
  done: (value: T) => boolean,
  options: PollOptions = {},
): Promise<T> {
  const { poll } = await import("../client/transport/seldom.ts");
  return poll({ within, sleep, systemClock }, { look, done }, options);
}
