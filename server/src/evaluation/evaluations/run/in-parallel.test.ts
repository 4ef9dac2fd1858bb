import { describe, expect, test } from "vitest";
import { inParallel } from "./in-parallel.ts";

const { signal } = new AbortController();

describe("work in parallel", () => {
  test("is done for each item once, in their order, never more than the limit at once", async () => {
    const begun: number[] = [];
    let now = 0;
    let most = 0;
    await inParallel([1, 2, 3, 4, 5, 6, 7], { limit: 3, signal }, async (item) => {
      begun.push(item);
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
    });
    expect({ begun, most, now }).toEqual({ begun: [1, 2, 3, 4, 5, 6, 7], most: 3, now: 0 });
  });

  test("is none for no items", async () => {
    await inParallel([], { limit: 3, signal }, () => Promise.reject(new Error("never")));
  });

  test("stops when one fails: the others are told, none is begun any more, and the first failure is thrown", async () => {
    const begun: number[] = [];
    const told: unknown[] = [];
    const work = inParallel([1, 2, 3, 4], { limit: 2, signal }, async (item, running) => {
      begun.push(item);
      if (item === 2) throw new Error("no");
      await new Promise<void>((resolve) => {
        running.addEventListener("abort", () => {
          told.push(running.reason);
          resolve();
        });
      });
    });
    await expect(work).rejects.toThrow("no");
    expect({ begun, told }).toEqual({ begun: [1, 2], told: [new Error("no")] });
  });

  test("stops with what the caller aborted it with", async () => {
    const controller = new AbortController();
    const begun: number[] = [];
    const work = inParallel([1, 2, 3], { limit: 1, signal: controller.signal }, async (item) => {
      begun.push(item);
      if (item === 2) controller.abort(new Error("enough"));
    });
    await expect(work).rejects.toThrow("enough");
    expect(begun).toEqual([1, 2]);
  });
});
