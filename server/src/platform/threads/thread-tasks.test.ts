import { afterAll, describe, expect, test } from "vitest";
import { type Requester, requesterOf, ThreadTasks } from "./thread-tasks.ts";
import { type TestWork, testWork } from "./thread-work.fixture.ts";

const module = { work: testWork, source: new URL("./thread-work.fixture.ts", import.meta.url), name: "test" };
const threads = new ThreadTasks({ count: 1, memoryMb: 64 });
afterAll(() => threads.close());

const never = new AbortController().signal;
const workspace = (workspaceId: string, signal = never) => requesterOf({ caller: { workspaceId }, signal });

async function* numbers() {
  for (const values of [
    [1, 2],
    [3, 4],
  ])
    yield { values: Float64Array.from(values) };
}

const run = (
  settings: TestWork,
  requester: Requester = workspace("a"),
  pieces: () => AsyncIterable<{ values: Float64Array }> = numbers,
) => threads.run(module, { settings, pieces }, requester);

describe("a computation in a thread", () => {
  test("receives its input in pieces, and returns its result", async () => {
    expect(await run("sum")).toEqual({ sum: 10, saved: 0 });
  });

  test("passes on its refusals and errors, and errors of reading a piece", async () => {
    await expect(run("refuse")).rejects.toMatchObject({ status: 404, code: "not_found" });
    await expect(run("fail")).rejects.toThrow("The computation failed.");
    async function* unreadable() {
      yield* numbers();
      throw new Error("no connection");
    }
    await expect(run("sum", workspace("a"), unreadable)).rejects.toThrow("no connection");
    expect(await run("sum")).toMatchObject({ sum: 10 });
  });

  test("fails if the server's thread cannot read its result, and the next one runs", async () => {
    await expect(run("nest")).rejects.toThrow("Maximum call stack size exceeded");
    expect(await run("sum")).toMatchObject({ sum: 10 });
  });

  test("that runs out of memory is refused with 422, and the next one gets a new thread", async () => {
    await expect(run("exhaust")).rejects.toMatchObject({
      status: 422,
      code: "too_large_to_compute",
      message:
        "The computation has reached its limit of 64 MiB of memory. Request it for fewer samples, metrics or evaluations.",
    });
    expect(await run("sum")).toMatchObject({ sum: 10 });
  });

  test("ends when its client disconnects, and the next one runs", async () => {
    const client = new AbortController();
    const running = run("wait", workspace("a", client.signal));
    const [disconnected, next] = [new AbortController(), run("sum", workspace("b"))];
    const waiting = run("sum", workspace("a", disconnected.signal));
    disconnected.abort(new Error("the waiting client disconnected"));
    await expect(waiting).rejects.toThrow("the waiting client disconnected");
    client.abort(new Error("the client disconnected"));
    await expect(running).rejects.toThrow("the client disconnected");
    expect(await next).toMatchObject({ sum: 10 });
  });

  test("is refused with 503 after the time of its request, waiting or running", async () => {
    const [timeout, late] = [new AbortController(), new AbortController()];
    const inTime = (workspaceId: string, signal: AbortSignal): Requester => ({
      ...workspace(workspaceId),
      request: { timeout: signal, retryAfterSeconds: 2 },
    });
    const busy = { status: 503, code: "too_busy", headers: { "Retry-After": "5" } };
    const running = run("wait", inTime("a", timeout.signal));
    const waiting = run("sum", inTime("b", late.signal));
    late.abort();
    await expect(waiting).rejects.toMatchObject(busy);
    timeout.abort();
    await expect(running).rejects.toMatchObject(busy);
  });
});

describe("the limits of computations", () => {
  test("refuse the fifth waiting one of a workspace with 429, and the 33rd of the process with 503", async () => {
    const client = new AbortController();
    const ended = (workspaceId: string) => run("wait", workspace(workspaceId, client.signal)).catch(String);
    const all = [ended("a"), ...Array.from({ length: 4 }, () => ended("a"))];
    await expect(run("sum")).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      message:
        "The workspace has reached its limit of 4 waiting computations. Wait until one ends. Retry after 2 seconds.",
      headers: { "Retry-After": "2" },
    });
    for (let workspaceId = 0; workspaceId < 7; workspaceId += 1)
      for (let one = 0; one < 4; one += 1) all.push(ended(String(workspaceId)));
    await expect(run("sum", workspace("z"))).rejects.toMatchObject({
      status: 503,
      code: "too_busy",
      message:
        "A place for one of 32 waiting computations is temporarily unavailable. Retry after 5 seconds.",
    });
    client.abort();
    expect(new Set(await Promise.all(all)).size).toBe(1);
  });
});
