// Fixtures for tests of the transport: an HTTP server with scripted faults, and a clock that never waits.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { transportErrors } from "./transport-errors.ts";
import type { Clock } from "../clock.ts";
import { readOptions, type AssayOptions } from "../options.ts";

import { Transport } from "./transport.ts";

/** A request as it arrived. */
interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** How the server treats one request. */
export type Behavior = (response: ServerResponse, received: Received) => void;

/** A server, and what reached it so far. */
export interface FaultyServer {
  url: string;
  received: Received[];
  close(): Promise<void>;
}

/** A server on a free local port that treats its n-th request as the n-th behavior says, and the rest as the last. */
export async function startFaultyServer(...behaviors: Behavior[]): Promise<FaultyServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {}); // The client may hang up.
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
  // A server that listens on TCP has an address of this kind.
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

/** Answers with JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Behavior {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Refuses with a problem document. */
export function refuse(status: number, code: string, headers: Record<string, string> = {}): Behavior {
  const problem = {
    type: "about:blank",
    title: code,
    status,
    code,
    detail: `It is ${code}.`,
    request_id: "req_1",
  };
  return answer(status, problem, { "content-type": "application/problem+json", ...headers });
}

/** Answers with text of some type. */
export function answerText(status: number, type: string, text: string): Behavior {
  return (response) => {
    response.writeHead(status, { "content-type": type });
    response.end(text);
  };
}

/** Breaks the connection before any answer. */
export const reset: Behavior = (response) => response.socket?.destroy();

/** Sends the head of an answer and the start of its body, then nothing more. */
export const stallAfterHead: Behavior = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id":');
};

/** Breaks the connection in the middle of the body. */
export const cutBody: Behavior = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":', () => response.socket?.destroy());
};

/** Reads the request and never answers. */
export const stayMute: Behavior = () => {};

/** The time limit of transports under test: the fake clock knows a limit from a wait by it. */
export const limitMs = 60_001;

/** A clock at 2026-01-01T00:00:00Z whose waits end at once. */
export interface FakeClock extends Clock {
  /** The waits so far, in milliseconds. */
  waits: number[];
  /** Lets every running time limit of `limitMs` run out. */
  expire(): void;
  /** The time limits and waits that are neither over nor called off. */
  running(): number;
}

/** @param onWait called after a wait has started, instead of ending it. */
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

/** A transport to `baseUrl` on a fake clock, by default with a key and without logging. */
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
    // Some tests have a document, as a page has.
    dangerouslyAllowBrowser: true,
    ...options,
  });
  return new Transport(settings, () => transportErrors, clock);
}
