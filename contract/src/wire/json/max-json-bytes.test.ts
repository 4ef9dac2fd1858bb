import { expect, test } from "vitest";
import { maxJsonBytes } from "./max-json-bytes.ts";

const values: readonly (readonly [name: string, value: unknown])[] = [
  ["an empty object", {}],
  ["an empty list", []],
  ["an empty text", ""],
  ["a control character", "\u0000"],
  ["a lone surrogate", "\ud800"],
  ["a character of four bytes", "😀"],
  ["a long number", -0.0000012345678901234567],
  ["a number with an exponent", -2.2250738585072014e-308],
  ["an absent member", { a: undefined }],
  ["an absent item", [undefined]],
  ["constants", [true, false, null]],
  ["names of members", { "\u0001": { "\u0002": [] }, é: [{ a: "b" }, {}] }],
  ["many levels", Array.from({ length: 500 }).reduce((inner: unknown) => [inner], "\u0000")],
];

test.each(values)("is at least the number of bytes of the JSON of %s", (_name, value) => {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  expect(maxJsonBytes(value, Infinity)).toBeGreaterThanOrEqual(bytes);
});

test("ends as soon as the bound exceeds the limit", () => {
  const members = Array.from({ length: 3 }, () => "a".repeat(100));
  // The list, and the text that exceeds the limit: 4 + 4 + 100 × 6.
  expect(maxJsonBytes(members, 500)).toBe(608);
});

test("the bound of an object with many members ends at the limit", () => {
  let reads = 0;
  const members = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, 1]));
  const counted = new Proxy(members, {
    get: (target, name) => {
      reads += 1;
      return Reflect.get(target, name);
    },
  });
  expect(maxJsonBytes(counted, 100)).toBeGreaterThan(100);
  expect(reads).toBeLessThan(20);
});
