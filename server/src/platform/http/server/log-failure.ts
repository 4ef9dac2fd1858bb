import { isTransient } from "../../db/connection/transient-errors.ts";
import type { Logger } from "../../log.ts";

/**
 * Logs that something failed: what passes by itself, as a database that is away, in a line that says so (a warning), and a
 * fault of ours with its stack (an error). While the database is away every request says it: stacks would bury the rest.
 */
export function logFailure(log: Logger, error: unknown, message: string, about: object = {}): void {
  if (isTransient(error)) log.warn({ ...about, cause: causeOf(error) }, message);
  else log.error({ ...about, err: error }, message);
}

/** Several attempts to connect fail with one error that has no text of its own. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, "code"));
}
