import { AbortError } from "../errors/errors.ts";

/** @throws {AbortError} after Ctrl-C, so that no further step starts. */
export function stopIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError("Interrupted.", { cause: signal.reason });
}
