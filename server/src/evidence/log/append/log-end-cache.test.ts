import { expect, test } from "vitest";
import { LogEndCache } from "./log-end-cache.ts";
import type { LogRow } from "../../log-queries.ts";

const at = (size: number): LogRow => ({ generation: 1, size, frontier: Buffer.of(), root: Buffer.of() });

/** How often the known end is tried in some batches, when each try is a miss. */
function triesOf(ends: LogEndCache, batches: number): number {
  let tries = 0;
  for (let batch = 1; batch <= batches; batch += 1) {
    if (ends.get("w")) {
      tries += 1;
      ends.missed("w");
    }
    ends.learn("w", at(batch), "locked");
  }
  return tries;
}

test("an end is known once it was learnt, and until it is forgotten", () => {
  const ends = new LogEndCache();
  expect(ends.get("w")).toBeUndefined();
  ends.learn("w", at(1), "locked");
  expect(ends.get("w")).toEqual(at(1));
  ends.learn("w", at(2), "known");
  expect(ends.get("w")).toEqual(at(2));
  ends.forget("w");
  expect(ends.get("w")).toBeUndefined();
  ends.missed("w");
  expect(ends.get("w")).toBeUndefined();
});

test("who misses again and again tries seldom; who hits tries each time", () => {
  const ends = new LogEndCache();
  ends.learn("w", at(0), "locked");
  expect(triesOf(ends, 1000)).toBeLessThan(25);
  while (!ends.get("w")) ends.learn("w", at(1), "locked");
  ends.learn("w", at(2), "known");
  expect(ends.get("w")).toEqual(at(2));
  ends.missed("w");
  expect(ends.get("w")).toBeUndefined();
  expect(ends.get("w")).toEqual(at(2));
});

test("the end that was learnt the longest ago makes room", () => {
  const ends = new LogEndCache();
  for (let log = 0; log <= 1000; log += 1) ends.learn(`w${log}`, at(log), "locked");
  expect(ends.get("w0")).toBeUndefined();
  expect(ends.get("w1")).toEqual(at(1));
});
