import { describe, expect, test } from "vitest";
import { gradeSpread } from "./grade-spread.ts";

const scale = { type: "scale", min: 1, max: 5 } as const;

describe("the spread of grades", () => {
  test.each([
    // (5 − 1) / (5 − 1)
    [[1, 5], 1],
    // (4 − 2) / (5 − 1); grades between the ends do not matter
    [[2, 3, 4], 0.5],
    [[3, 3.5], 0.125],
  ])("of a scale is the range of %j as a share of the range of the scale", (grades, spread) => {
    expect(gradeSpread(scale, grades)).toBe(spread);
  });

  test("of a scale with the largest range is finite", () => {
    const widest = { type: "scale", min: -Number.MAX_VALUE, max: Number.MAX_VALUE } as const;
    expect(gradeSpread(widest, [-Number.MAX_VALUE, Number.MAX_VALUE])).toBe(1);
    expect(gradeSpread(widest, [0, Number.MAX_VALUE])).toBe(0.5);
  });

  test.each([
    ["categorical", ["a", "a", "b"], 1 / 3],
    ["categorical", ["a", "b"], 1 / 2],
    // Without a majority, the most frequent grade is one of three.
    ["categorical", ["a", "b", "c"], 2 / 3],
    // An option is a text or a number; "1" does not equal 1.
    ["categorical", ["1", 1], 1 / 2],
    ["boolean", [true, false, false, false], 1 / 4],
    ["multi_select", [["a"], ["a", "b"], []], 2 / 3],
  ] as const)(
    "of a %s dimension with %j is the share outside of the most frequent grade",
    (type, grades, spread) => {
      expect(
        gradeSpread(
          { type },
          grades.map((grade) => (typeof grade === "object" ? [...grade] : grade)),
        ),
      ).toBe(spread);
    },
  );

  test("is null for fewer than two grades, and for equal grades", () => {
    expect(gradeSpread(scale, [])).toBeNull();
    expect(gradeSpread(scale, [1])).toBeNull();
    expect(gradeSpread(scale, [2, 2])).toBeNull();
    expect(gradeSpread({ type: "boolean" }, [true, true])).toBeNull();
    // The order of a selection does not matter.
    expect(
      gradeSpread({ type: "multi_select" }, [
        ["a", "b"],
        ["b", "a"],
      ]),
    ).toBeNull();
  });
});
