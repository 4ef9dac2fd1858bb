import { describe, expect, test } from "vitest";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import { dimensionReaders } from "./rating-values.ts";

const options = (...values: (string | number)[]) => values.map((value) => ({ value, label: String(value) }));
const dimensions: RubricDimension[] = [
  {
    id: "level",
    name: "Level",
    type: "categorical",
    required: true,
    options: options("semi_urgent", "1", 2, "a b", "a_b"),
  },
  { id: "score", name: "Score", type: "scale", required: true, min: 1, max: 5 },
  { id: "safe", name: "Safe", type: "boolean", required: true },
  { id: "harms", name: "Harms", type: "multi_select", required: true, options: options("Delay", "dose") },
];
const readers = dimensionReaders(dimensions);

/** Returns the value that is stored, or the messages of the faults. */
function read(dimension: string, value: unknown): unknown {
  const { grade, faults } = readers.get(dimension)?.(value, "/value") ?? { grade: {}, faults: [] };
  return faults.length > 0 ? faults.map(({ path, message }) => `${path}: ${message}`) : grade["value"];
}

describe("the value of a rating", () => {
  test("is an option exactly, or the only option that folds alike", () => {
    expect(["semi_urgent", "Semi-Urgent ", "SEMI‑URGENT"].map((value) => read("level", value))).toEqual(
      Array(3).fill("semi_urgent"),
    );
    // A table has the number 1 and the text 2.0 for these options.
    expect([read("level", 1), read("level", "2.0"), read("level", "２")]).toEqual(["1", 2, 2]);
    expect([read("level", "a b"), read("level", "a_b")]).toEqual(["a b", "a_b"]);
    expect(read("level", "A-B")).toEqual([
      expect.stringContaining('Grade for "level" is "A-B"; it must be one of'),
    ]);
    expect(read("level", true)).toEqual([expect.stringContaining("is true; it must be one of")]);
  });

  test("is a number on the scale, also as text of a table", () => {
    expect([read("score", 2.5), read("score", "4.50"), read("score", " 1 ")]).toEqual([2.5, 4.5, 1]);
    expect(read("score", "6")).toEqual(['/value: Grade for "score" is 6; it must be from 1 to 5.']);
    expect(read("score", "four")).toEqual([
      '/value: Grade for "score" is "four"; it must be a number from 1 to 5.',
    ]);
  });

  test("is a truth value, also as a word", () => {
    expect([read("safe", true), read("safe", "FALSE"), read("safe", "True")]).toEqual([true, false, true]);
    expect(read("safe", 1)).toEqual(['/value: Grade for "safe" is 1; it must be true or false.']);
    expect(read("safe", "yes")).toEqual(['/value: Grade for "safe" is "yes"; it must be true or false.']);
  });

  test("is a list of options, also as text with semicolons", () => {
    expect([read("harms", ["dose", "DELAY"]), read("harms", "delay; Dose"), read("harms", [])]).toEqual([
      ["dose", "Delay"],
      ["Delay", "dose"],
      [],
    ]);
    expect(read("harms", ["dose", "x"])).toEqual([expect.stringMatching(/^\/value\/1: .*"x" at index 1/)]);
    expect(read("harms", "dose;DOSE")).toEqual([expect.stringContaining("each option must occur only once")]);
  });

  test("is null if the rater could not assess the sample", () => {
    for (const dimension of ["level", "score", "safe", "harms"])
      expect(readers.get(dimension)?.(null, "")).toEqual({
        grade: { value: null, not_assessable: true },
        faults: [],
      });
  });
});
