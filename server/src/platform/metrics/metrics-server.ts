import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import { surviveAcceptErrors } from "../http/server/listen.ts";
import type { Logger } from "../log.ts";

/**
 * The metrics and the readiness of a process. Monitoring reads them on a separate port, not on the port of
 * the APIs.
 */
export interface WatchedProcess {
  registry: Registry;
  /** Returns whether the process is ready. */
  isReady: () => Promise<boolean>;
  log: Logger;
}

type PlainResponse = [status: number, type: string, body: string];

const missing = async (): Promise<PlainResponse> => [404, "text/plain", "Not found.\n"];

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a separate port without authentication.
 *
 * @returns the port, and a function that closes the server.
 * @throws {Error} if the port is in use.
 */
export async function serveMetrics(
  { registry, isReady, log }: WatchedProcess,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  const responses: Record<string, () => Promise<PlainResponse>> = {
    "/metrics": async () => [200, registry.contentType, await registry.metrics()],
    "/healthz": async () => [200, "application/json", '{"status":"ok"}'],
    "/readyz": async () =>
      (await isReady())
        ? [200, "application/json", '{"status":"ready"}']
        : [503, "application/json", '{"status":"unavailable"}'],
  };
  const server = createServer((request, response) => {
    const respond = responses[(request.url ?? "").split("?")[0] ?? ""];
    void (respond ?? missing)()
      .catch((): PlainResponse => [500, "text/plain", "Metrics are not available.\n"])
      .then(([status, type, body]) => response.writeHead(status, { "content-type": type }).end(body));
  });
  await listen(server, port, host);
  surviveAcceptErrors(server, log, () => performance.now());
  // `address()` returns an object if the server listens on a TCP port.
  const bound = server.address() as AddressInfo;
  return {
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} on ${host} is in use; choose a free port with METRICS_PORT=….`, {
              cause: error,
            })
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
}
