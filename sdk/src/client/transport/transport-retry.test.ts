import { afterEach, describe, expect, test } from "vitest";
import { ConnectionError, TimeoutError } from "../../errors/errors.ts";
import { ConflictError, InternalServerError, RateLimitError } from "../../errors/errors-api.ts";
import type { Route } from "./transport-request.ts";
import * as faulty from "./transport-fixture.ts";

const { respond, fakeClock, refuse, testTransport } = faulty;
const get: Route = ["GET", "/v1/projects"];
const post: Route = ["POST", "/v1/projects"];

let server: faulty.FaultyServer;
async function start(...behaviors: faulty.Behavior[]): Promise<string> {
  server = await faulty.startFaultyServer(...behaviors);
  return server.url;
}
afterEach(() => server.close());

const withRetryAfter = (retryAfter: string): faulty.Behavior =>
  refuse(429, "rate_limited", { "retry-after": retryAfter });

describe("a call that can still succeed", () => {
  test.each([
    ["a connection that breaks", faulty.reset],
    ["a body that breaks off", faulty.cutBody],
    ["408", refuse(408, "timeout")],
    ["429", refuse(429, "rate_limited")],
    ["500", refuse(500, "internal")],
    ["502 in HTML", faulty.respondText(502, "text/html", "<h1>Bad gateway</h1>")],
    ["503", refuse(503, "unavailable")],
  ])("is sent again after %s", async (_, behavior) => {
    const clock = fakeClock();
    const url = await start(behavior, behavior, respond(200, { id: "proj_1" }));
    await expect(testTransport(url, clock).call(get)).resolves.toEqual({ id: "proj_1" });
    expect(clock.waits).toEqual([500, 1000]);
    expect(clock.running()).toBe(0);
  });

  test("is retried when its body stalls until the time limit", async () => {
    const clock = fakeClock();
    const url = await start(faulty.stallAfterHead, respond(200, { id: "proj_1" }));
    // The limit expires as soon as the head has arrived, so only the body is still pending.
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await globalThis.fetch(...request);
      setImmediate(() => server.received.length === 1 && clock.expire());
      return response;
    };
    await expect(testTransport(url, clock, { fetch }).call(get)).resolves.toEqual({ id: "proj_1" });
    expect(clock.waits).toEqual([500]);
  });

  test("does not keep a key in the caller's options for the next call", async () => {
    const transport = testTransport(await start(respond(201, {}), respond(201, {}), respond(201, {})));
    const options = { idempotencyKey: "mine", maxRetries: 0 };
    await transport.call(post, { body: {} }, options);
    expect(options).toEqual({ idempotencyKey: "mine", maxRetries: 0 });
    const plain = { maxRetries: 0 };
    for (const _call of [1, 2]) await transport.call(post, { body: {} }, plain);
    expect(plain).toEqual({ maxRetries: 0 });
    const [first, second, third] = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toBe("mine");
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test("keeps one idempotency key for its attempts, with a new one for the next call", async () => {
    const url = await start(faulty.reset, refuse(500, "internal"), respond(201, {}));
    const transport = testTransport(url);
    await transport.call(post, { body: { name: "a" } });
    await transport.call(post, { body: { name: "a" } });
    const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^\d+-\d+-\d+-\d+$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
    expect(server.received.map(({ body }) => body)).toEqual(Array(4).fill('{"name":"a"}'));
  });

  test("waits for the time of Retry-After", async () => {
    const clock = fakeClock();
    // The clock is at 2026-01-01T00:00:00Z.
    const url = await start(
      withRetryAfter("7"),
      withRetryAfter("Thu, 01 Jan 2026 00:00:30 GMT"),
      withRetryAfter("0"),
      withRetryAfter("60"),
      respond(200, {}),
    );
    await testTransport(url, clock).call(get, {}, { maxRetries: 4 });
    expect(clock.waits).toEqual([7000, 30_000, 0, 60_000]);
  });

  test("uses the default delay for an invalid Retry-After", async () => {
    const clock = fakeClock();
    const url = await start(refuse(503, "unavailable", { "retry-after": "in a while" }), respond(200, {}));
    await testTransport(url, clock).call(get);
    expect(clock.waits).toEqual([500]);
  });

  test("is retried immediately if the date of Retry-After is past", async () => {
    const clock = fakeClock();
    const url = await start(
      refuse(503, "unavailable", { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }),
      respond(200, {}),
    );
    await testTransport(url, clock).call(get);
    expect(clock.waits).toEqual([0]);
  });

  test("is retried after a 409 with Retry-After", async () => {
    const clock = fakeClock();
    const url = await start(refuse(409, "conflict", { "retry-after": "1" }), respond(201, {}));
    await testTransport(url, clock).call(post);
    expect(clock.waits).toEqual([1000]);
  });
});

describe("a call that fails permanently", () => {
  test("throws for a Retry-After of more than a minute, with its value", async () => {
    // In openai-node#1840, one version slept for ten minutes, and an earlier one ignored the header.
    const clock = fakeClock();
    const url = await start(refuse(429, "rate_limited", { "retry-after": "600" }));
    const call = testTransport(url, clock).call(get);
    await expect(call).rejects.toMatchObject({ name: "RateLimitError", retryAfter: 600 });
    expect([server.received.length, clock.waits]).toEqual([1, []]);
  });

  test("throws the last error after two retries", async () => {
    const url = await start(refuse(500, "internal"), refuse(429, "rate_limited"), refuse(503, "unavailable"));
    await expect(testTransport(url).call(get)).rejects.toBeInstanceOf(InternalServerError);
    expect(server.received).toHaveLength(3);
  });

  test("is sent once if maxRetries is 0, for the client or the call", async () => {
    const url = await start(refuse(429, "rate_limited"));
    await expect(testTransport(url, fakeClock(), { maxRetries: 0 }).call(get)).rejects.toBeInstanceOf(
      RateLimitError,
    );
    await expect(testTransport(url).call(get, {}, { maxRetries: 0 })).rejects.toBeInstanceOf(RateLimitError);
    expect(server.received).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 409, 413, 415, 422])("is sent once if refused with %d", async (status) => {
    const url = await start(refuse(status, "refused"));
    await expect(testTransport(url).call(post)).rejects.toMatchObject({ status });
    expect(server.received).toHaveLength(1);
  });

  test("throws a 409 whose Retry-After is too long, with its value", async () => {
    const url = await start(refuse(409, "conflict", { "retry-after": "61" }));
    const call = testTransport(url).call(post);
    await expect(call).rejects.toBeInstanceOf(ConflictError);
    await expect(call).rejects.toMatchObject({ retryAfter: 61 });
  });

  test("names the cause if no response arrives", async () => {
    const url = await start();
    const transport = testTransport(url);
    await server.close();
    await expect(transport.call(get)).rejects.toBeInstanceOf(ConnectionError);
    await expect(transport.call(get)).rejects.toThrow(/^no response: connect ECONNREFUSED 127\.0\.0\.1:\d+$/);
    server = await faulty.startFaultyServer();
  });

  test("names the call that timed out", async () => {
    const clock = fakeClock();
    const url = await start(faulty.stayMute);
    const call = testTransport(url, clock).call(get, {}, { maxRetries: 0 });
    setImmediate(() => clock.expire());
    await expect(call).rejects.toEqual(
      new TimeoutError(`GET ${url}/v1/projects: no response within ${faulty.limitMs} ms.`),
    );
  });

  test("sends a stream only once", async () => {
    const url = await start(refuse(503, "unavailable"));
    const upload = { content: new Blob(["{}\n"]).stream(), contentType: "application/x-ndjson" };
    await expect(testTransport(url).call(post, { upload })).rejects.toMatchObject({ status: 503 });
    expect(server.received.map(({ body }) => body)).toEqual(["{}\n"]);
  });

  test("resends a Blob, a text and a stream created for each attempt", async () => {
    const url = await start(
      refuse(503, "unavailable"),
      respond(201, {}),
      refuse(503, "x"),
      respond(201, {}),
      faulty.reset,
      respond(201, {}),
    );
    const transport = testTransport(url);
    for (const content of [new Blob(["{}\n"]), "{}\n", () => new Blob(["{}\n"]).stream()]) {
      await transport.call(post, { upload: { content, contentType: "application/x-ndjson" } });
    }
    expect(server.received.map(({ body }) => body)).toEqual(Array(6).fill("{}\n"));
  });
});
