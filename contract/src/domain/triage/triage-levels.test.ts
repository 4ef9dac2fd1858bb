import { describe, expect, test } from "vitest";
import { repeatedLevel, triageLevelKey } from "./triage-levels.ts";

describe("a level that is a plain decimal", () => {
  test.each([1, "1", " 1.0 ", "１", "01", "+1"])("%j is the level 1", (level) =>
    expect(triageLevelKey(level)).toBe(triageLevelKey("1")),
  );

  test.each(["-1", "1.5", "1e0", "0x1", "1.", "level 1", "1-"])("%j is another level than 1", (level) =>
    expect(triageLevelKey(level)).not.toBe(triageLevelKey("1")),
  );

  test("0 and -0.0 are the same", () => expect(triageLevelKey("-0.0")).toBe(triageLevelKey(0)));

  test("long numbers are compared by all their digits", () =>
    expect(triageLevelKey("9007199254740993")).not.toBe(triageLevelKey("9007199254740992")));
});

test("white space alone is no level", () => expect(triageLevelKey(" \t\u00A0")).toBeNull());

test.each([
  [["a b", "a_b"], 1],
  [["urgent", "routine", "Urgent"], 2],
  [[1, 2, "1.0"], 2],
  [["1", "-1", "10", "1 0"], -1],
])("the first repeated level of %j has the index %d", (levels, index) =>
  expect(repeatedLevel(levels)).toBe(index),
);
