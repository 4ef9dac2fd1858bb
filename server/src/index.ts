// What `@assay/server` is to other packages: a server to start from code. Who does not write code runs `assay-server`.
import { type Config, ConfigError, environmentWithFile, readConfig } from "./platform/config.ts";
import { startServer as start } from "./app/start-server.ts";
import { issueAdminKey } from "./workspace/workspaces/workspace-service.ts";

export { type Config, ConfigError, environmentWithFile, readConfig };

/** A server that takes requests. */
export interface AssayServer {
  url: string;
  /** The secret of the first API key, made on an empty database; shown this once. */
  firstSecret: string | undefined;
  /** Makes a further key with every scope, of the first workspace. @returns its secret. */
  issueAdminKey: (name: string) => Promise<string>;
  /** Stops: refuses new requests, finishes those in flight, hands back leases, closes the database. */
  close: () => Promise<void>;
}

/** How a server is run. */
export interface StartOptions {
  /** Work on jobs in this process too; default true. */
  withWorker?: boolean | undefined;
  /** Milliseconds for which `/readyz` says 503 before connections are refused; default 0. */
  drainMs?: number | undefined;
}

/**
 * Starts a server on `config.host:config.port` (port 0: any free one), and brings the database's schema up to date.
 *
 * @example
 * const server = await startServer(readConfig({ ...environmentWithFile(), PORT: "0" }));
 * @throws {Error} when the port or the data folder is in use, or the database cannot be reached or is newer than this program.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<AssayServer> {
  const { withWorker = true, drainMs = 0 } = options;
  const { url, firstSecret, deps, close } = await start(config, {}, { withWorker, drainMs });
  return { url, firstSecret, issueAdminKey: (name) => issueAdminKey(deps, name), close };
}
