import { describe, expect, test } from "vitest";
import { finish } from "../values/steps.ts";
import { compareMetric, type MetricFigures } from "./compare-metric.ts";
import { type ComparisonFigures, concludeComparison } from "./compare.ts";

const side = (id: string, given: Partial<ComparisonFigures["sides"]["baseline"]> = {}) => ({
  id,
  name: `System ${id}`,
  effectiveScore: 50,
  dataset: "ds",
  evaluators: [{ key: "triage", type: "triage_accuracy", config: { levels: ["a", "b"] }, weight: 1 }],
  errored: 0,
  ...given,
});

/** Returns the figures for right-or-wrong pairs: some better, some worse, and ties. */
function answers(better: number, worse: number, ties = 20): MetricFigures {
  const pair = (baseline: number, candidate: number, count: number) =>
    count === 0 ? [] : [{ baseline, candidate, cluster: null, count }];
  const pairs = [...pair(0, 100, better), ...pair(100, 0, worse), ...pair(100, 100, ties)];
  const n = better + worse + ties;
  return finish(compareMetric(pairs, { baseline: n, candidate: n }));
}

const concluded = (given: Partial<ComparisonFigures> = {}) =>
  concludeComparison({
    sides: { baseline: side("a"), candidate: side("b") },
    combined: answers(9, 0),
    metrics: [],
    caseChanged: 0,
    margin: 2,
    ...given,
  });

describe("the verdict", () => {
  test.each([
    // 2/2⁹ = 0.0039
    ["improved", answers(9, 0), true],
    ["regressed", answers(0, 9), true],
    // 2·(1 + 5)/2⁵ = 0.375
    ["inconclusive", answers(4, 1), false],
    // One of 2,001 pairs differs in each direction: the interval is ±0.3 points.
    ["no_difference", answers(1, 1, 2000), false],
  ])("is %s if the test or the interval shows it", (verdict, combined, significant) => {
    expect(concluded({ combined })).toMatchObject({ verdict, is_significant: significant });
  });

  test("uses the requested margin", () => {
    // Newcombe's interval for 1 better and 1 worse of 102 pairs is about ±4.9 points.
    const combined = answers(1, 1, 100);
    expect(concluded({ combined }).verdict).toBe("inconclusive");
    expect(concluded({ combined, margin: 6 })).toMatchObject({
      verdict: "no_difference",
      equivalence_margin: 6,
    });
  });

  test("is improved or regressed if the change is significant, even within the margin", () => {
    // 12 of 2,000 pairs are better: 0.6 points, p = 2/2¹².
    expect(concluded({ combined: answers(12, 0, 1988) }).verdict).toBe("improved");
  });

  test("for one sample is inconclusive, without an interval", () => {
    expect(concluded({ combined: answers(1, 0, 0) })).toMatchObject({
      verdict: "inconclusive",
      is_significant: false,
      ci95: null,
      improvement_pct: null,
      reasons: ["too_few", "single_cluster"],
    });
  });
});

describe("several metrics", () => {
  test("are corrected by Holm's method; the combined score is not corrected", () => {
    // 2/2⁶ = 0.03125 is significant on its own. Because it is the smaller of two p-values, the correction
    // doubles it to 0.0625.
    const metrics = [
      { key: "one", figures: answers(6, 0) },
      { key: "two", figures: answers(0, 9) },
      { key: "three", figures: answers(6, 0) },
    ];
    const { by_metric: byMetric, ...comparison } = concluded({ combined: answers(6, 0), metrics });
    expect(comparison).toMatchObject({
      p_adjusted: comparison.p_value,
      is_significant: true,
      verdict: "improved",
    });
    expect(byMetric["one"]).toMatchObject({
      p_adjusted: 0.0625,
      significant: false,
      verdict: "inconclusive",
    });
    expect(byMetric["two"]).toMatchObject({ significant: true, verdict: "regressed", change: -900 / 29 });
    expect([comparison.regressions, comparison.improvements]).toEqual([["two"], []]);
  });

  test("are corrected without a metric that has no pair", () => {
    const metrics = [
      { key: "none", figures: answers(0, 0, 0) },
      { key: "some", figures: answers(6, 0) },
    ];
    const { by_metric: byMetric } = concluded({ metrics });
    expect(byMetric["none"]).toMatchObject({
      p_adjusted: null,
      significant: false,
      verdict: "inconclusive",
      reasons: ["no_pairs"],
    });
    expect(byMetric["some"]).toMatchObject({ p_adjusted: 0.03125, significant: true });
  });
});

describe("improvement in percent", () => {
  test("refers to the baseline, and is null if the baseline is 0 or nearly 0", () => {
    // 9 of 29 pairs are better: the change from 20/29 to 29/29 is 45 %.
    expect(concluded().improvement_pct).toBeCloseTo(45, 9);
    expect(concluded({ combined: answers(9, 0, 0) }).improvement_pct).toBeNull();
    const tiny = [{ baseline: 5e-324, candidate: 100, cluster: null, count: 9 }];
    const combined = finish(compareMetric(tiny, { baseline: 9, candidate: 9 }));
    expect(concluded({ combined }).improvement_pct).toBeNull();
  });
});

describe("comparability", () => {
  const evaluators = [{ key: "triage", type: "triage_accuracy", config: { levels: ["a", "c"] }, weight: 2 }];
  test.each([
    ["another evaluator", { evaluators: [{ ...side("b").evaluators[0], key: "x" }] }, ["evaluators_differ"]],
    ["other settings and weights", { evaluators }, ["evaluator_settings_differ", "weights_differ"]],
    ["other error counts", { errored: 1 }, ["errors_differ"]],
  ])("is denied for %s", (_, given, reasons) => {
    // Safe: `side` returns an evaluator, whose members the first case copies.
    const candidate = side("b", given as Partial<ComparisonFigures["sides"]["baseline"]>);
    expect(concluded({ sides: { baseline: side("a"), candidate } })).toMatchObject({
      comparable: false,
      reasons,
    });
  });

  test("remains, with a reason, if samples are unpaired, changed or from another dataset", () => {
    const sides = { baseline: side("a"), candidate: side("b", { dataset: "other" }) };
    const combined = { ...answers(9, 0), n_unpaired: { baseline: 0, candidate: 2 } };
    expect(concluded({ sides, combined, caseChanged: 3 })).toMatchObject({
      comparable: true,
      n_case_changed: 3,
      reasons: ["datasets_differ", "case_changed", "unpaired"],
    });
  });
});
