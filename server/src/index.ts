// The API of `@assay/server` for other packages, which starts a server from code. To start a server from a
// shell, use the command `assay-server`.
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { environmentWithFile } from "./platform/environment.ts";
import { startServer as start } from "./app/start-server.ts";
import { issueAdminKey } from "./workspace/workspaces/workspace-service.ts";

export { type Config, ConfigError, environmentWithFile, readConfig };

/** A running server. */
export interface AssayServer {
  url: string;
  /** The secret of the API key that is created on an empty database; it cannot be read again. */
  firstSecret: string | undefined;
  /** Creates an additional API key with every scope in the oldest workspace. @returns its secret. */
  issueAdminKey: (name: string) => Promise<string>;
  /**
   * Stops the server: refuses new requests, finishes running ones, releases leases and closes the database.
   */
  close: () => Promise<void>;
}

/** Options of a server. */
export interface StartOptions {
  /** Whether this process also runs jobs (default true). */
  withWorker?: boolean | undefined;
  /** How long `/readyz` returns 503 before connections are refused (milliseconds, default 0). */
  drainMs?: number | undefined;
}

/**
 * Migrates the database and starts a server on `config.host:config.port`. Port 0 selects any free port.
 *
 * @example
 * const server = await startServer(readConfig({ ...environmentWithFile(), PORT: "0" }));
 * @throws {Error} if the port or the data folder is in use, if the database cannot be reached, or if its
 * schema is newer than this program.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<AssayServer> {
  const { withWorker = true, drainMs = 0 } = options;
  const { url, firstSecret, deps, close } = await start(config, {}, { withWorker, drainMs });
  return { url, firstSecret, issueAdminKey: (name) => issueAdminKey(deps, name), close };
}
