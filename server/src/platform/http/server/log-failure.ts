import { isTransient } from "../../db/connection/transient-errors.ts";
import type { Logger } from "../../log.ts";

/**
 * Logs a failure. Transient errors, such as an unavailable database, are logged as a warning with their
 * cause. Internal errors are logged with their stack. During an outage, every request fails, and stacks of
 * transient errors would hide other errors.
 */
export function logFailure(log: Logger, error: unknown, message: string, about: object = {}): void {
  if (isTransient(error)) log.warn({ ...about, cause: causeOf(error) }, message);
  else log.error({ ...about, err: error }, message);
}

/**
 * Returns the message of an error. If several connection attempts fail, they raise one error without a
 * message.
 */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, "code"));
}
