import { sqlState } from "../transaction.ts";
import { withoutPassword } from "./hosts/server-hosts.ts";

/** Thrown if the first connection to a database fails. The message contains the URL without its password. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/**
 * Describes why a first connection failed: the URL, its environment variable, the reason and the next step.
 *
 * @param variable the environment variable that contains the URL.
 */
export function unreachable(error: unknown, url: string, variable: string): DatabaseUnreachable {
  const [why, todo] = reasonOf(error);
  return new DatabaseUnreachable(
    `The database of ${variable}, ${withoutPassword(url)}, cannot be reached: ${why}. ${todo}`,
    { cause: error },
  );
}

type Reason = readonly [why: string, todo: string];

const seeNetwork = "Check the host, the port, and the network and firewalls between both machines.";
const seeName = "Check the host name and this machine's DNS.";
const retrySoon = "Retry in a moment.";

/** The reason for a failed connection and the next step, by system error code or SQLSTATE. */
const reasons: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: [
    "the connection was refused (ECONNREFUSED)",
    "Check that Postgres runs, and check the host and the port.",
  ],
  ENOENT: [
    "its socket does not exist (ENOENT)",
    "Check that Postgres runs, and check the path of its socket.",
  ],
  ENOTFOUND: ["the host name is unknown (ENOTFOUND)", seeName],
  EAI_AGAIN: ["the host name lookup failed (EAI_AGAIN)", seeName],
  ETIMEDOUT: ["no response in time (ETIMEDOUT)", seeNetwork],
  EHOSTUNREACH: ["the host is not routable (EHOSTUNREACH)", seeNetwork],
  ENETUNREACH: ["the network is not routable (ENETUNREACH)", seeNetwork],
  ECONNRESET: ["the connection broke (ECONNRESET)", "Check that the address is a Postgres server."],
  "57P03": ["the server is starting up or shutting down", retrySoon],
  "53300": [
    "the server has no connection left",
    "Lower ASSAY_POOL_MAX in each process, raise max_connections, or put a connection pooler in front of Postgres.",
  ],
};

/**
 * The next step for errors that `reasons` does not contain, by SQLSTATE or by the driver's message. The
 * original message is used as the reason.
 */
const advice: readonly [RegExp, string][] = [
  [/^28/, "Check the user, the password, and the server's pg_hba.conf."],
  [/^3D000$/, "Create the database (`createdb`), or correct its name."],
  [/^25006$|^No host/, "Check the hosts. If the primary is lost, promote a standby."],
  [/timeout/i, seeNetwork],
  [/SSL|certificate/i, "Check `sslmode` in the address, and the server's certificate."],
];

function reasonOf(error: unknown): Reason {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const found = reasons[code];
  if (found) return found;
  const words = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
  const match = advice.find(([pattern]) => pattern.test(sqlState(error) ?? "") || pattern.test(words));
  return [words, match?.[1] ?? "Check the host, port, database name, user and password."];
}
