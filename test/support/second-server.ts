import { openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { type RunningServer, startServer } from "../../server/src/app/start-server.ts";
import type { TestServer } from "./server.ts";

/** A second server on the Postgres database of another one, with separate connections, as in another process. */
export async function startSecond({ deps: { config, database } }: TestServer): Promise<RunningServer> {
  return startServer(
    { ...config, port: 0 },
    { database: await openDatabase({ url: database.url ?? "" }), strictResponses: true },
  );
}
