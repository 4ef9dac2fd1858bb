import { Agent, type IncomingHttpHeaders, request as begin } from "node:http";
import { deflateSync, gzipSync } from "node:zlib";
import type { FuzzRequest } from "./requests.ts";

/** A response with its unparsed body. */
export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Time limit for the response (milliseconds), which must exceed the 30 seconds that a synchronous evaluation
 * can wait.
 */
const answerTimeoutMs = 240_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const packers = { gzip: gzipSync, deflate: deflateSync };

/**
 * Sends a request exactly as written, over a keep-alive connection.
 *
 * @throws {Error} if no complete response arrives in time, or the connection breaks.
 */
export function send(
  baseUrl: string,
  { method, path, headers, body, encoding }: Omit<FuzzRequest, "caller" | "operationId">,
): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  const plain = body === undefined ? undefined : Buffer.from(body, "latin1");
  const bytes = plain && encoding ? packers[encoding](plain) : plain;
  const packed = encoding ? { ...headers, "content-encoding": encoding } : headers;
  const sized = bytes ? { ...packed, "content-length": String(bytes.length) } : packed;
  return new Promise((resolve, reject) => {
    const outgoing = begin({ agent, hostname, port, method, path, headers: sized }, (incoming) => {
      const answer = { status: incoming.statusCode ?? 0, headers: incoming.headers };
      if (incoming.headers["content-type"]?.startsWith("text/event-stream")) {
        // An event stream does not end on its own.
        incoming.destroy();
        resolve({ ...answer, body: Buffer.alloc(0) });
        return;
      }
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.once("error", reject);
      incoming.once("end", () => resolve({ ...answer, body: Buffer.concat(chunks) }));
    });
    outgoing.setTimeout(answerTimeoutMs, () =>
      outgoing.destroy(new Error(`No response within ${answerTimeoutMs / 1000} seconds.`)),
    );
    outgoing.once("error", reject);
    outgoing.end(bytes);
  });
}
