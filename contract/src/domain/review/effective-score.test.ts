import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SampleResult } from "../evaluation/sample-score.ts";
import {
  combinedPosition,
  countingOverride,
  effectiveScores,
  isOverrideInConflict,
  type ScoreOverride,
} from "./effective-score.ts";

const scored = (score: number, weight = 1, passed = score >= 70): SampleResult => ({
  status: "scored",
  weight,
  score,
  passed,
  flagged: false,
});
const errored: SampleResult = { status: "errored", weight: 1, score: null, passed: null, flagged: false };
const override = (
  position: number,
  value: number,
  [submittedAt, ordinal]: readonly [number, number] = [0, 0],
): ScoreOverride => ({ review: `review of ${value}`, position, value, submittedAt, ordinal });

describe("effective scores", () => {
  test("equal the automated scores if no override exists", () => {
    expect(effectiveScores([scored(40, 3), scored(80), errored], [])).toEqual({
      results: [null, null, null],
      // (3 × 40 + 1 × 80) / 4 = 50; (40 + 80) / 2 = 60
      weighted: 50,
      equal: 60,
      passed: false,
      overriddenBy: null,
    });
  });

  test("are recombined when an evaluator's score is overridden", () => {
    expect(effectiveScores([scored(40, 3), scored(80), errored], [override(0, 90)])).toEqual({
      results: [{ score: 90, passed: true, overriddenBy: "review of 90" }, null, null],
      // (3 × 90 + 1 × 80) / 4 = 87.5; (90 + 80) / 2 = 85; 90 and 80 both pass
      weighted: 87.5,
      equal: 85,
      passed: true,
      overriddenBy: "review of 90",
    });
  });

  test("pass at 70 and above if overridden, regardless of the evaluator's own rule", () => {
    const strict = scored(75, 1, false);
    expect(effectiveScores([strict], [override(0, 70)])).toMatchObject({ passed: true, weighted: 70 });
    expect(effectiveScores([strict], [override(0, 69.99)])).toMatchObject({ passed: false });
    expect(effectiveScores([strict], [override(combinedPosition, 70)])).toMatchObject({ passed: true });
    expect(effectiveScores([strict, scored(90)], [override(1, 0)])).toMatchObject({ passed: false });
  });

  test("contain the reviewer's combined score if it is overridden, and the automated scores of the evaluators", () => {
    expect(effectiveScores([scored(40, 3), scored(80)], [override(combinedPosition, 5)])).toEqual({
      results: [null, null],
      weighted: 5,
      equal: 5,
      passed: false,
      overriddenBy: "review of 5",
    });
  });

  test("use the override of the combined score, even if overrides of evaluators' scores are later", () => {
    const both = [override(combinedPosition, 5, [1, 1]), override(0, 100, [2, 2])];
    expect(effectiveScores([scored(40), scored(80)], both)).toEqual({
      results: [{ score: 100, passed: true, overriddenBy: "review of 100" }, null],
      weighted: 5,
      equal: 5,
      passed: false,
      overriddenBy: "review of 5",
    });
  });

  test("reference the latest of several evaluators' overrides for the combined score", () => {
    const two = [override(1, 30, [2, 1]), override(0, 100, [1, 2])];
    // (100 + 30) / 2
    expect(effectiveScores([scored(40), scored(80)], two)).toMatchObject({
      weighted: 65,
      overriddenBy: "review of 30",
    });
  });

  test("stay null if nothing was scored, or all weights are 0", () => {
    const none = { weighted: null, equal: null, passed: null, overriddenBy: null };
    expect(effectiveScores([errored], [override(0, 50), override(combinedPosition, 50)])).toEqual({
      results: [null],
      ...none,
    });
    expect(effectiveScores([scored(40, 0)], [override(0, 50), override(combinedPosition, 50)])).toEqual({
      results: [{ score: 50, passed: false, overriddenBy: "review of 50" }],
      ...none,
    });
  });

  test("do not depend on the order of the overrides", () => {
    const arbitrary = fc.record({
      review: fc.uuid(),
      position: fc.integer({ min: -1, max: 1 }),
      value: fc.integer({ min: 0, max: 100 }),
      submittedAt: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (drawn, keys) => {
        const overrides = drawn.map((one, ordinal) => ({ ...one, ordinal }));
        const shuffled = overrides
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const results = [scored(40), scored(80)];
        expect(effectiveScores(results, shuffled)).toEqual(effectiveScores(results, overrides));
      }),
    );
  });
});

describe("several overrides of one score", () => {
  test("the latest submission applies; within one millisecond, the override that was stored later", () => {
    const overrides = [override(0, 10, [5, 1]), override(0, 20, [4, 9]), override(1, 30, [9, 9])];
    expect(countingOverride(overrides, 0)?.value).toBe(10);
    expect(countingOverride([...overrides, override(0, 40, [5, 2])], 0)?.value).toBe(40);
    expect(countingOverride(overrides, combinedPosition)).toBeUndefined();
  });

  test("overrides with different values are in conflict; overrides with equal values or of other scores are not", () => {
    const overrides = [override(0, 10), { ...override(0, 10), review: "another" }, override(1, 20)];
    expect(isOverrideInConflict(overrides, "review of 10")).toBe(false);
    expect(isOverrideInConflict(overrides, "review of 20")).toBe(false);
    expect(isOverrideInConflict([...overrides, override(0, 11)], "another")).toBe(true);
    expect(isOverrideInConflict(overrides, "one that overrides nothing")).toBe(false);
  });
});
