import { describe, expect, test } from "vitest";
import { ApiPromise } from "./api-promise.ts";

/** Creates a call with an immediate response, and records the modes in which the call was sent. */
function call(data: unknown = "data"): { promise: ApiPromise<unknown>; sent: boolean[] } {
  const sent: boolean[] = [];
  const promise = new ApiPromise(async (raw, misused) => {
    if (misused) throw new Error("The body is read once.");
    sent.push(raw);
    if (data instanceof Error) throw data;
    return { data, response: new Response("body"), requestId: "req_1" };
  });
  return { promise, sent };
}

describe("ApiPromise", () => {
  test("resolves with its data, and is a promise", async () => {
    const { promise } = call();
    expect(promise).toBeInstanceOf(Promise);
    expect(await promise).toBe("data");
    expect(await Promise.all([promise, promise])).toEqual(["data", "data"]);
  });

  test("returns data, response and request id together", async () => {
    await expect(call().promise.withResponse()).resolves.toMatchObject({ data: "data", requestId: "req_1" });
  });

  test("sends one request, however often it is awaited", async () => {
    const { promise, sent } = call();
    await Promise.all([promise, promise.withResponse(), promise.then(String), promise.finally(null)]);
    await promise;
    expect(sent).toEqual([false]);
  });

  test("sends its request without being awaited", async () => {
    const { sent } = call();
    expect(sent).toEqual([]);
    await Promise.resolve();
    expect(sent).toEqual([false]);
  });

  test("leaves the body unread for asResponse()", async () => {
    const { promise, sent } = call();
    const response = await promise.asResponse();
    expect(sent).toEqual([true]);
    await expect(response.text()).resolves.toBe("body");
    await expect(promise).rejects.toThrow("read once");
  });

  test("rejects asResponse() after the data has been read", async () => {
    const { promise } = call();
    await promise;
    await expect(promise.asResponse()).rejects.toThrow("read once");
  });

  test("rejects through then, catch and finally like a promise", async () => {
    const failure = new Error("no");
    const { promise } = call(failure);
    let settled = false;
    await expect(promise.finally(() => (settled = true))).rejects.toBe(failure);
    expect(settled).toBe(true);
    await expect(promise.catch((error: unknown) => error)).resolves.toBe(failure);
    await expect(promise.then(undefined, () => "caught")).resolves.toBe("caught");
  });
});
