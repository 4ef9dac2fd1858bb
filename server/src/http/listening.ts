import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Begins to take requests. @throws Error when the port is in use. */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new Error(`Port ${port} on ${host} is in use; choose another with PORT=….`, { cause: error })
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}

/** The address of a server that listens. */
export function urlOf(server: Server, host: string): string {
  // A server that listens on a TCP port has an address object.
  const { port } = server.address() as AddressInfo;
  return urlAt(host, port);
}

/** The address of a port, as one calls it from this machine. */
export function urlAt(host: string, port: number): string {
  const shown = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${shown.includes(":") ? `[${shown}]` : shown}:${port}`;
}

/** How long requests in flight may take to finish when the process stops; then their connections are closed. */
const closeGraceMs = 10_000;

/** Lets requests in flight finish; idle connections are closed as they become so. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
