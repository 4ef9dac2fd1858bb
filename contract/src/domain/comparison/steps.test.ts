import * as fc from "fast-check";
import { expect, test } from "vitest";
import { finish, sortInSteps } from "./steps.ts";

test("rows are sorted as by Array.sort, and equal rows keep their order", () => {
  // More than three parts of 5,000 rows are merged.
  const rows = fc.array(fc.nat(50), { minLength: 15_001, maxLength: 20_001, size: "max" });
  const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
  const property = fc.property(rows, (keys) => {
    const given = keys.map((key, index) => ({ key, index }));
    expect(finish(sortInSteps(given, compare))).toEqual(given.toSorted(compare));
  });
  fc.assert(property, { numRuns: 5 });
  expect(finish(sortInSteps([], compare))).toEqual([]);
});

test("sorting many rows pauses after at most 5,000 rows", () => {
  const steps = sortInSteps(
    Array.from({ length: 20_000 }, (_, index) => -index),
    (one, other) => one - other,
  );
  let pauses = 0;
  while (!steps.next().done) pauses += 1;
  // 4 parts are sorted. Then 2 merges of 10,000 rows and 1 of 20,000 rows pause.
  expect(pauses).toBeGreaterThanOrEqual(4 + 4);
});
