import { expect, test } from "vitest";
import { depthOf } from "./depth-of.ts";

test.each([
  ["text", 0],
  [null, 0],
  [[], 1],
  [{}, 1],
  [{ a: 1, b: [1, [2]], c: {} }, 3],
])("%j has %i levels", (value, depth) => {
  expect(depthOf(value)).toBe(depth);
});

test("a list of a million items has one level", () => {
  expect(depthOf(Array.from({ length: 1_000_000 }, () => 0))).toBe(1);
});
