import { openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { type RunningServer, startServer } from "../../server/src/app/start-server.ts";
import { afterAll, beforeAll } from "vitest";
import { startTestServer, type TestServer } from "./server.ts";

/**
 * Starts a second server on a server's Postgres database, with its own connections, as in another process.
 */
async function startSecond({ deps: { config, database } }: TestServer): Promise<RunningServer> {
  return startServer(
    { ...config, port: 0 },
    { database: await openDatabase({ url: database.url ?? "" }), strictResponses: true },
  );
}

/** Two servers on one Postgres database, which are available in tests and hooks. */
export interface ServerPair {
  readonly first: TestServer;
  readonly second: RunningServer;
}

const started = <T>(server: T | undefined): T => {
  if (!server) throw new Error("The servers are available in tests and hooks only.");
  return server;
};

/** Starts two servers before the tests, and closes them after the tests. */
export function useServerPair(): ServerPair {
  let first: TestServer | undefined;
  let second: RunningServer | undefined;
  beforeAll(async () => {
    first = await startTestServer("postgres");
    second = await startSecond(first);
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });
  return {
    get first() {
      return started(first);
    },
    get second() {
      return started(second);
    },
  };
}
