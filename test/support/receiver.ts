import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One call that reached a receiver. */
export interface ReceivedCall {
  headers: IncomingHttpHeaders;
  /** As it was sent. */
  raw: Buffer;
  /** The body parsed: what a custom evaluator is sent. */
  body: {
    evaluation: string;
    evaluator: { type: string; name: string; config: Record<string, unknown> };
    attempt: number;
    sample: Record<string, unknown> & { id: string; external_id: string | null };
  };
}

/** Somebody else's endpoint, on this machine. */
export interface Receiver {
  url: string;
  /** Every call so far, in the order of arrival. */
  calls: ReceivedCall[];
  close: () => Promise<void>;
}

/** Answers one call: with JSON, or itself on the raw response. */
export type Answering = (call: ReceivedCall, response: ServerResponse) => unknown;

/** Starts an endpoint that answers 200 with what `answering` gives as JSON; undefined: it has answered, or never will. */
export async function startReceiver(answering: Answering): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await buffer(request).catch(() => undefined);
    // The caller was killed in the middle of its request.
    if (!raw) return;
    // What is sent to receivers is the body of the API's own calls.
    const call = { headers: request.headers, raw, body: JSON.parse(raw.toString("utf8")) } as ReceivedCall;
    calls.push(call);
    const answer = answering(call, response);
    if (answer !== undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  };
  const server = createServer((request, response) => void receive(request, response));
  // It is the caller who lets go of a connection: else a call may go into one that is just being closed.
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
