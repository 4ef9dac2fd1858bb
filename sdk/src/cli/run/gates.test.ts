import { describe, expect, test } from "vitest";
import type { Evaluation, TriageSummary } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";
import { checkGates, parseScore, parseShare } from "./gates.ts";

type Caught = TriageSummary["emergent_not_caught"];

/** A completed evaluation as far as gates look at it. */
function evaluation(score: number | null, caught?: Caught): Evaluation {
  const results = {
    aggregate_score: score,
    sample_count: 40,
    ...(caught && { triage: { most_urgent: "emergent", emergent_not_caught: caught } }),
  };
  // Gates read nothing else.
  return { status: "completed", results } as unknown as Evaluation;
}
const caught = (numerator: number, denominator: number, upper95: number | null): Caught => ({
  numerator,
  denominator,
  rate: denominator === 0 ? null : numerator / denominator,
  ci95: null,
  upper95,
});

describe("--min-score", () => {
  test("holds at the bound itself and fails below it", () => {
    expect(checkGates(evaluation(80), { minScore: 80 })).toMatchObject([{ passed: true }]);
    expect(checkGates(evaluation(79.99), { minScore: 80 })).toMatchObject([{ passed: false }]);
  });

  test("fails when no sample has a score, even with a bound of 0", () => {
    expect(checkGates(evaluation(null), { minScore: 0 })).toMatchObject([
      { passed: false, text: expect.stringMatching(/no sample has a score/) },
    ]);
  });
});

describe("--max-under-triage", () => {
  test("looks at the upper bound, not at the rate: 0 of 15 leaves up to 18.1 % open", () => {
    // 1 − 0.05^(1/15) = 0.18104
    const figure = caught(0, 15, 0.18104);
    expect(checkGates(evaluation(90, figure), { maxUnderTriage: 0.18 })).toMatchObject([{ passed: false }]);
    expect(checkGates(evaluation(90, figure), { maxUnderTriage: 0.2 })).toMatchObject([{ passed: true }]);
  });

  test("fails when no sample is most urgent: a denominator of 0 shows nothing", () => {
    const [gate] = checkGates(evaluation(90, caught(0, 0, null)), { maxUnderTriage: 1 });
    expect(gate).toMatchObject({ passed: false });
    expect(gate?.text).toContain("denominator 0");
  });

  test("fails when no triage was summarised", () => {
    expect(checkGates(evaluation(90), { maxUnderTriage: 0.5 })).toMatchObject([{ passed: false }]);
  });
});

describe("bounds on the command line", () => {
  test.each([
    ["0.05", 0.05],
    ["5%", 0.05],
    ["12.5%", 0.125],
    ["0", 0],
    ["1", 1],
    [".25", 0.25],
  ])("%s is the share %d", (text, share) => expect(parseShare(text)).toBeCloseTo(share, 12));

  test.each(["5", "-0.1", "150%", "abc", "", "0.05x"])("%j is no share", (text) => {
    expect(() => parseShare(text)).toThrow(CannotRun);
  });

  test.each(["101", "-1", "80%", "", "1e1"])("%j is no score", (text) => {
    expect(() => parseScore(text)).toThrow(/must be a number from 0 to 100/);
  });
});
