import { bounded } from "./bounded.ts";
import { limitError, type Limits } from "./sleep.ts";

/** Runs work as `bounded` does, whose reasons it turns into errors. */
export type Within = <T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Runs `work` until it settles, the caller aborts or the time is up, whichever comes first.
 *
 * @throws {AbortError} when `signal` aborts or was aborted before; TimeoutError when the time is up.
 */
export const within: Within = async (limits, work) => {
  try {
    return await bounded({ timeoutMs: Infinity, ...limits }, work);
  } catch (error) {
    throw limitError(error, limits.signal, limits.timeoutMessage);
  }
};
