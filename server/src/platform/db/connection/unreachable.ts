import { sqlState } from "../transaction.ts";

/** A database gave no answer when it was first asked; the message names the address without its password. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/**
 * Says of a first connection that failed what was tried, by which variable, why it failed and what to do.
 *
 * @param variable of the configuration, which the address is from.
 */
export function unreachable(error: unknown, url: string, variable: string): DatabaseUnreachable {
  const [why, todo] = reasonOf(error);
  return new DatabaseUnreachable(
    `The database of ${variable}, ${withoutPassword(url)}, cannot be reached: ${why}. ${todo}`,
    { cause: error },
  );
}

/** Whose address it is and where it leads; what follows a `?` may hold secrets, and is left out too. */
function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

type Reason = readonly [why: string, todo: string];

const seeNetwork =
  "See that host and port are right, and that nothing between this machine and that one keeps them apart.";
const seeName = "See that the host's name is right, and this machine's DNS.";
const tryAgain = "Try again in a moment.";

/** By the system's code or the server's SQLSTATE. */
const reasons: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: [
    "nothing listens there (ECONNREFUSED)",
    "See that Postgres runs, and that host and port are right.",
  ],
  ENOENT: ["its socket is not there (ENOENT)", "See that Postgres runs, and where its socket is."],
  ENOTFOUND: ["the host's name is not known (ENOTFOUND)", seeName],
  EAI_AGAIN: ["the host's name could not be looked up (EAI_AGAIN)", seeName],
  ETIMEDOUT: ["no answer in time (ETIMEDOUT)", seeNetwork],
  EHOSTUNREACH: ["there is no way to that host (EHOSTUNREACH)", seeNetwork],
  ENETUNREACH: ["there is no way to that network (ENETUNREACH)", seeNetwork],
  ECONNRESET: ["the connection broke (ECONNRESET)", "See that it is Postgres that listens there."],
  "57P03": ["the server is starting up or shutting down", tryAgain],
  "53300": [
    "the server has no connection left",
    "Lower ASSAY_POOL_MAX in each process, raise max_connections, or put a pooler in between.",
  ],
};

/** By the class of the SQLSTATE, or by what the driver says; the server's own words are the reason. */
const advice: readonly [RegExp, string][] = [
  [/^28/, "See that user and password are right, and that the server's pg_hba.conf lets this machine in."],
  [/^3D000$/, "Make the database (`createdb`), or mend its name."],
  [/timeout/i, seeNetwork],
  [/SSL|certificate/i, "See `sslmode` in the address, and the server's certificate."],
];

function reasonOf(error: unknown): Reason {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = reasons[code];
  if (known) return known;
  const words = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
  const told = advice.find(([pattern]) => pattern.test(sqlState(error) ?? "") || pattern.test(words));
  return [words, told?.[1] ?? "See that host, port, name, user and password in it are right."];
}
