import type { Server } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import type { Logger } from "../../log.ts";
import { lastResponseOn } from "../fast-path/request-queue.ts";

const connections = new WeakMap<Server, Set<Socket>>();

/** Tracks a server's open connections. */
function trackConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

/** Starts to accept requests. @throws {Error} if the port is in use. */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
  log: Logger,
): Promise<void> {
  trackConnections(server);
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken
          ? new Error(`Port ${port} on ${host} is in use; choose a free port with PORT=….`, { cause: error })
          : error,
      );
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
  surviveAcceptErrors(server, log, () => performance.now());
}

/** Minimum interval between two log lines about connections that were not accepted (milliseconds). */
const acceptLogMs = 1000;

/**
 * Keeps the process alive if connections cannot be accepted, for example because too many files are open (EMFILE).
 * The connection is dropped. Logs at most one line a second.
 *
 * @param now returns the time of a monotonic clock (milliseconds).
 */
export function surviveAcceptErrors(server: Server, log: Logger, now: () => number): void {
  let loggedAt = -Infinity;
  server.on("error", (err) => {
    if (now() - loggedAt < acceptLogMs) return;
    loggedAt = now();
    log.error({ err }, "connection dropped");
  });
}

/** Returns the URL of a listening server. */
export function urlOf(server: Server, host: string): string {
  // `address()` returns an object if the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  return urlAt(host, port);
}

/** Returns the URL of a port, as it is used on this machine. */
export function urlAt(host: string, port: number): string {
  const address = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

/**
 * The time that requests have to finish after the process has started to stop (milliseconds). After this
 * time, their connections are closed.
 */
const closeGraceMs = 10_000;

/** Lets running requests finish, and then closes idle connections. */
export async function closeServer(server: Server): Promise<void> {
  // Node.js treats a connection as idle as soon as its response is written, even if the response was not sent
  // yet because the client reads slowly. The HTTP server's own `close` ends idle connections immediately, and
  // would truncate such a response.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const closeIdle = (): void => {
    if (![...(connections.get(server) ?? [])].some(isResponding)) server.closeIdleConnections();
  };
  const sweep = setInterval(closeIdle, 50);
  const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  closeIdle();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

function isResponding(socket: Socket): boolean {
  const response = lastResponseOn(socket);
  return response !== undefined && !response.writableFinished;
}
