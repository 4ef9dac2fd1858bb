import { expect, test } from "vitest";
import { withValueAt } from "./with-value-at.ts";

const root = { level: "routine", detail: { age: 4 }, list: [{}], none: null, "": 0 };

test.each([
  [["level"], { ...root, level: "urgent" }],
  [["detail", "level"], { ...root, detail: { age: 4, level: "urgent" } }],
  [["new", "level"], { ...root, new: { level: "urgent" } }],
  [["none"], { ...root, none: "urgent" }],
  [[""], { ...root, "": "urgent" }],
  [["constructor"], { ...root, constructor: "urgent" }],
  [[], "urgent"],
])("the path %j is set", (path, value) => {
  const before = structuredClone(root);
  expect(withValueAt(root, path, "urgent")).toEqual({ value });
  expect(root).toEqual(before);
});

test.each([[["list", "0"]], [["none", "level"]], [["level", "deep"]], [["detail", "age", "x"]]])(
  "the path %j leads through a value that is not an object",
  (path) => expect(withValueAt(root, path, "urgent")).toBeUndefined(),
);

test("an absent root becomes an object; another root without members is refused", () => {
  for (const absent of [null, undefined])
    expect(withValueAt(absent, ["a", "b"], 1)).toEqual({ value: { a: { b: 1 } } });
  for (const other of ["text", 4, [], true]) expect(withValueAt(other, ["a"], 1)).toBeUndefined();
  expect(withValueAt("text", [], 1)).toEqual({ value: 1 });
});
