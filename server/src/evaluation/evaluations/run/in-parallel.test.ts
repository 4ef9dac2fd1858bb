import { describe, expect, test } from "vitest";
import { inParallel } from "./in-parallel.ts";

const { signal } = new AbortController();

describe("work in parallel", () => {
  test("runs once for each item, in order, within the limit", async () => {
    const started: number[] = [];
    let now = 0;
    let max = 0;
    await inParallel([1, 2, 3, 4, 5, 6, 7], { limit: 3, signal }, async (item) => {
      started.push(item);
      now += 1;
      max = Math.max(max, now);
      await new Promise(setImmediate);
      now -= 1;
    });
    expect({ started, max, now }).toEqual({ started: [1, 2, 3, 4, 5, 6, 7], max: 3, now: 0 });
  });

  test("does nothing without items", async () => {
    await inParallel([], { limit: 3, signal }, () => Promise.reject(new Error("never")));
  });

  test("stops after a failure: aborts running work, starts no further work, and throws the first failure", async () => {
    const started: number[] = [];
    const aborted: unknown[] = [];
    const work = inParallel([1, 2, 3, 4], { limit: 2, signal }, async (item, running) => {
      started.push(item);
      if (item === 2) throw new Error("no");
      await new Promise<void>((resolve) => {
        running.addEventListener("abort", () => {
          aborted.push(running.reason);
          resolve();
        });
      });
    });
    await expect(work).rejects.toThrow("no");
    expect({ started, aborted }).toEqual({ started: [1, 2], aborted: [new Error("no")] });
  });

  test("stops with the caller's abort reason", async () => {
    const controller = new AbortController();
    const started: number[] = [];
    const work = inParallel([1, 2, 3], { limit: 1, signal: controller.signal }, async (item) => {
      started.push(item);
      if (item === 2) controller.abort(new Error("enough"));
    });
    await expect(work).rejects.toThrow("enough");
    expect(started).toEqual([1, 2]);
  });
});
