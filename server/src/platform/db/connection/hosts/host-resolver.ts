import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { type ServerHosts, serverHostsOf, type SessionTarget } from "./server-hosts.ts";

/** Maximum time to connect to a host, and for its response (milliseconds). */
const hostTimeoutMs = 2000;

/** Thrown if no host of a database URL can be used. The code is the SQLSTATE of a server that accepts no writes. */
class NoUsableHost extends Error {
  override readonly name = "NoUsableHost";
  readonly code = "25006";
}

/** Connects to a host, and returns why it cannot be used; undefined if it can be used. */
export type CheckHost = (url: string, target: SessionTarget) => Promise<string | undefined>;

/**
 * Finds the host that connections must use: the first one in the URL that is the required kind of server. The host is
 * kept until it is invalidated. A URL with one host and without a required kind is used as it is.
 */
export class HostResolver {
  readonly #hosts: ServerHosts;
  readonly #check: CheckHost;
  #found: Promise<string> | undefined;
  #generation = 0;

  /** @throws {Error} if the URL is invalid. */
  constructor(url: string, check: CheckHost) {
    this.#hosts = serverHostsOf(url);
    this.#check = check;
  }

  get #isFixed(): boolean {
    return this.#hosts.urls.length === 1 && this.#hosts.target === "any";
  }

  /** Number of times that the host was invalidated. Connections that were opened before must not be used again. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Returns the URL of the host to use.
   *
   * @throws {NoUsableHost} if no host can be used.
   */
  async resolve(): Promise<string> {
    const [only = ""] = this.#hosts.urls;
    if (this.#isFixed) return only;
    for (;;) {
      const found = this.#found ?? this.#find();
      this.#found = found;
      try {
        const url = await found;
        if (this.#found === found) return url;
      } catch (error) {
        // A failure is not kept, so the next call looks for a host again.
        if (this.#found === found) this.#found = undefined;
        throw error;
      }
    }
  }

  /** Makes the next connection look for a host again, because the host failed or is no longer the required kind. */
  invalidate(): void {
    if (this.#isFixed || !this.#found) return;
    this.#found = undefined;
    this.#generation += 1;
  }

  async #find(): Promise<string> {
    const { urls, target } = this.#hosts;
    const reasons: string[] = [];
    for (const url of urls) {
      const reason = await this.#check(url, target);
      if (reason === undefined) return url;
      reasons.push(`${new URL(url).host} ${reason}`);
    }
    throw new NoUsableHost(`No host can be used: ${reasons.join(", ")}.`);
  }
}

/** The options of connections to a server, and the resolver of its hosts. */
export interface HostOptions {
  readonly connection: ClientConfig;
  readonly hosts: Pick<HostResolver, "resolve" | "invalidate">;
}

/** Returns the options of a new connection to the host to use. @throws {NoUsableHost} if no host can be used. */
export const clientConfigOf = async ({ connection, hosts }: HostOptions): Promise<ClientConfig> => ({
  ...connection,
  connectionString: await hosts.resolve(),
});

/** Opens a resolver that connects to the hosts. */
export const openHosts = (url: string): HostResolver => new HostResolver(url, checkHost);

const checkHost: CheckHost = async (url, target) => {
  const client = new Client({
    connectionString: url,
    application_name: "assay host check",
    connectionTimeoutMillis: hostTimeoutMs,
    query_timeout: hostTimeoutMs,
  });
  client.on("error", () => {}); // the calls below reject with this error
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; onlyReads: string }>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as "onlyReads"`,
    );
    const [state] = rows;
    if (target === "primary" && state?.standby) return "is a standby";
    if (target === "read-write" && state?.onlyReads !== "off") return "accepts no writes";
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    return `failed (${code ?? (error instanceof Error ? error.message : String(error))})`;
  } finally {
    // Connections to servers use a socket. If the server is dead, a graceful close would never complete.
    (client.connection.stream as Socket).destroy();
  }
};

/** SQLSTATEs and system errors after which the host is looked up again. */
const failedHost = /^(?:08[0-9A-Z]{3}|25006|57P0[12]|ECONN\w+|EPIPE|ETIMEDOUT)$/;

/** Whether an error of a query may mean that another host must be used. */
export const isHostFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && failedHost.test(String(error.code))) || /Connection terminated/.test(error.message));
