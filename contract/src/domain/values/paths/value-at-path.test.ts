import { expect, test } from "vitest";
import { valueAtPath } from "./value-at-path.ts";

const root = { list: [{ name: "a" }, null], "": 0, text: "long" };

test.each([
  [[], root],
  [[""], 0],
  [["list", "0", "name"], "a"],
  [["list", "1"], null],
])("the path %j has a value", (path, value) => expect(valueAtPath(root, path)).toEqual(value));

test.each([
  [["list", "2"]],
  [["list", "00"]],
  [["list", "-1"]],
  [["list", "length"]],
  [["list", "1", "name"]],
  [["list", "4294967296"]],
  [["text", "0"]],
  [["text", "length"]],
  [["constructor"]],
  [["__proto__"]],
])("the path %j has no value", (path) => expect(valueAtPath(root, path)).toBeUndefined());
