import type { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { sqlState } from "../transaction.ts";

/** How long a connection is silent before the server is asked over another one whether it is there. */
const silentMs = 30_000;
/** How long it has for an answer. */
const answerMs = 10_000;

/** The times of {@link breakOffWhenDead}, in milliseconds; tests do not wait so long. */
export interface SilenceTimes {
  readonly silentMs: number;
  readonly answerMs: number;
}

/**
 * Makes what watches connections to a server that may stand still, or be behind a network that swallows all: nothing would
 * ever come of a query then, nor would its connection fail. One that has been silent for long is broken off when the server
 * does not answer over a new one either; a query that merely takes long is left alone.
 */
export function breakOffWhenDead(
  config: ClientConfig,
  times: SilenceTimes = { silentMs, answerMs },
): (client: Client) => void {
  let asking: Promise<boolean> | undefined;
  const isThere = (): Promise<boolean> =>
    (asking ??= answers({
      ...config,
      connectionTimeoutMillis: times.answerMs,
      query_timeout: times.answerMs,
    }).finally(() => (asking = undefined)));
  return (client) => {
    // A server is reached over a socket, with or without TLS.
    const socket = client.connection.stream as Socket;
    const look = async (): Promise<void> => {
      if (await isThere()) return void socket.setTimeout(times.silentMs);
      socket.destroy(new ServerSilent());
    };
    socket.setTimeout(times.silentMs, () => void look());
  };
}

/** A server that does not answer any more. */
class ServerSilent extends Error {
  override readonly name = "ServerSilent";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("The Postgres server does not answer, over this connection or a new one; it is broken off.");
  }
}

/** Whether a server answers: a refusal is an answer too. */
async function answers(config: ClientConfig): Promise<boolean> {
  const client = new Client(config);
  client.on("error", () => {}); // what asked has been told
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    return sqlState(error) !== undefined;
  } finally {
    // A server that is not there would not take part in a farewell.
    (client.connection.stream as Socket).destroy();
  }
}
