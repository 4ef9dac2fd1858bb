import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { AbortError, InvalidArgumentError } from "../../errors/errors.ts";
import * as faulty from "./transport-fixture.ts";

const get = ["GET", "/v1/projects"] as const;

let server: faulty.FaultyServer;
async function start(...behaviors: faulty.Behavior[]): Promise<string> {
  server = await faulty.startFaultyServer(...behaviors);
  return server.url;
}
afterEach(() => server.close());

const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;

describe("a signal", () => {
  test("prevents the call if it is aborted before", async () => {
    const url = await start(faulty.respond(200, {}));
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(faulty.testTransport(url).call(get, {}, { signal })).rejects.toMatchObject({
      name: "AbortError",
      cause: new Error("too late"),
    });
    expect(server.received).toEqual([]);
  });

  test("ends a call without a response", async () => {
    const controller = new AbortController();
    const clock = faulty.fakeClock();
    const url = await start(() => controller.abort());
    const call = faulty.testTransport(url, clock).call(get, {}, controller);
    await expect(call).rejects.toBeInstanceOf(AbortError);
    expect([listeners(controller.signal), clock.running(), clock.waits]).toEqual([0, 0, []]);
  });

  test("ends a call within the body", async () => {
    const controller = new AbortController();
    const clock = faulty.fakeClock();
    const url = await start(faulty.stallAfterHead);
    const fetch: typeof globalThis.fetch = async (...request) => {
      const response = await globalThis.fetch(...request);
      setImmediate(() => controller.abort());
      return response;
    };
    const call = faulty.testTransport(url, clock, { fetch }).call(get, {}, controller);
    await expect(call).rejects.toBeInstanceOf(AbortError);
    expect([listeners(controller.signal), clock.running(), clock.waits]).toEqual([0, 0, []]);
  });

  test("ends the wait between two attempts", async () => {
    // In openai-node#1840, a sleep of ten minutes could not be aborted.
    const controller = new AbortController();
    const clock = faulty.fakeClock(() => controller.abort());
    const url = await start(faulty.refuse(503, "unavailable", { "retry-after": "60" }));
    await expect(faulty.testTransport(url, clock).call(get, {}, controller)).rejects.toBeInstanceOf(
      AbortError,
    );
    expect([listeners(controller.signal), clock.running(), server.received.length]).toEqual([0, 0, 1]);
  });

  test("ends a call whose fetch ignores the signal", async () => {
    const controller = new AbortController();
    const url = await start();
    const fetch = (): Promise<never> => new Promise(() => setImmediate(() => controller.abort()));
    await expect(
      faulty.testTransport(url, undefined, { fetch }).call(get, {}, controller),
    ).rejects.toBeInstanceOf(AbortError);
    expect(listeners(controller.signal)).toBe(0);
  });

  test.each([
    ["a success", faulty.respond(200, {})],
    ["a refusal", faulty.refuse(404, "not_found")],
    ["a response that is not JSON", faulty.respondText(200, "text/plain", "hello")],
    ["broken connections", faulty.reset],
    ["cut bodies", faulty.cutBody],
  ])("holds no listener after %s", async (_, behavior) => {
    const { signal } = new AbortController();
    const clock = faulty.fakeClock();
    const url = await start(behavior);
    await faulty
      .testTransport(url, clock)
      .call(get, {}, { signal })
      .catch(() => {});
    expect([listeners(signal), clock.running()]).toEqual([0, 0]);
  });

  test("has no listener after a call with invalid arguments", async () => {
    const { signal } = new AbortController();
    const url = await start();
    const call = faulty
      .testTransport(url)
      .call(["GET", "/v1/projects/:id"], { params: { id: "" } }, { signal });
    await expect(call).rejects.toBeInstanceOf(InvalidArgumentError);
    expect(listeners(signal)).toBe(0);
  });

  test("aborts a body that was left to asResponse", async () => {
    const controller = new AbortController();
    const url = await start(faulty.stallAfterHead);
    const response = await faulty.testTransport(url).call(get, {}, controller).asResponse();
    const text = response.text();
    controller.abort();
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
    expect(listeners(controller.signal)).toBe(0);
  });

  test("is released when a body that was left to asResponse has been read or cancelled", async () => {
    const { signal } = new AbortController();
    const url = await start(faulty.respond(200, { id: "proj_1" }), faulty.stallAfterHead);
    const transport = faulty.testTransport(url);
    const read = await transport.call(get, {}, { signal }).asResponse();
    await expect(read.json()).resolves.toEqual({ id: "proj_1" });
    const left = await transport.call(get, {}, { signal }).asResponse();
    await left.body?.cancel();
    await new Promise(setImmediate);
    expect(listeners(signal)).toBe(0);
  });
});
