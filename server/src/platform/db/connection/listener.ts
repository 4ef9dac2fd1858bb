import { Client, escapeIdentifier } from "pg";
import type { Database, OnNotice } from "./database.ts";
import { clientConfigOf, type HostOptions } from "./hosts/host-resolver.ts";
import { Subscriptions } from "./subscriptions.ts";

/**
 * Receives notifications through a separate connection, which is opened for the first subscription and
 * reopened if it is lost.
 */
export interface Listener {
  readonly listen: Database["listen"];
  close(): Promise<void>;
}

const maxRetryDelayMs = 10_000;

const connectionLost = {
  level: "warn",
  message: "notification connection lost",
} as const;

/** Creates a listener for a Postgres server. The listener connects when it is first used. */
export function createListener(server: HostOptions, onNotice: OnNotice): Listener {
  const subscriptions = new Subscriptions(onNotice);
  let connection: Promise<Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<Client> => {
    const client = await newClient(server);
    client.on("notification", ({ channel, payload }) => subscriptions.deliver(channel, payload ?? ""));
    client.on("error", () => {}); // the event "end" follows
    await client.connect();
    client.once("end", () => reconnect(250));
    for (const channel of subscriptions.channels) await client.query(`listen ${escapeIdentifier(channel)}`);
    return client;
  };

  const connected = (): Promise<Client> => {
    if (connection) return connection;
    const opened = connect();
    connection = opened;
    // A failed connection is not cached, so the next call connects again.
    opened.catch(() => {
      if (connection === opened) connection = undefined;
    });
    return opened;
  };

  const reconnect = (delayMs: number): void => {
    if (closed) return;
    connection = undefined;
    server.hosts.invalidate();
    onNotice(connectionLost);
    retry = setTimeout(() => {
      connected().catch(() => reconnect(Math.min(delayMs * 2, maxRetryDelayMs)));
    }, delayMs);
    retry.unref();
  };

  return {
    async listen(channel, onPayload) {
      const handler = (payload: string) => onPayload(payload);
      const isFirst = subscriptions.add(channel, handler);
      try {
        const client = await connected();
        if (isFirst) await client.query(`listen ${escapeIdentifier(channel)}`);
      } catch (error) {
        subscriptions.remove(channel, handler);
        throw error;
      }
      return async () => {
        if (!subscriptions.remove(channel, handler)) return;
        const client = await connection?.catch(() => undefined);
        await client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => {});
      };
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}

const newClient = async (server: HostOptions): Promise<Client> =>
  new Client({ ...(await clientConfigOf(server)), keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
