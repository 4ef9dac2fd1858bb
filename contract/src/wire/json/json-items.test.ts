import { expect, test } from "vitest";
import { limits } from "../../platform/limits.ts";
import { readJsonItems, UnstorableItem } from "./json-text.ts";

/** Returns each item as its value, or as the path of its fault. */
function itemsOf(text: string): unknown {
  const reading = readJsonItems(text, "list");
  if (!reading.ok) return `${reading.code} ${reading.path}`;
  const items: unknown = Reflect.get(Object(reading.value), "list");
  return Array.isArray(items)
    ? items.map((item: unknown) => (item instanceof UnstorableItem ? item.fault.path : item))
    : items;
}

const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each([
  ["an integer beyond 2^53 - 1", `{"n":9007199254740993}`, "/list/1/n"],
  ["a number that overflows", "1e400", "/list/1"],
  ["U+0000", `{"a":[{"s":"\\u0000"}]}`, "/list/1/a/0/s"],
  ["half of a surrogate pair", `{"s":"\\ud800"}`, "/list/1/s"],
  ["half of a surrogate pair in a key", `{"a":{"\\ud800":1}}`, "/list/1/a"],
  // The object and the array around the item are the first two levels.
  ["65 levels", deep(limits.jsonDepth - 1), "/list/1"],
  ["100,000 levels", deep(100_000), "/list/1"],
])("%s refuses its own item only", (_fault, item, path) => {
  expect(itemsOf(`{"list":[1,${item},{"a":2}],"b":3}`)).toEqual([1, path, { a: 2 }]);
  expect(itemsOf(`{"l\\u0069st":[1,${item},{"a":2}]}`)).toEqual([1, path, { a: 2 }]);
});

test("an item is refused for its first fault", () => {
  expect(itemsOf(`{"list":[{"a":1e400,"b":1e400},1e400]}`)).toEqual(["/list/0/a", "/list/1"]);
});

test.each([
  ["a value outside of the items", `{"a":1e400,"list":[1e400]}`, "validation_failed /a"],
  ["a value in another list", `{"a":{"list":[1e400]},"list":[]}`, "validation_failed /a/list/0"],
  ["a value instead of the list", `{"list":1e400}`, "validation_failed /list"],
  ["a value in an object instead of the list", `{"list":{"a":1e400}}`, "validation_failed /list/a"],
  ["a repeated member of an item", `{"list":[1e400,{"a":1,"a":1}]}`, "malformed_json /list/1/a"],
  ["a repeated list", `{"list":[1e400],"list":[1]}`, "malformed_json /list"],
  ["text that is not JSON", `{"list":[1e400,}`, "malformed_json "],
  ["a text without an object", "1e400", "validation_failed "],
])("%s refuses the whole text", (_fault, text, refusal) => {
  expect(itemsOf(text)).toBe(refusal);
});

test("an item beyond the limit of a batch refuses the whole text", () => {
  const { decisionsPerBatch } = limits;
  const list = [...Array.from({ length: decisionsPerBatch }, () => "1"), "1e400"];
  expect(itemsOf(`{"list":[${list.join()}]}`)).toBe(`validation_failed /list/${decisionsPerBatch}`);
});
