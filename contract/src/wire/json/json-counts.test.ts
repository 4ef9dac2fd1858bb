import { expect, test } from "vitest";
import { countDifferentMembers, countJson, jsonDepth } from "./json-counts.ts";

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

test.each([
  ["[1,[]]", 0],
  ['{"a":1,"b":2}', 2],
  // The second object starts as the first one, and its `c` follows `a` for the first time.
  ['[{"a":1,"b":2},{"a":{},"c":[{"a":"x:y"}]}]', 3],
  // Another order is another form, and the name `ab` is not the names `a` and `b`.
  ['[{"a":1,"b":2},{"b":1,"a":2},{"ab":1}]', 5],
  // After an inner object, the outer one continues.
  ['[{"a":{"x":1},"b":1},{"a":1,"b":1}]', 3],
  ['{"a\\"":1,"a\\\\":2}', 2],
])("%s has %d members that differ from all earlier ones", (text, count) => {
  expect(countDifferentMembers(text, 100)).toBe(count);
});

test("different members are counted up to the limit, also in a text that is not JSON", () => {
  const many = `{${Array.from({ length: 50 }, (_, index) => `"${index}":1`).join(",")}}`;
  expect(countDifferentMembers(many, 10)).toBe(11);
  for (const text of ["", '"', '{"a', ":::", "}]}{:", '{"a":1}}}"b":'])
    expect(countDifferentMembers(text, 10)).toBeLessThan(4);
});

test.each([
  ["1", 0],
  ["[[],{}]", 2],
  ['{"a":[{}],"b":[]}', 3],
  ['["[[[[", "\\"[", []]', 2],
  ['[["', 2],
  [`[${"[],".repeat(1000)}1]`, 2],
])("%s has %d levels", (text, levels) => {
  expect(jsonDepth(text, 100)).toBe(levels);
});

test("levels are counted up to the limit", () => {
  expect(jsonDepth("[".repeat(1000), 64)).toBe(65);
});
