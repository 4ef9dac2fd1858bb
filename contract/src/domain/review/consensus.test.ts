import { describe, expect, test } from "vitest";
import { consensusOf, type GradesByDimension, gradeKey } from "./consensus.ts";

const level = (value: string | number | null): GradesByDimension => ({ level: { value } });

describe("consensus", () => {
  test("counts a grade that equals the grade of the only co-rater", () => {
    expect(consensusOf([{ mine: level("a"), others: [level("a")] }])).toEqual({ agreed: 1, compared: 1 });
    expect(consensusOf([{ mine: level("a"), others: [level("b")] }])).toEqual({ agreed: 0, compared: 1 });
  });

  test("uses the value that more co-raters gave than any other", () => {
    const others = [level("a"), level("b"), level("a")];
    expect(consensusOf([{ mine: level("b"), others }])).toEqual({ agreed: 0, compared: 1 });
  });

  test("excludes ties, samples without a co-rater, and grades that are not assessable", () => {
    const rated = [
      { mine: level("a"), others: [level("a"), level("b")] },
      { mine: level("a"), others: [] },
      { mine: level(null), others: [level("a")] },
      { mine: level("a"), others: [level(null)] },
    ];
    expect(consensusOf(rated)).toEqual({ agreed: 0, compared: 0 });
  });

  test("distinguishes a number from a text, and compares selections as sets", () => {
    expect(gradeKey(1)).not.toBe(gradeKey("1"));
    expect(gradeKey(["b", "a"])).toBe(gradeKey(["a", "b"]));
    expect(gradeKey(["a", 1])).not.toBe(gradeKey(["a", "1"]));
  });
});
