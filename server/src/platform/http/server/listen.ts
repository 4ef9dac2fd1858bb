import type { Server } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { lastResponseOn } from "../fast-path/request-queue.ts";

const connections = new WeakMap<Server, Set<Socket>>();

/** Notes a server's connections while they are open. */
function noteConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}

/** Begins to take requests. @throws {Error} when the port is in use. */
export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  noteConnections(server);
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

/** Lets requests in flight finish; idle connections are closed once there are none. */
export async function closeServer(server: Server): Promise<void> {
  // To Node.js a connection is idle whose answer is written but not sent, as to a client that reads slowly: what the HTTP
  // server's own `close` ends at once would be cut off.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const closeIdle = (): void => {
    if (![...(connections.get(server) ?? [])].some(isAnswering)) server.closeIdleConnections();
  };
  const sweep = setInterval(closeIdle, 50);
  const cut = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  closeIdle();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

function isAnswering(socket: Socket): boolean {
  const answer = lastResponseOn(socket);
  return answer !== undefined && !answer.writableFinished;
}
