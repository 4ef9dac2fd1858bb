import { describe, expect, test } from "vitest";
import type { Evaluation, TriageSummary } from "../../generated/types.ts";
import { coverageOf } from "@assay/contract/domain";
import { boundedText } from "../../report/text/figure-text.ts";
import { CliError } from "../cli-error.ts";
import { checkGates, parseScore, parseShare } from "./gates.ts";

type Caught = TriageSummary["emergent_not_caught"];

/** A completed evaluation with the members that gates read. */
function evaluation(
  score: number | null,
  caught?: Caught,
  { scored = 40, errored = 0, skipped = 0, not_applicable = 0 } = {},
) {
  const results = {
    aggregate_score: score,
    sample_count: scored,
    coverage: coverageOf({ scored, errored, skipped, missing_output: 0, not_applicable }),
    ...(caught && { triage: { most_urgent: "emergent", emergent_not_caught: caught } }),
  };
  // Gates read no other members.
  return { status: "completed", results } as unknown as Evaluation;
}
const caught = (numerator: number, denominator: number, upper95: number | null): Caught => ({
  numerator,
  denominator,
  n_clusters: denominator,
  effective_n: denominator === 0 ? null : denominator,
  rate: denominator === 0 ? null : numerator / denominator,
  ci95: null,
  upper95,
});

describe("--min-score", () => {
  test("passes at the limit and fails below", () => {
    const implied = { gate: "max-unscored", passed: true };
    expect(checkGates(evaluation(80), { minScore: 80 })).toMatchObject([{ passed: true }, implied]);
    expect(checkGates(evaluation(79.99), { minScore: 80 })).toMatchObject([{ passed: false }, implied]);
  });

  test("reports the number of scored samples and of all samples", () => {
    const [whole] = checkGates(evaluation(80), { minScore: 90 });
    expect(whole?.text).toBe("score 80.00 (over 40 of 40 samples) is below 90");
    const [half] = checkGates(evaluation(100, undefined, { scored: 1, errored: 1 }), { minScore: 100 });
    expect(half?.text).toBe("score 100.00 (over 1 of 2 samples, 1 without a score) is at least 100");
  });

  test("fails if no sample has a score, even with a limit of 0", () => {
    expect(checkGates(evaluation(null), { minScore: 0 })).toMatchObject([
      { passed: false, text: expect.stringMatching(/no sample has a score/) },
      { gate: "max-unscored" },
    ]);
  });
});

describe("--max-unscored", () => {
  const some = evaluation(80, undefined, { scored: 17, errored: 2, skipped: 1 }); // 3/20 = 0.15

  test("counts errored and skipped samples, and passes at the limit", () => {
    expect(checkGates(some, { maxUnscored: 0.15 })).toEqual([
      {
        gate: "max-unscored",
        passed: true,
        text: "3 of 20 samples have no score: 15.0 %, which is within the limit of 15.0 %",
      },
    ]);
    expect(checkGates(some, { maxUnscored: 0.14 })).toEqual([
      {
        gate: "max-unscored",
        passed: false,
        text: "3 of 20 samples have no score: 15.0 %, which is above the limit of 14.0 %",
      },
    ]);
  });

  test("does not count samples that are not applicable", () => {
    const applicable = evaluation(80, undefined, { scored: 5, skipped: 95, not_applicable: 95 });
    expect(checkGates(applicable, { minScore: 80 })).toEqual([
      { gate: "min-score", passed: true, text: "score 80.00 (over 5 of 100 samples) is at least 80" },
      {
        gate: "max-unscored",
        passed: true,
        text: "0 of 100 samples have no score: 0.0 %, which is within the limit of 0.0 % (implied by --min-score)",
      },
    ]);
  });

  test("fails without samples: the denominator is 0", () => {
    const [gate] = checkGates(evaluation(null, undefined, { scored: 0 }), { maxUnscored: 1 });
    expect(gate).toMatchObject({ passed: false, text: expect.stringContaining("denominator 0") });
  });
});

describe("--max-under-triage", () => {
  test("uses the upper bound instead of the rate: 0 of 15 has a bound of 18.1 %", () => {
    // The upper bound for 0 of 15 is 1 − 0.05^(1/15) = 0.18104.
    const figure = caught(0, 15, 0.18104);
    expect(checkGates(evaluation(90, figure), { maxUnderTriage: 0.18 })).toMatchObject([{ passed: false }]);
    expect(checkGates(evaluation(90, figure), { maxUnderTriage: 0.2 })).toMatchObject([{ passed: true }]);
  });

  test("states the bound, and the clusters if samples share them", () => {
    const [single] = checkGates(evaluation(90, caught(0, 15, 0.18104)), { maxUnderTriage: 0.2 });
    expect(single?.text).toBe(
      "0 of 15 emergent samples not caught (at most 18.1 %): within the limit of 20.0 %",
    );
    const repeated = { ...caught(0, 300, 0.18104), n_clusters: 15, effective_n: 15 };
    const [shared] = checkGates(evaluation(90, repeated), { maxUnderTriage: 0.05 });
    expect(shared).toEqual({
      gate: "max-under-triage",
      passed: false,
      text: "0 of 300 emergent samples not caught (at most 18.1 %; 15 clusters, effective n 15): above the limit of 5.0 %",
    });
    const one = { ...caught(0, 5, 0.95), n_clusters: 1, effective_n: 1 };
    // The effective sample size has the same form in the tables.
    expect(checkGates(evaluation(90, one), { maxUnderTriage: 0.05 })[0]?.text).toContain(
      "(at most 95.0 %; 1 cluster, effective n 1.0)",
    );
    expect(boundedText(one)).toContain("effective n 1.0)");
  });

  test("fails if no sample is most urgent: the denominator is 0", () => {
    const [gate] = checkGates(evaluation(90, caught(0, 0, null)), { maxUnderTriage: 1 });
    expect(gate).toMatchObject({ passed: false });
    expect(gate?.text).toContain("denominator 0");
  });

  test("fails without a triage summary", () => {
    expect(checkGates(evaluation(90), { maxUnderTriage: 0.5 })).toMatchObject([{ passed: false }]);
  });
});

describe("limits on the command line", () => {
  test.each([
    ["0.05", 0.05],
    ["5%", 0.05],
    ["12.5%", 0.125],
    ["0", 0],
    ["1", 1],
    [".25", 0.25],
  ])("%s is the share %d", (text, share) =>
    expect(parseShare("--max-unscored", text)).toBeCloseTo(share, 12),
  );

  test.each(["5", "-0.1", "150%", "abc", "", "0.05x"])("%j is not a share", (text) => {
    const parse = () => parseShare("--max-unscored", text);
    expect(parse).toThrow(CliError);
    expect(parse).toThrow(/^--max-unscored is ".*"; it must be a share from 0 to 1/);
  });

  test.each(["101", "-1", "80%", "", "1e1"])("%j is not a score", (text) => {
    expect(() => parseScore(text)).toThrow(/must be a number from 0 to 100/);
  });
});
