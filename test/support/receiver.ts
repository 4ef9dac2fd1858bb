import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One call that reached a receiver. */
export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  /** The body as sent. */
  raw: Buffer;
  /** The parsed body: the request of a custom evaluator. */
  body: {
    evaluation: string;
    evaluator: { type: string; name: string; config: Record<string, unknown> };
    attempt: number;
    sample: Record<string, unknown> & { id: string; external_id: string | null };
  };
}

/** An endpoint of a customer, on this machine. */
export interface Receiver {
  url: string;
  /** Every call so far, in the order of arrival. */
  calls: ReceivedCall[];
  close: () => Promise<void>;
}

/** Responds to one call: with JSON, or directly on the raw response. */
export type Responder = (call: ReceivedCall, response: ServerResponse) => unknown;

/** Starts an endpoint that responds 200 with the value of `answering` as JSON; undefined: it has responded itself, or never will. */
export async function startReceiver(answering: Responder): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await buffer(request).catch(() => undefined);
    // The caller was killed during its request.
    if (!raw) return;
    // Receivers get the bodies of the API's own calls.
    const call = { headers: request.headers, raw, body: JSON.parse(raw.toString("utf8")) } as ReceivedCall;
    calls.push(call);
    const answer = answering(call, response);
    if (answer !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void receive(request, response));
  // The caller closes a connection; otherwise a call could use one that is being closed.
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
