import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CannotRun } from "../cannot-run.ts";

/** Most bytes of a message that are read: far more than any has. */
const maxBytes = 4 * 1024 * 1024;

/** A message as it came in. */
export interface Received {
  headers: IncomingMessage["headers"];
  body: Uint8Array;
}

/** Takes one message. @returns the status of the answer. */
export type Take = (message: Received) => Promise<number>;

/** An endpoint of this machine. */
export interface LocalEndpoint {
  url: string;
  close(): Promise<void>;
}

/**
 * Listens for messages on a port of this machine, 0: any free one.
 *
 * @throws {CannotRun} when the port is taken.
 */
export async function receiveOn(port: number, take: Take): Promise<LocalEndpoint> {
  const server = createServer((request, response) => {
    response.on("error", () => {}); // whoever went away wants no answer
    void read(request)
      .then((body) => (body === undefined ? 413 : take({ headers: request.headers, body })))
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      reject(taken ? new CannotRun(`Port ${port} cannot be used (${error.code}); choose another.`) : error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });
  // A server that listens on a TCP port has an address object.
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The body as it was sent; undefined when it is too long. */
async function read(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // What a request streams without an encoding set.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}
