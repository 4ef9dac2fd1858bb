import { expect, test } from "vitest";
import { inByteOrder } from "./byte-order.ts";

test("texts are in the order of their bytes in UTF-8, not of their UTF-16 code units", () => {
  // U+FF5E is larger than U+D83D, the first half of U+1F600, but its UTF-8 form is smaller.
  const sorted = ["", "A", "a", "ab", "b", "é", "～", "😀", "😁", "😁a"];
  expect(sorted.toReversed().sort(inByteOrder)).toEqual(sorted);
  expect(inByteOrder("😀", "😀")).toBe(0);
});
