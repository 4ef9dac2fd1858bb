import { describe, expect, test } from "vitest";
import type { Comparison } from "../../generated/types.ts";
import { comparison, share, side } from "./comparison.fixture.ts";
import { cautions, safetyFaults, safetyOf, verdictText } from "./comparison-text.ts";
import { pText } from "./figure-text.ts";
import { withDistinctSystems } from "./system-names.ts";

const words = (given: Partial<Comparison>): string => verdictText({ ...comparison, ...given });

describe("the verdict as a sentence", () => {
  test("names the worse system, the difference, the number of cases and the significance", () => {
    expect(words({})).toBe(
      "mercury-0.9 is worse than nightingale-1.0: 17.0 points lower on the same 67 cases (95 % interval 7.5 to 26.5 points lower, p = 0.001); this is more than chance.",
    );
  });

  test("names the better system", () => {
    expect(words({ verdict: "improved", change: 5, ci95: [2, 8], p_value: 0.00004 })).toBe(
      "mercury-0.9 is better than nightingale-1.0: 5.0 points higher on the same 67 cases (95 % interval 2.0 to 8.0 points higher, p < 0.001); this is more than chance.",
    );
  });

  test("states the margin for equivalent systems", () => {
    expect(words({ verdict: "no_difference", change: 0.02, ci95: [-0.5, 0.6], p_value: 1 })).toBe(
      "mercury-0.9 is as good as nightingale-1.0: 0.0 points apart on the same 67 cases (95 % interval 0.5 points lower to 0.6 points higher, p = 1); a difference of more than 2 points is ruled out.",
    );
  });

  test("states an inconclusive result and the minimum detectable effect", () => {
    expect(
      words({
        verdict: "inconclusive",
        change: 8.9,
        ci95: [-1.9, 19.4],
        p_value: 0.21875,
        reasons: ["too_few"],
        discordant: 5,
      }),
    ).toBe(
      "Inconclusive between mercury-0.9 and nightingale-1.0: 8.9 points higher on the same 67 cases (95 % interval 1.9 points lower to 19.4 points higher, p = 0.219); this may be due to chance. Only 5 cases of 67 differ, too few to rule out chance. The minimum detectable effect for this number of cases is 13.3 points; add cases to detect smaller changes.",
    );
  });

  test("states equal scores, and how many further cases may differ", () => {
    const same = { verdict: "no_difference", change: 0, discordant: 0, ci95: null } as const;
    expect(words({ ...same, n_paired: 60, differing_upper95: 0.048703 })).toBe(
      "mercury-0.9 scored the same as nightingale-1.0 on each of 60 cases; up to 4.9 % of further cases may differ.",
    );
  });

  test("states that no case was scored for both systems", () => {
    const nothing = {
      verdict: "inconclusive",
      change: null,
      discordant: 0,
      ci95: null,
      n_paired: 0,
    } as const;
    expect(words({ ...nothing, p_value: null, reasons: ["no_pairs"] })).toBe(
      "Inconclusive between mercury-0.9 and nightingale-1.0: no case was scored for both systems.",
    );
  });

  test("omits a missing interval, and distinguishes equal names by their ids", () => {
    const same = { baseline: side("a"), candidate: { ...side("a"), id: "eval_b" } };
    const few = { ci95: null, minimum_detectable_effect: null, n_paired: 1 };
    const compared: Comparison = { ...comparison, ...same, ...few, verdict: "inconclusive" };
    expect(withDistinctSystems([compared]).map(verdictText)).toEqual([
      "Inconclusive between a (eval_b) and a (eval_a): 17.0 points lower on the same 1 case (p = 0.001); this may be due to chance.",
    ]);
  });

  test("names the systems like all systems that are shown", () => {
    const others = [{ id: "eval_x", name: "mercury-0.9" }];
    expect(verdictText(withDistinctSystems([comparison], others)[0] ?? comparison)).toContain(
      "mercury-0.9 (eval_mercury-0.9) is worse than nightingale-1.0: ",
    );
  });
});

test("a p-value is printed as in papers", () => {
  expect([null, 0, 0.0009, 0.001, 0.0449, 0.9994, 1].map(pText)).toEqual([
    "–",
    "< 0.001",
    "< 0.001",
    "0.001",
    "0.045",
    "1",
    "1",
  ]);
});

describe("cautions", () => {
  test("are empty without a cause", () => {
    expect(cautions(comparison)).toEqual([]);
  });

  test("name incomparable parts, omitted cases, and a single worse evaluator", () => {
    expect(
      cautions({
        ...comparison,
        verdict: "improved",
        n_case_changed: 1,
        n_unpaired: { baseline: 2, candidate: 0 },
        reasons: ["errors_differ", "case_changed", "unpaired", "too_few"],
      }),
    ).toEqual([
      "Not comparable: the numbers of cases that failed with an error differ.",
      "Left out: 1 case whose input or expected answer changed.",
      "Left out: 2 cases with a score for only nightingale-1.0.",
      "Worse in triage_accuracy, regardless of the combined score.",
    ]);
  });

  test("state a disagreement of test and interval", () => {
    const given = { p_value: 0.057373, ci95: [-20.44, -0.84] as [number, number] };
    expect(cautions({ ...comparison, ...given, reasons: ["p_interval_disagree"] })).toEqual([
      "Test and interval disagree (p 0.057; interval 0.8 to 20.4 points lower). The verdict follows the test; add cases before deciding.",
    ]);
  });

  test("state cases that another candidate lacks; worse safety checks are sentences of their own", () => {
    const worse = share([0, 8], { verdict: "regressed", p_adjusted: 0.0078125 });
    const safety = { emergent_not_caught: worse, missed_flags: share([3, 1]) };
    expect(safetyFaults({ ...comparison, safety })).toEqual([
      "mercury-0.9 is less safe than nightingale-1.0: emergent not caught in 8 of 67 cases; with nightingale-1.0, in 0 (p = 0.008).",
    ]);
    expect(cautions({ ...comparison, safety, n_not_common: 2 })).toEqual([
      "Left out: 2 cases without a score for at least one of the remaining candidates.",
    ]);
  });
});

test("missed flags of a comparison are samples, and the sentence counts cases", () => {
  const safety = { missed_flags: share([3, 18], { verdict: "regressed", p_adjusted: 0.001 }) };
  expect(safetyOf({ ...comparison, safety }).map(({ name }) => name)).toEqual(["any missed flag"]);
  expect(safetyFaults({ ...comparison, safety })[0]).toContain(": missed flags in 18 of 67 cases; ");
});

test("reports the number of groups if cases are grouped and too few groups differ", () => {
  const few: Partial<Comparison> = {
    verdict: "inconclusive",
    reasons: ["too_few"],
    n_paired: 40,
    discordant: 40,
  };
  expect(words({ ...few, n_clusters: 4 })).toContain(
    "The 40 cases belong to 4 groups (cluster_id). Too few groups differ to rule out chance; at least 6 must differ.",
  );
  expect(words({ ...few, n_clusters: 40, discordant: 5 })).toContain("Only 5 cases of 40 differ");
});
