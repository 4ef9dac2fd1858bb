import type { ScoredPair } from "@assay/contract/evaluation/comparison/compared-pair-rules";
import { expect, test } from "vitest";
import { PairCache } from "./pair-cache.ts";

const pairsOf = (count: number): ScoredPair[] =>
  Array.from({ length: count }, (_, index) => {
    const side = { sampleId: String(index), score: 50, passed: null };
    return { baseline: side, candidate: side, externalId: null, cluster: null, change: 0 };
  });

/** Returns a function that requests lists from a cache, and the keys of the lists that had to be loaded. */
function harnessOf(maxPairs: number) {
  const cache = new PairCache(maxPairs);
  const loaded: string[] = [];
  const get = (key: string, count: number) =>
    cache.get(key, async () => {
      loaded.push(key);
      return pairsOf(count);
    });
  return { cache, get, loaded };
}

test("a list is loaded once, also for concurrent requests", async () => {
  const { get, loaded } = harnessOf(10);
  const [one, other] = await Promise.all([get("a", 3), get("a", 3)]);
  expect(one).toBe(other);
  expect(await get("a", 3)).toBe(one);
  expect(loaded).toEqual(["a"]);
});

test("the least recently used lists make room, and longer lists are not cached", async () => {
  const { get, loaded } = harnessOf(10);
  for (const key of ["a", "b", "a", "c", "a", "b"]) await get(key, 5);
  expect(loaded).toEqual(["a", "b", "c", "b"]);
  for (let times = 0; times < 2; times += 1) expect(await get("long", 11)).toHaveLength(11);
  expect(loaded).toEqual(["a", "b", "c", "b", "long", "long"]);
  await get("a", 5);
  expect(loaded).toHaveLength(6);
});

test("a request whose list another request failed to load loads the list itself", async () => {
  const { cache, get, loaded } = harnessOf(10);
  let fail: (error: Error) => void = () => undefined;
  const first = cache.get("a", () => new Promise((_, reject) => (fail = reject)));
  const second = get("a", 3);
  fail(new Error("the client disconnected"));
  await expect(first).rejects.toThrow("the client disconnected");
  expect(await second).toHaveLength(3);
  expect(loaded).toEqual(["a"]);
});

test("an error is not cached", async () => {
  const { cache, get } = harnessOf(10);
  const failed = cache.get("a", () => Promise.reject(new Error("no connection")));
  await expect(failed).rejects.toThrow("no connection");
  expect(await get("a", 3)).toHaveLength(3);
});
