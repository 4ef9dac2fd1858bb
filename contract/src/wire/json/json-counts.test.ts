import { expect, test } from "vitest";
import { countJson } from "./json-counts.ts";

const unlimited = { values: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };

test.each([
  ["1", 1, 0],
  ["[]", 1, 0],
  ["[ \n]", 1, 0],
  ["[1]", 2, 0],
  ["[1,[],{}]", 4, 0],
  ["[[[[]]]]", 4, 0],
  ['{"a":1,"b":{"c":[1,2]}}', 6, 3],
  [' { "a" : [ [ ] , { } ] } ', 4, 1],
  ['["a,b:[{","\\\\",":\\"[,"]', 4, 0],
  ['{"":{}}', 2, 1],
])("%s has %d values and %d members", (text, values, members) => {
  expect(countJson(text, unlimited)).toEqual({ values, members });
});

test("values and members are counted as in the parsed value", () => {
  const value = { list: [1, "x,y", null, [[], {}]], "k:[": { deep: { empty: [] } }, text: '"\\"' };
  let values = 0;
  let members = 0;
  JSON.stringify(value, (_name, part: unknown) => {
    values += 1;
    if (typeof part === "object" && part !== null && !Array.isArray(part))
      members += Object.keys(part).length;
    return part;
  });
  for (const indent of [0, 2]) {
    expect(countJson(JSON.stringify(value, null, indent), unlimited)).toEqual({ values, members });
  }
});

test.each(["", '"', '["a', '"\\', "}]", ",:,"])("%j, which is not JSON, is counted to its end", (text) => {
  expect(countJson(text, unlimited).values).toBeGreaterThan(0);
});

test("the count ends as soon as a number exceeds its limit", () => {
  const limit = { values: 10, members: 3 };
  expect(countJson(`[${"1,".repeat(1000)}1]`, limit)).toEqual({ values: 11, members: 0 });
  expect(countJson(`{${'"a":1,'.repeat(1000)}"a":1}`, limit)).toEqual({ values: 5, members: 4 });
});
