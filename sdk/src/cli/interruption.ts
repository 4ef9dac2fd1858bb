import { AbortError } from "../errors/errors.ts";

/** @throws {AbortError} once Ctrl-C was pressed: what follows is not begun. */
export function stopIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortError("Interrupted.", { cause: signal.reason });
}
