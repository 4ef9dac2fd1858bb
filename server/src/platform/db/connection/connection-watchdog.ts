import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { sqlState } from "../transaction.ts";

/** Silence on a connection before the server is probed over a new one (milliseconds). */
const silentMs = 30_000;
/** Time limit of a probe (milliseconds). */
const responseMs = 10_000;

/** The times of {@link breakOffWhenDead}, in milliseconds; tests shorten them. */
export interface SilenceTimes {
  readonly silentMs: number;
  readonly responseMs: number;
}

/**
 * Returns a watchdog for connections. If a server hangs, or the network drops all packets, a query would wait
 * forever without an error. The watchdog closes a silent connection if a probe over a new one also fails. A
 * long query does not trigger it, because the probe succeeds.
 */
export function breakOffWhenDead(
  config: ClientConfig,
  times: SilenceTimes = { silentMs, responseMs },
): (client: Client) => void {
  let probe: Promise<boolean> | undefined;
  const isAlive = (): Promise<boolean> =>
    (probe ??= responds({
      ...config,
      connectionTimeoutMillis: times.responseMs,
      query_timeout: times.responseMs,
    }).finally(() => (probe = undefined)));
  return (client) => {
    // Connections to servers use a socket, with or without TLS.
    const socket = client.connection.stream as Socket;
    const check = async (): Promise<void> => {
      if (await isAlive()) return void socket.setTimeout(times.silentMs);
      socket.destroy(new ServerSilent());
    };
    socket.setTimeout(times.silentMs, () => void check());
  };
}

/** The server stopped responding. */
class ServerSilent extends Error {
  override readonly name = "ServerSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super(
      "The Postgres server does not respond, over this connection or a new one; the connection is closed.",
    );
  }
}

/** Whether a server responds; an error response counts. */
async function responds(config: ClientConfig): Promise<boolean> {
  const client = new Client(config);
  client.on("error", () => {}); // the query below rejects with the error
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return sqlState(error) !== undefined;
  } finally {
    // A dead server would not complete a graceful close.
    (client.connection.stream as Socket).destroy();
  }
}
