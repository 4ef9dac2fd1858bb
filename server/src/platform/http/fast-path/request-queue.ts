import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const queue = Symbol("queue");

interface Queue {
  /** The response to the latest request. */
  last: ServerResponse;
  /** Received requests that have not started. */
  waiting: number;
}

/** A property of the socket, because weak maps cost more in garbage collection. */
type Queued = Duplex & { [queue]?: Queue };

/**
 * Maximum number of waiting requests per connection; each takes some kilobytes. No known client pipelines
 * more.
 */
const maxWaiting = 256;

/** The response to the latest request on a connection; the request may not have started. */
export const lastResponseOn = (socket: Queued): ServerResponse | undefined => socket[queue]?.last;

/**
 * Starts a request after the response to the previous one on its connection, as pipelining clients expect.
 * Node.js starts all of them concurrently, even if the client reads no responses: one connection could have
 * thousands of requests in progress.
 */
export function queueRequests(listener: RequestListener): RequestListener {
  return (request, response) => {
    const socket: Queued = request.socket;
    const pending = socket[queue];
    if (!pending || pending.last.writableFinished) {
      socket[queue] = { last: response, waiting: 0 };
      return listener(request, response);
    }
    if (pending.waiting === maxWaiting) return void socket.destroy();
    wait(pending, { request, response, listener });
  };
}

function wait(
  pending: Queue,
  {
    request,
    response,
    listener,
  }: { request: IncomingMessage; response: ServerResponse; listener: RequestListener },
): void {
  const { last, waiting } = pending;
  const { socket } = request;
  pending.last = response;
  pending.waiting = waiting + 1;
  // Stops reading, so that further requests stay with the client.
  if (waiting === 0) socket.pause();
  last.once("close", () => {
    pending.waiting -= 1;
    if (socket.destroyed) return;
    if (pending.waiting === 0) socket.resume();
    listener(request, response);
  });
}
