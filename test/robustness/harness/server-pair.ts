import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../../support/assay-process.ts";
import { startPostgres } from "../../support/postgres.ts";

/** Two server processes on one Postgres server of their own. */
export interface ServerPair {
  urls: readonly [string, string];
  databaseUrl: string;
  /** The key that the first process has created. */
  apiKey: string;
  /** Ends both processes, then Postgres. */
  stop: () => Promise<void>;
}

/** Starts two server processes, one after the other, because the first one creates the tables. */
export async function startServerPair(): Promise<ServerPair> {
  const postgres = await startPostgres();
  const serve = async (): Promise<[AssayProcess, string]> => {
    const server = startAssayServer(["serve"], { url: postgres.url });
    return [server, await urlOf(server)];
  };
  const [first, url] = await serve();
  const [second, otherUrl] = await serve();
  return {
    urls: [url, otherUrl],
    databaseUrl: postgres.url,
    apiKey: await firstKeyOf(first),
    stop: async () => {
      for (const server of [first, second]) {
        server.kill("SIGTERM");
        await server.ended;
      }
      await postgres.stop();
    },
  };
}
