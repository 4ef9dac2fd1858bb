import { expect, test } from "vitest";
import { CallSlots } from "./call-slots.ts";

/** Starts calls that end when the test says so. */
class Calls {
  readonly slots = new CallSlots({ perProcess: 4, perWorkspace: 3, perOrigin: 2 });
  readonly started: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly never = new AbortController().signal;

  call(name: string, workspaceId: string, url: string, signal = this.never): Promise<void> {
    return this.slots.run({ workspaceId, url }, signal, async () => {
      this.started.push(name);
      await new Promise<void>((resolve) => this.#ends.set(name, resolve));
    });
  }

  /** Ends a call, and waits until other calls had the chance to start. */
  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const [one, two] = ["https://one.example/score", "https://two.example/score"];

test("a call waits while its origin, its workspace or the process has no slot", async () => {
  const calls = new Calls();
  void calls.call("a1", "a", one);
  void calls.call("a2", "a", one);
  void calls.call("a3: origin is full", "a", one);
  void calls.call("a4", "a", two);
  void calls.call("a5: workspace is full", "a", two);
  void calls.call("b1", "b", one);
  void calls.call("b2: process is full", "b", two);
  expect(calls.started).toEqual(["a1", "a2", "a4", "b1"]);
  await calls.end("b1");
  expect(calls.started.slice(4)).toEqual(["b2: process is full"]);
  await calls.end("a4");
  expect(calls.started.slice(5)).toEqual(["a5: workspace is full"]);
  await calls.end("a1");
  expect(calls.started.slice(6)).toEqual(["a3: origin is full"]);
});

test("the next call is from the workspace with the fewest running calls", async () => {
  const calls = new Calls();
  for (const name of ["a1", "a2"]) void calls.call(name, "a", one);
  for (const name of ["b1", "c1"]) void calls.call(name, name, one);
  void calls.call("a3", "a", two);
  void calls.call("d1", "d", one);
  await calls.end("c1");
  expect(calls.started.slice(4)).toEqual(["d1"]);
});

test("a call that is aborted while it waits never starts, and leaves its place to others", async () => {
  const calls = new Calls();
  for (const name of ["a1", "a2"]) void calls.call(name, "a", one);
  const stop = new AbortController();
  const waiting = calls.call("aborted", "a", one, stop.signal);
  void calls.call("a3", "a", one);
  stop.abort(new Error("cancelled"));
  await expect(waiting).rejects.toThrow("cancelled");
  await calls.end("a1");
  expect(calls.started).toEqual(["a1", "a2", "a3"]);
});

test("a failed call frees its slot, and its error is thrown", async () => {
  const calls = new Calls();
  const failing = (text: string) =>
    calls.slots.run({ workspaceId: "a", url: one }, calls.never, async () => {
      throw new Error(text);
    });
  for (let count = 0; count < 5; count += 1) await expect(failing("refused")).rejects.toThrow("refused");
  void calls.call("a1", "a", one);
  expect(calls.started).toEqual(["a1"]);
});
