import { isTransient } from "../../db/connection/transient-errors.ts";
import type { Logger } from "../../log.ts";

/**
 * Logs a failure: transient errors, such as an unavailable database, as a warning with the cause; internal
 * errors with their stack. During an outage every request fails, and stacks would hide other errors.
 */
export function logFailure(log: Logger, error: unknown, message: string, about: object = {}): void {
  if (isTransient(error)) log.warn({ ...about, cause: causeOf(error) }, message);
  else log.error({ ...about, err: error }, message);
}

/** Several failed connection attempts raise one error without a message. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, "code"));
}
