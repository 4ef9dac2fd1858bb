import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { sqlState } from "../transaction.ts";

/**
 * How long a connection may be silent before the server is probed through a new connection (milliseconds).
 */
const silentMs = 30_000;
/** Time limit of a probe (milliseconds). */
const responseMs = 10_000;

/** The time limits of {@link breakOffWhenDead} (milliseconds); tests use shorter ones. */
export interface SilenceTimes {
  readonly silentMs: number;
  readonly responseMs: number;
}

/**
 * Returns a watchdog for connections. If a server hangs or the network drops all packets, a query would wait
 * forever without an error. The watchdog closes a silent connection if a probe through a new connection also
 * fails. During a long query, the probe succeeds, so the connection stays open.
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
    // Connections to servers use a socket, either with or without TLS.
    const socket = client.connection.stream as Socket;
    const check = async (): Promise<void> => {
      if (await isAlive()) return void socket.setTimeout(times.silentMs);
      socket.destroy(new ServerSilent());
    };
    socket.setTimeout(times.silentMs, () => void check());
  };
}

/** The error of a connection that is closed because the server stopped responding. */
class ServerSilent extends Error {
  override readonly name = "ServerSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super(
      "The Postgres server does not respond, over this connection or a new one; the connection is closed.",
    );
  }
}

/** Whether a server responds. An error in the response also counts as a response. */
async function responds(config: ClientConfig): Promise<boolean> {
  const client = new Client(config);
  client.on("error", () => {}); // the call below rejects with this error
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return sqlState(error) !== undefined;
  } finally {
    // If the server is dead, a graceful close would never complete.
    (client.connection.stream as Socket).destroy();
  }
}
