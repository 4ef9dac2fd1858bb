import { openDatabase } from "../../server/src/platform/db/connection/connect.ts";
import { type RunningServer, startServer } from "../../server/src/app/start-server.ts";
import type { TestServer } from "./server.ts";

/** A further server on the database of one that is on Postgres, over connections of its own, as another process has it. */
export async function startSecond({ deps: { config, database } }: TestServer): Promise<RunningServer> {
  return startServer(
    { ...config, port: 0 },
    { database: await openDatabase({ url: database.url ?? "" }), strictResponses: true },
  );
}
