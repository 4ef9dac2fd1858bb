import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One call that reached a receiver. */
export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  raw: Buffer;
  /** The parsed body, with the members of a request to a custom evaluator. */
  body: {
    evaluation: string;
    evaluator: { type: string; name: string; config: Record<string, unknown> };
    attempt: number;
    run: number;
    sample: Record<string, unknown> & { id: string; external_id: string | null };
  };
}

/** A customer's endpoint, running on this machine. */
export interface Receiver {
  url: string;
  /** Every call so far, in order of arrival. */
  calls: ReceivedCall[];
  close: () => Promise<void>;
}

/** Responds to one call, either with a value to send as JSON or directly on the raw response. */
export type Responder = (call: ReceivedCall, response: ServerResponse) => unknown;

/**
 * Starts an endpoint that responds with status 200 and the value of `answering` as JSON. If the value is
 * undefined, `answering` has responded itself, or the call never gets a response.
 */
export async function startReceiver(answering: Responder): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await buffer(request).catch(() => undefined);
    // The body is missing if the caller was killed during its request.
    if (!raw) return;
    // Receivers only get bodies that the API itself sends.
    const call = { headers: request.headers, raw, body: JSON.parse(raw.toString("utf8")) } as ReceivedCall;
    calls.push(call);
    const answer = answering(call, response);
    if (answer !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void receive(request, response));
  // Only the caller closes a connection; otherwise, a call could use a connection that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a TCP port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/score`,
    calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
