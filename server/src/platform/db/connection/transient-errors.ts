/**
 * System errors that can disappear without a change to the program. Some of them disappear only after an
 * operator has freed resources.
 */
const transientSystemCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  // The disk is full or read-only, or too many files are open.
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EMFILE",
  "ENFILE",
]);

/**
 * The SQLSTATEs of transient errors in Postgres: failed (08) and refused connections (28, 3D000), exhausted
 * resources including the disk (53), operator intervention (57), system errors (58000, 58030), read-only
 * servers (25006), idle sessions that timed out (25P03, 25P04), lock timeouts (55P03), and repeated conflicts
 * (40001, 40P01).
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const transientStates =
  /^(?:(?:08|28|53|57)[0-9A-Z]{3}|3D000|58000|58030|25006|25P03|25P04|55P03|40001|40P01)$/;

/** Messages of errors without a code, from pg and Knex, about lost or unavailable connections. */
const transientMessages =
  /Connection terminated|is not queryable|timeout expired|Unable to acquire a connection|is not currently accepting connections/;

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

/**
 * Whether an error is caused by the connection, or by a busy or unavailable database, and not by the program.
 */
export function isTransient(error: unknown): boolean {
  const code = String(memberOf(error, "code"));
  return (
    transientSystemCodes.has(code) ||
    transientStates.test(code) ||
    memberOf(error, "name") === "KnexTimeoutError" ||
    transientMessages.test(error instanceof Error ? error.message : "")
  );
}

const withoutRoom = new Set(["53100", "58030", "ENOSPC", "EDQUOT"]);

/**
 * Whether the disk of the database server or of this machine is full or failing. Small writes may still
 * succeed.
 */
export const isDiskFull = (error: unknown): boolean => withoutRoom.has(String(memberOf(error, "code")));
