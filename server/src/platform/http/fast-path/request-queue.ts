import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const queue = Symbol("queue");

interface Queue {
  /** The response to the latest request on the connection. */
  last: ServerResponse;
  /** Number of received requests that have not been started. */
  waiting: number;
}

/** The queue is a property of the socket, because a weak map would slow down garbage collection. */
type Queued = Duplex & { [queue]?: Queue };

/**
 * Maximum number of waiting requests per connection. Each of them takes some kilobytes. No known client sends
 * more requests without waiting for responses.
 */
const maxWaiting = 256;

/** Returns the response to the latest request on a connection. That request may not have been started yet. */
export const lastResponseOn = (socket: Queued): ServerResponse | undefined => socket[queue]?.last;

/**
 * Starts each request only after the response to the previous request on the same connection, as clients that
 * pipeline requests expect. Without this, Node.js would start all of them concurrently, even if the client
 * reads no responses, so one connection could have thousands of requests in progress.
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
  // Stops reading from the connection, so that further requests stay with the client.
  if (waiting === 0) socket.pause();
  last.once("close", () => {
    pending.waiting -= 1;
    if (socket.destroyed) return;
    if (pending.waiting === 0) socket.resume();
    listener(request, response);
  });
}
