/** Conditions of the network and of this machine that pass by themselves, or once an operator has made room. */
const passingOfSystem = new Set([
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
  // No room on the disk, or a disk that is only read; no more open files.
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EMFILE",
  "ENFILE",
]);

/**
 * The same of Postgres: connections that failed (08) or are let in no more (28, 3D000), resources that are used up, the disk
 * among them (53), what its operator did (57), the system below it (58000, 58030), a server that only reads (25006), sessions
 * that stood idle too long (25P03, 25P04), locks that took too long (55P03), and transactions that met each other again and
 * again (40001, 40P01).
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passingOfPostgres =
  /^(?:(?:08|28|53|57)[0-9A-Z]{3}|3D000|58000|58030|25006|25P03|25P04|55P03|40001|40P01)$/;

/** What pg and Knex say, without a code, of a connection that is gone or is not to be had. */
const passingTexts = /Connection terminated|is not queryable|timeout expired|Unable to acquire a connection/;

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

/** Whether what failed is the way to the database, or a database that is busy or away, and not a fault of ours. */
export function isTransient(error: unknown): boolean {
  const code = String(memberOf(error, "code"));
  return (
    passingOfSystem.has(code) ||
    passingOfPostgres.test(code) ||
    memberOf(error, "name") === "KnexTimeoutError" ||
    passingTexts.test(error instanceof Error ? error.message : "")
  );
}

const withoutRoom = new Set(["53100", "58030", "ENOSPC", "EDQUOT"]);

/** Whether a disk has no room left, the server's or ours, or fails otherwise: small writes may succeed still. */
export const isDiskFull = (error: unknown): boolean => withoutRoom.has(String(memberOf(error, "code")));
