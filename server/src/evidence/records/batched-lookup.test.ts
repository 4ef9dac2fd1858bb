import { describe, expect, test } from "vitest";
import { BatchedLookup } from "./batched-lookup.ts";

/** Creates a lookup whose batches wait until the test resolves or rejects them. */
function createPausedLookup() {
  const batches: (readonly string[])[] = [];
  const waiting: PausedBatch[] = [];
  const lookup = new BatchedLookup(async (keys: readonly string[]) => {
    batches.push(keys);
    await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    return keys.map((key) => key.toUpperCase());
  });
  /** Returns the batch that was started last. */
  const running = async (): Promise<PausedBatch> => {
    for (;;) {
      const last = waiting.shift();
      if (last) return last;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { lookup, batches, running };
}

interface PausedBatch {
  resolve: () => void;
  reject: (error: Error) => void;
}

describe("a batched lookup", () => {
  test("looks up the keys of concurrent calls together", async () => {
    const { lookup, batches, running } = createPausedLookup();
    const values = Promise.all(["a", "b", "c"].map((key) => lookup.get(key)));
    (await running()).resolve();
    expect(await values).toEqual(["A", "B", "C"]);
    expect(batches).toEqual([["a", "b", "c"]]);
  });

  test("adds calls during a lookup to the next one", async () => {
    const { lookup, batches, running } = createPausedLookup();
    const first = lookup.get("a");
    const batch = await running();
    const second = lookup.get("a");
    batch.resolve();
    expect(await first).toBe("A");
    (await running()).resolve();
    expect(await second).toBe("A");
    expect(batches).toEqual([["a"], ["a"]]);
  });

  test("looks up at most 64 keys at a time", async () => {
    const { lookup, batches, running } = createPausedLookup();
    const values = Promise.all(Array.from({ length: 70 }, (_, index) => lookup.get(`q${index}`)));
    for (const _ of [1, 2]) (await running()).resolve();
    expect(await values).toEqual(Array.from({ length: 70 }, (_, index) => `Q${index}`));
    expect(batches.map(({ length }) => length)).toEqual([64, 6]);
  });

  test("fails only for the calls of the failed lookup", async () => {
    const { lookup, running } = createPausedLookup();
    const failed = Promise.allSettled([lookup.get("a"), lookup.get("b")]);
    (await running()).reject(new Error("The connection is lost."));
    const expected = { status: "rejected", reason: new Error("The connection is lost.") };
    expect(await failed).toEqual([expected, expected]);
    const next = lookup.get("c");
    (await running()).resolve();
    expect(await next).toBe("C");
  });

  test("rejects a result without a value for each key", async () => {
    const lookup = new BatchedLookup(async (): Promise<string[]> => []);
    await expect(lookup.get("a")).rejects.toThrow("must return one value for each key");
  });
});
