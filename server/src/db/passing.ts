/** Network and Postgres conditions that pass by themselves: the caller is told to come again. */
const passing = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  // A statement or a lock that took too long: the server is busy.
  "57014",
  "55P03",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "08000",
  "08001",
  "08003",
  "08006",
]);

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null && name in error ? Reflect.get(error, name) : undefined;

/** Whether what failed is the way to the database, or a database that is busy or away, and not a fault of ours. */
export function isPassing(error: unknown): boolean {
  const message = error instanceof Error ? error.message : "";
  return (
    passing.has(String(memberOf(error, "code"))) ||
    memberOf(error, "name") === "KnexTimeoutError" ||
    // What pg says, without a code, of a connection that is gone.
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(message) ||
    message.includes("Unable to acquire a connection")
  );
}
