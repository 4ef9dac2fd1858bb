import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

const queue = Symbol("queue");

interface Queue {
  /** The answer to the request that came last. */
  last: ServerResponse;
  /** Requests that came and have not begun. */
  waiting: number;
}

/** On the connection itself: a table of weak references costs a busy collector more. */
type Queued = Duplex & { [queue]?: Queue };

/** Requests that may wait on one connection. No client that we know sends so many ahead; each takes some kilobytes. */
const mostWaiting = 256;

/** The answer to the request that came last over a connection; it need not have begun. */
export const lastResponseOn = (socket: Queued): ServerResponse | undefined => socket[queue]?.last;

/**
 * Begins a request when the one before it on its connection is answered, as a client that sends several ahead (pipelining)
 * may expect. Node.js begins all of them at once, whether anybody reads the answers or not: one connection would have
 * thousands of requests in hand.
 */
export function inTurn(listener: RequestListener): RequestListener {
  return (request, response) => {
    const socket: Queued = request.socket;
    const before = socket[queue];
    if (!before || before.last.writableFinished) {
      socket[queue] = { last: response, waiting: 0 };
      return listener(request, response);
    }
    if (before.waiting === mostWaiting) return void socket.destroy();
    wait(before, { request, response, listener });
  };
}

function wait(
  line: Queue,
  {
    request,
    response,
    listener,
  }: { request: IncomingMessage; response: ServerResponse; listener: RequestListener },
): void {
  const { last, waiting } = line;
  const { socket } = request;
  line.last = response;
  line.waiting = waiting + 1;
  // What is sent ahead is left with its sender.
  if (waiting === 0) socket.pause();
  last.once("close", () => {
    line.waiting -= 1;
    if (socket.destroyed) return;
    if (line.waiting === 0) socket.resume();
    listener(request, response);
  });
}
