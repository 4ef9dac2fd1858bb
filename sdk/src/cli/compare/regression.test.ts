import { describe, expect, test } from "vitest";
import type { Comparison } from "../../generated/types.ts";
import { comparison, share } from "../../report/text/comparison.fixture.ts";
import { regressionFaults, regressionGate } from "./regression.ts";

const better: Comparison = { ...comparison, verdict: "improved", regressions: [] };

describe("the gate on regressions", () => {
  test("passes without a worse or missing score, and for an inconclusive comparison", () => {
    expect(regressionFaults(better)).toEqual([]);
    expect(regressionFaults({ ...better, verdict: "inconclusive" })).toEqual([]);
    expect(regressionFaults({ ...better, n_unpaired: { baseline: 0, candidate: 3 } })).toEqual([]);
  });

  test.each<[string, Partial<Comparison>, string]>([
    ["the candidate is worse", { verdict: "regressed" }, "mercury-0.9 is worse than nightingale-1.0."],
    [
      "one evaluator is worse",
      { regressions: ["symptom_extraction"] },
      "is worse than nightingale-1.0 in symptom_extraction.",
    ],
    [
      "a safety check is worse",
      { safety: { emergent_not_caught: share([0, 8], { verdict: "regressed", p_adjusted: 0.0078125 }) } },
      "mercury-0.9 is less safe than nightingale-1.0: emergent not caught in 8 of 67 cases; with nightingale-1.0, in 0 (p = 0.008).",
    ],
    [
      "scores are missing",
      { n_unpaired: { baseline: 30, candidate: 0 } },
      "mercury-0.9 has no score for 30 cases for which nightingale-1.0 has a score.",
    ],
    ["no case is shared", { n_paired: 0 }, "No case was scored for both systems."],
    [
      "settings differ",
      { comparable: false, reasons: ["evaluator_settings_differ"] },
      "Not comparable: the evaluators have different settings.",
    ],
    [
      "the two systems are not comparable for an unknown reason",
      { comparable: false },
      "The two systems are not comparable.",
    ],
  ])("fails when %s", (_, given, fault) => {
    const faults = regressionFaults({ ...better, ...given });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  test("names systems of one name with their ids", () => {
    const notes: string[] = [];
    const namesake = { ...comparison, candidate: { ...comparison.candidate, id: "eval_2" } };
    regressionGate([comparison, namesake], { note: (text) => void notes.push(text) });
    expect(notes.map((note) => note.replace("FAIL --fail-on-regression: ", ""))).toEqual([
      "mercury-0.9 (eval_mercury-0.9) is worse than nightingale-1.0.",
      "mercury-0.9 (eval_2) is worse than nightingale-1.0.",
    ]);
  });

  test("prints the faults of every comparison, and passes without faults", () => {
    const notes: string[] = [];
    const output = { note: (text: string) => void notes.push(text) };
    expect(regressionGate([better], output)).toBe(true);
    expect(regressionGate([better, comparison], output)).toBe(false);
    expect(notes).toEqual(["FAIL --fail-on-regression: mercury-0.9 is worse than nightingale-1.0."]);
  });
});
