import { withTimeLimit } from "./time-limit.ts";
import { limitError, type Limits } from "./sleep.ts";

/** Runs work like `withTimeLimit`, but throws the error for the limit that was reached. */
export type Within = <T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Runs `work` until it settles, the caller aborts or the time limit is reached.
 *
 * @throws {AbortError} if `signal` aborts or is already aborted; TimeoutError if the time limit is reached.
 */
export const within: Within = async (limits, work) => {
  try {
    return await withTimeLimit({ timeoutMs: Infinity, ...limits }, work);
  } catch (error) {
    throw limitError(error, limits.signal, limits.timeoutMessage);
  }
};
