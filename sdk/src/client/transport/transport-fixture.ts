// Fixtures for transport tests: an HTTP server with scripted faults, and a clock that never waits.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { transportErrors } from "./transport-errors.ts";
import type { Clock } from "../clock.ts";
import { readOptions, type AssayOptions } from "../options.ts";

import { Transport } from "./transport.ts";

/** A received request. */
interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** How the server handles one request. */
export type Behavior = (response: ServerResponse, received: Received) => void;

/** A server and the requests that it received. */
export interface FaultyServer {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/**
 * Starts a server on a free local port. The n-th behavior handles the n-th request; the last one also handles
 * all later requests.
 */
export async function startFaultyServer(...behaviors: Behavior[]): Promise<FaultyServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {}); // The client can disconnect.
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const behavior = behaviors[Math.min(received.push(one), behaviors.length) - 1];
      behavior?.(response, one);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a TCP port has an address object.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Responds with JSON. */
export function respond(status: number, body: unknown, headers: Record<string, string> = {}): Behavior {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Responds with a problem document. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Behavior {
  const problem = {
    type: "about:blank",
    title: code,
    status,
    code,
    detail: `It is ${code}.`,
    request_id: "req_1",
  };
  return respond(status, problem, { "content-type": "application/problem+json", ...headers });
}

/** Responds with text of the given content type. */
export function respondText(status: number, type: string, text: string): Behavior {
  return (response) => {
    response.writeHead(status, { "content-type": type });
    response.end(text);
  };
}

/** Resets the connection before any response. */
export const reset: Behavior = (response) => response.socket?.destroy();

/** Sends the head of a response and the start of its body, then nothing more. */
export const stallAfterHead: Behavior = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id":');
};

/** Closes the connection in the middle of the body. */
export const cutBody: Behavior = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":', () => response.socket?.destroy());
};

/** Reads the request and never responds. */
export const stayMute: Behavior = () => {};

/** Time limit of the tested transports; the fake clock recognizes time limits by this value. */
export const limitMs = 60_001;

/** A clock at 2026-01-01T00:00:00Z whose delays end immediately. */
export interface FakeClock extends Clock {
  /** The delays so far, in milliseconds. */
  waits: number[];
  /** Expires every running time limit of `limitMs`. */
  expire(): void;
  /** The number of running time limits and delays. */
  running(): number;
}

/** @param onWait called after a delay has started. With this function, a delay does not end. */
export function fakeClock(onWait?: () => void): FakeClock {
  const waits: number[] = [];
  const running = new Set<() => void>();
  return {
    waits,
    now: () => Date.UTC(2026, 0, 1),
    random: () => 0,
    after(delayMs, callback) {
      if (delayMs === Infinity) return () => {};
      const run = (): void => {
        if (running.delete(run)) callback();
      };
      running.add(run);
      if (delayMs !== limitMs) {
        waits.push(delayMs);
        setImmediate(onWait ?? run);
      }
      return () => running.delete(run);
    },
    expire() {
      for (const run of running) run();
    },
    running: () => running.size,
  };
}

/** Creates a transport for `baseUrl` with a fake clock; by default, it has a key and does not log. */
export function testTransport(
  baseUrl: string,
  clock: Clock = fakeClock(),
  options: AssayOptions = {},
): Transport {
  const settings = readOptions({
    baseUrl,
    apiKey: "assay_live_k",
    timeoutMs: limitMs,
    logLevel: "off",
    // Some tests define `document`, as on a web page.
    dangerouslyAllowBrowser: true,
    ...options,
  });
  return new Transport(settings, () => transportErrors, clock);
}
