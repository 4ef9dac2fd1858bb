import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

/** What a process without the APIs, or apart from them, is asked by those who watch it. */
export interface WatchedProcess {
  registry: Registry;
  /** Whether it does its work now. */
  isReady: () => Promise<boolean>;
}

type Answer = [status: number, type: string, body: string];

const missing = async (): Promise<Answer> => [404, "text/plain", "Not found.\n"];

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a port of their own, to whoever reaches it.
 *
 * @returns its port and what closes it.
 * @throws {Error} when the port is in use.
 */
export async function serveMetrics(
  { registry, isReady }: WatchedProcess,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close: () => Promise<void> }> {
  const answers: Record<string, () => Promise<Answer>> = {
    "/metrics": async () => [200, registry.contentType, await registry.metrics()],
    "/healthz": async () => [200, "application/json", '{"status":"ok"}'],
    "/readyz": async () =>
      (await isReady())
        ? [200, "application/json", '{"status":"ready"}']
        : [503, "application/json", '{"status":"unavailable"}'],
  };
  const server = createServer((request, response) => {
    const answer = answers[(request.url ?? "").split("?")[0] ?? ""];
    void (answer ?? missing)()
      .catch((): Answer => [500, "text/plain", "Could not be told.\n"])
      .then(([status, type, body]) => response.writeHead(status, { "content-type": type }).end(body));
  });
  await listen(server, port, host);
  // A server that listens on a TCP port has an address object.
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
          ? new Error(`Port ${port} on ${host} is in use; choose another with METRICS_PORT=….`, {
              cause: error,
            })
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
}
