import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";

test("items are grouped by key, in the order of the first items", () => {
  const groups = groupBy(["b1", "a1", "b2"], ([first = ""]) => first);
  expect([...groups]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1"]],
  ]);
  expect([...groupBy([], String)]).toEqual([]);
});
