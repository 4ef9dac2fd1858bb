import { expect, test } from "vitest";
import { LogEndCache } from "./log-end-cache.ts";
import type { LogRow } from "../../log-queries.ts";

const at = (size: number): LogRow => ({ generation: 1, size, frontier: Buffer.of(), root: Buffer.of() });

/** Runs a number of batches in which the cached end is always wrong, and returns how often it was used. */
function triesOf(ends: LogEndCache, batches: number): number {
  let tries = 0;
  for (let batch = 1; batch <= batches; batch += 1) {
    if (ends.get("w")) {
      tries += 1;
      ends.recordMiss("w");
    }
    ends.set("w", at(batch), "locked");
  }
  return tries;
}

test("an end is cached until it is invalidated", () => {
  const ends = new LogEndCache();
  expect(ends.get("w")).toBeUndefined();
  ends.set("w", at(1), "locked");
  expect(ends.get("w")).toEqual(at(1));
  ends.set("w", at(2), "cached");
  expect(ends.get("w")).toEqual(at(2));
  ends.invalidate("w");
  expect(ends.get("w")).toBeUndefined();
  ends.recordMiss("w");
  expect(ends.get("w")).toBeUndefined();
});

test("the cached end is tried rarely after repeated misses, and each time after a hit", () => {
  const ends = new LogEndCache();
  ends.set("w", at(0), "locked");
  expect(triesOf(ends, 1000)).toBeLessThan(25);
  while (!ends.get("w")) ends.set("w", at(1), "locked");
  ends.set("w", at(2), "cached");
  expect(ends.get("w")).toEqual(at(2));
  ends.recordMiss("w");
  expect(ends.get("w")).toBeUndefined();
  expect(ends.get("w")).toEqual(at(2));
});

test("the oldest entry is evicted", () => {
  const ends = new LogEndCache();
  for (let log = 0; log <= 1000; log += 1) ends.set(`w${log}`, at(log), "locked");
  expect(ends.get("w0")).toBeUndefined();
  expect(ends.get("w1")).toEqual(at(1));
});
