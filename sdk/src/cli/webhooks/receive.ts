import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { CliError } from "../cli-error.ts";

/** Maximum message size (bytes), far larger than any event. */
const maxBytes = 4 * 1024 * 1024;

/** A received message. */
export interface Received {
  headers: IncomingMessage["headers"];
  body: Uint8Array;
}

/** Handles one message. @returns the status of the response. */
export type MessageHandler = (message: Received) => Promise<number>;

/** A local endpoint. */
export interface LocalEndpoint {
  url: string;
  close(): Promise<void>;
}

/**
 * Listens for messages on a local port (0 for any free port).
 *
 * @throws {CliError} if the port is in use.
 */
export async function receiveOn(port: number, handle: MessageHandler): Promise<LocalEndpoint> {
  const server = createServer((request, response) => {
    response.on("error", () => {}); // The sender has disconnected.
    void read(request)
      .then((body) => (body === undefined ? 413 : handle({ headers: request.headers, body })))
      .catch(() => 500)
      .then((status) => response.writeHead(status).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE" || error.code === "EACCES";
      reject(
        taken ? new CliError(`Port ${port} cannot be used (${error.code}). Choose another port.`) : error,
      );
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

/** Reads the body; undefined if it is too large. */
async function read(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // A request without an encoding streams buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}
