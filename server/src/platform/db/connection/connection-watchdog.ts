import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { sqlState } from "../transaction.ts";
import { clientConfigOf, type HostOptions } from "./hosts/host-resolver.ts";

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
  server: HostOptions,
  times: SilenceTimes = { silentMs, responseMs },
): (client: Client) => void {
  const limits = { connectionTimeoutMillis: times.responseMs, query_timeout: times.responseMs };
  const probes = new Map<string | undefined, Promise<boolean>>();
  const isAlive = (config: ClientConfig): Promise<boolean> => {
    const { connectionString: url } = config;
    const probe = probes.get(url) ?? responds({ ...config, ...limits }).finally(() => probes.delete(url));
    probes.set(url, probe);
    return probe;
  };
  return (client) => {
    // The host is the one to which this connection was opened, even if later ones use another host.
    const config = clientConfigOf(server).catch(() => undefined);
    // Connections to servers use a socket, either with or without TLS.
    const socket = client.connection.stream as Socket;
    const check = async (): Promise<void> => {
      const ofHost = await config;
      if (ofHost && (await isAlive(ofHost))) return void socket.setTimeout(times.silentMs);
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
