import { transportErrors } from "../client/transport/transport-errors.ts";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { followEvents, type WatchOptions } from "./event-stream.ts";
import { AbortError } from "../errors/errors.ts";
import { ApiError, type EvidenceEvent } from "../index.ts";
import { readOptions } from "../client/options.ts";
import { type Clock, systemClock } from "../client/clock.ts";
import { Transport } from "../client/transport/transport.ts";

/** Ends the delays before a reconnect immediately, but does not change the time limit for an attempt. */
const clock: Clock = {
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(delayMs < 60_000 ? 0 : delayMs, callback),
};

let server: Server;
let transport: Transport;
/** The `Last-Event-ID` header of each connection. */
let connections: (string | undefined)[];
/** The response to each connection, in order. */
let answers: ((response: ServerResponse) => void)[];

const message = (seq: number): string => `id: ${seq}\ndata: ${JSON.stringify({ seq, type: "t" })}\n\n`;
const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { "content-type": "text/event-stream" });

beforeEach(async () => {
  connections = [];
  answers = [];
  server = createServer((request, response) => {
    // A request contains this header only once, so the value is a string.
    connections.push(request.headers["last-event-id"] as string | undefined);
    const answer = answers.shift() ?? ((last: ServerResponse) => void last.writeHead(401).end());
    answer(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const options = { apiKey: "k", baseUrl: `http://127.0.0.1:${port}`, logLevel: "off" as const };
  transport = new Transport(readOptions(options), () => transportErrors, clock);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const watch = (options?: WatchOptions) => followEvents(transport, {}, options);

async function collect(feed: AsyncIterable<EvidenceEvent>, count: number): Promise<number[]> {
  const places: number[] = [];
  for await (const { seq } of feed) if (places.push(seq) === count) break;
  return places;
}

describe("following events", () => {
  test("assembles messages from chunks", async () => {
    answers.push((response) => {
      const text = `id: 4\n\n${message(5)}${message(6)}`;
      stream(response);
      for (const character of text) response.write(character);
    });
    expect(await collect(watch(), 2)).toEqual([5, 6]);
    expect(connections).toEqual([undefined]);
  });

  test.each([
    ["CR LF", "\r\n"],
    ["CR", "\r"],
    ["LF", "\n"],
  ])("reads lines that end with %s, in chunks of any size", async (_name, end) => {
    const text = `: comment\n${message(5)}data:{"seq":6,\ndata:"type":"t"}\nid:6\n\n${message(7)}`;
    answers.push((response) => {
      stream(response);
      for (const character of text.replaceAll("\n", end)) response.write(character);
      response.end();
    });
    expect(await collect(watch(), 3)).toEqual([5, 6, 7]);
    answers.push((response) => void stream(response).write(text.replaceAll("\n", end)));
    expect(await collect(watch(), 3)).toEqual([5, 6, 7]);
  });

  test("ignores an id that is not a number", async () => {
    answers.push(
      (response) => void stream(response).end(`id: x\ndata: {"seq":3}\n\n`),
      (response) => void stream(response).end(message(4)),
    );
    expect(await collect(watch({ after: 2 }), 2)).toEqual([3, 4]);
    expect(connections).toEqual(["2", "2"]);
  });

  test("keeps each character that a chunk divides, and separators inside JSON", async () => {
    const data = { seq: 1, type: "a: \u{1F34F} \u2028\u0085 data: x" };
    answers.push((response) => {
      const body = Buffer.from(`id: 1\ndata: ${JSON.stringify(data)}\n\n`);
      stream(response);
      for (const byte of body) response.write(Buffer.of(byte));
    });
    const feed = watch();
    expect((await feed.next()).value).toEqual(data);
    await feed.return();
  });

  test.each(["-1", "1.5", "1e3", "", "99999999999999999999", "7 "])(
    "keeps the last position if an id is %j",
    async (id) => {
      answers.push(
        (response) => void stream(response).end(`${message(3)}id: ${id}\ndata: {"seq":4}\n\n`),
        (response) => void stream(response).write(message(5)),
      );
      expect(await collect(watch(), 3)).toEqual([3, 4, 5]);
      expect(connections).toEqual([undefined, "3"]);
    },
  );

  test("resumes after the last event when the connection breaks, ends or is refused temporarily", async () => {
    let broken: ServerResponse | undefined;
    answers.push(
      (response) => void (broken = stream(response)).write(`${message(1)}${message(2)}id: 7\n\n`),
      (response) => void stream(response).end(message(8)),
      (response) => void response.writeHead(503).end(),
      (response) => void stream(response).write(message(9)),
    );
    const places: number[] = [];
    for await (const { seq } of watch({ after: 0 })) {
      places.push(seq);
      // The connection breaks after the events have arrived: fetch drops what was not read before.
      if (seq === 2) broken?.destroy();
      if (seq === 9) break;
    }
    expect(places).toEqual([1, 2, 8, 9]);
    expect(connections).toEqual(["0", "7", "8", "8"]);
  });

  test("ends with the refusal after the key lost its permission", async () => {
    answers.push((response) => void stream(response).end(message(1)));
    await expect(collect(watch(), 9)).rejects.toBeInstanceOf(ApiError);
  });

  test("ends when the signal aborts", async () => {
    const stop = new AbortController();
    answers.push((response) => void stream(response).write(message(1)));
    const feed = watch({ signal: stop.signal });
    expect((await feed.next()).value).toMatchObject({ seq: 1 });
    const next = feed.next();
    stop.abort();
    await expect(next).rejects.toBeInstanceOf(AbortError);
  });

  test("ends immediately if the signal aborted while idle", async () => {
    const stop = new AbortController();
    const asResponse = async (): Promise<Response> => {
      if (stop.signal.aborted) throw new AbortError("The call was aborted.");
      return new Response(message(1));
    };
    // Delays on this clock never end.
    const waiting = { clock: { ...systemClock, after: () => () => undefined }, call: () => ({ asResponse }) };
    const feed = followEvents(waiting as unknown as Transport, {}, { signal: stop.signal });
    expect((await feed.next()).value).toMatchObject({ seq: 1 });
    stop.abort();
    await expect(feed.next()).rejects.toMatchObject({ name: "AbortError" });
  });

  test("releases the connection when the consumer stops", async () => {
    const closed = new Promise<void>((resolve) => {
      answers.push((response) => {
        response.once("close", resolve);
        stream(response).write(message(1));
      });
    });
    await collect(watch(), 1);
    await closed;
  });
});
