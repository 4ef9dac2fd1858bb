// API of `@assay/server` for other packages: starts a server from code. Otherwise use the command
// `assay-server`.
import { type Config, ConfigError, environmentWithFile, readConfig } from "./platform/config.ts";
import { startServer as start } from "./app/start-server.ts";
import { issueAdminKey } from "./workspace/workspaces/workspace-service.ts";

export { type Config, ConfigError, environmentWithFile, readConfig };

/** A running server. */
export interface AssayServer {
  url: string;
  /** The secret of the first API key, created on an empty database; shown only here. */
  firstSecret: string | undefined;
  /** Creates an additional key with every scope, in the first workspace. @returns its secret. */
  issueAdminKey: (name: string) => Promise<string>;
  /** Stops: refuses new requests, finishes running ones, releases leases, closes the database. */
  close: () => Promise<void>;
}

/** Options of a server. */
export interface StartOptions {
  /** Whether this process also runs jobs; default true. */
  withWorker?: boolean | undefined;
  /** Milliseconds for which `/readyz` returns 503 before connections are refused; default 0. */
  drainMs?: number | undefined;
}

/**
 * Starts a server on `config.host:config.port` (port 0: any free port), and migrates the database.
 *
 * @example
 * const server = await startServer(readConfig({ ...environmentWithFile(), PORT: "0" }));
 * @throws {Error} if the port or the data folder is in use, or the database cannot be reached or is newer
 *   than this program.
 */
export async function startServer(config: Config, options: StartOptions = {}): Promise<AssayServer> {
  const { withWorker = true, drainMs = 0 } = options;
  const { url, firstSecret, deps, close } = await start(config, {}, { withWorker, drainMs });
  return { url, firstSecret, issueAdminKey: (name) => issueAdminKey(deps, name), close };
}
