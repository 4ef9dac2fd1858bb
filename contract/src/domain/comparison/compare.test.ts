import { describe, expect, test } from "vitest";
import { finish } from "./steps.ts";
import { compareMetric, type MetricFigures } from "./compare-metric.ts";
import { compareShares, type ShareFigures } from "./compare-shares.ts";
import { type ComparisonFigures, concludeComparisons } from "./compare.ts";

const side = (id: string, given: Partial<ComparisonFigures["sides"]["baseline"]> = {}) => ({
  id,
  name: `System ${id}`,
  effectiveScore: 50,
  dataset: "ds",
  evaluators: [{ key: "triage", type: "triage_accuracy", config: { levels: ["a", "b"] }, weight: 1 }],
  runs: 1,
  errored: 0,
  missingOutput: 0,
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

/** Returns the figures for a share of samples: of 20 with the outcome on both sides, some gain or lose it. */
function shares(gained: number, lost: number, wanted: 1 | -1 = 1): ShareFigures {
  const of = (count: number, baseline: boolean, candidate: boolean) =>
    Array.from({ length: count }, () => ({ baseline, candidate, cluster: null }));
  const pairs = [...of(gained, false, true), ...of(lost, true, false), ...of(20, true, true)];
  return finish(compareShares(pairs, wanted));
}

const figuresOf = (given: Partial<ComparisonFigures> = {}): ComparisonFigures => ({
  sides: { baseline: side("a"), candidate: side("b") },
  combined: answers(9, 0),
  passed: shares(0, 0),
  metrics: [],
  safety: {},
  caseChanged: 0,
  coverageDiffers: false,
  margin: 2,
  ...given,
});

/** Determines the verdicts of one comparison. */
function concluded(given: Partial<ComparisonFigures> = {}) {
  const [comparison] = concludeComparisons([figuresOf(given)]);
  if (!comparison) throw new Error("There is one comparison.");
  return comparison;
}

const metric = (key: string, figures: MetricFigures, passed = shares(0, 0)) => ({ key, figures, passed });

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

  test("is no_difference if the interval is within the margin, even if the change is significant", () => {
    // 12 of 2,000 pairs are worse: −0.6 points, p = 2/2¹². Newcombe's interval is about −1.0 to −0.3 points.
    const combined = answers(0, 12, 1988);
    expect(concluded({ combined })).toMatchObject({
      verdict: "no_difference",
      is_significant: true,
      p_value: 2 / 2 ** 12,
      interval_excludes_zero: true,
      reasons: [],
    });
    expect(concluded({ combined, margin: 0 })).toMatchObject({ verdict: "regressed", is_significant: true });
  });

  test("of a small graded change depends on the margin", () => {
    // Half of 200 differences are −0.01 and half −0.1: the mean is −0.055 and the standard deviation 0.0451, so
    // the interval is −0.055 ± 1.972·0.0451/√200 = ± 0.0063.
    const pairs = [99.99, 99.9].map((candidate) => ({ baseline: 100, candidate, cluster: null, count: 100 }));
    const combined = finish(compareMetric(pairs, { baseline: 200, candidate: 200 }));
    expect(combined.ci95).toEqual([expect.closeTo(-0.0613, 4), expect.closeTo(-0.0487, 4)]);
    expect(combined.p_value).toBeLessThan(0.001);
    expect(concluded({ combined })).toMatchObject({ verdict: "no_difference", is_significant: true });
    expect(concluded({ combined, margin: 0 }).verdict).toBe("regressed");
  });

  test("of equal pairs is no_difference, with the share of further samples that may differ", () => {
    const equal = [{ baseline: 80, candidate: 80, cluster: null, count: 60 }];
    const combined = finish(compareMetric(equal, { baseline: 60, candidate: 60 }));
    expect(concluded({ combined })).toMatchObject({
      verdict: "no_difference",
      is_significant: false,
      ci95: null,
      interval_excludes_zero: null,
      // 1 − 0.05^(1/60)
      differing_upper95: expect.closeTo(0.048703, 6),
      reasons: ["too_few", "no_variation"],
    });
    expect(concluded().differing_upper95).toBeNull();
  });

  test("follows the test if test and interval disagree, with a reason", () => {
    // Of 74 pairs, 40 are right on both sides, 11 become wrong, 3 become right, 20 are wrong on both sides.
    const cells: [number, number, number][] = [
      [100, 100, 40],
      [100, 0, 11],
      [0, 100, 3],
      [0, 0, 20],
    ];
    const pairs = cells.map(([baseline, candidate, count]) => ({
      baseline,
      candidate,
      cluster: null,
      count,
    }));
    const combined = finish(compareMetric(pairs, { baseline: 74, candidate: 74 }));
    expect(concluded({ combined })).toMatchObject({
      // 2·(1 + 14 + 91 + 364)/2¹⁴
      p_value: expect.closeTo(0.057373, 6),
      ci95: [expect.closeTo(-20.442437, 6), expect.closeTo(-0.835648, 6)],
      interval_excludes_zero: true,
      verdict: "inconclusive",
      reasons: ["p_interval_disagree"],
    });
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
      metric("one", answers(6, 0)),
      metric("two", answers(0, 9)),
      metric("three", answers(6, 0)),
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
    const metrics = [metric("none", answers(0, 0, 0)), metric("some", answers(6, 0))];
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

describe("passed samples and safety checks", () => {
  test("are families of their own, each corrected by Holm's method", () => {
    // 2/2⁶ = 0.03125 and 2/2⁹ = 0.00390625.
    const { by_metric: byMetric, ...comparison } = concluded({
      passed: shares(0, 6),
      metrics: [metric("one", answers(0, 6), shares(0, 9)), metric("two", answers(0, 6), shares(6, 0))],
      safety: { emergent_not_caught: shares(6, 0, -1), missed_flags: shares(0, 9, -1) },
    });
    expect(comparison.passed).toMatchObject({ p_adjusted: 0.0625, verdict: "inconclusive", worse: 6 });
    expect(byMetric["one"]?.passed).toMatchObject({ p_adjusted: 3 * 0.00390625, verdict: "regressed" });
    expect(byMetric["two"]?.passed).toMatchObject({ p_adjusted: 0.0625, better: 6 });
    expect(comparison.safety).toMatchObject({
      emergent_not_caught: { p_value: 0.03125, p_adjusted: 0.03125, verdict: "regressed", worse: 6 },
      missed_flags: { p_adjusted: 2 * 0.00390625, verdict: "improved", better: 9, change: -900 / 29 },
    });
    expect(comparison.safety).not.toHaveProperty("missed_escalations");
  });

  test("count the same test only once if both evaluations have a single evaluator", () => {
    const given = { passed: shares(0, 6), metrics: [metric("triage", answers(0, 6), shares(0, 6))] };
    const comparison = concluded(given);
    expect(comparison.passed).toMatchObject({ p_value: 0.03125, p_adjusted: 0.03125, verdict: "regressed" });
    expect(comparison.by_metric["triage"]?.passed).toEqual(comparison.passed);
    const two = [
      ...side("b").evaluators,
      { key: "flags", type: "red_flag_detection", config: {}, weight: 0 },
    ];
    const sides = { baseline: side("a"), candidate: side("b", { evaluators: two }) };
    expect(concluded({ ...given, sides }).passed.p_adjusted).toBe(0.0625);
  });

  test("have no margin for safety: fewer failures are better, and any significant increase is worse", () => {
    // 8 of 60 samples are no longer caught: p = 2/2⁸ = 0.0078125.
    const pairs = Array.from({ length: 60 }, (_, index) => ({
      baseline: false,
      candidate: index < 8,
      cluster: null,
    }));
    const emergent = finish(compareShares(pairs, -1));
    expect(concluded({ safety: { emergent_not_caught: emergent }, margin: 100 })).toMatchObject({
      safety: {
        emergent_not_caught: {
          baseline: { numerator: 0, denominator: 60 },
          candidate: { numerator: 8, denominator: 60 },
          change: expect.closeTo(800 / 60, 9),
          n_paired: 60,
          better: 0,
          worse: 8,
          test: "mcnemar_exact",
          p_value: 0.0078125,
          p_adjusted: 0.0078125,
          verdict: "regressed",
        },
      },
    });
  });

  test("count samples of one cluster as one", () => {
    const pairs = Array.from({ length: 20 }, (_, index) => ({
      baseline: true,
      candidate: index >= 8,
      cluster: `patient ${index % 4}`,
    }));
    expect(finish(compareShares(pairs, 1))).toMatchObject({
      test: "sign_flip_exact",
      p_value: 2 / 2 ** 4,
      candidate: { numerator: 12, denominator: 20, n_clusters: 4 },
    });
  });
});

describe("several candidates", () => {
  /** Returns figures with a given p-value. */
  const withP = (p: number) => ({ ...answers(9, 0), p_value: p });

  test("are corrected for their number", () => {
    const all = [0.01, 0.03, 0.04].map((p) => figuresOf({ combined: withP(p) }));
    const adjusted = concludeComparisons(all).map(({ p_adjusted: p }) => p);
    expect(adjusted).toEqual([0.03, 0.06, 0.06].map((p) => expect.closeTo(p, 12)));
  });

  test("are corrected together in each other family", () => {
    const share = { ...shares(0, 6), p_value: 0.01 };
    const figures = figuresOf({
      passed: share,
      metrics: [metric("one", withP(0.01), share), metric("two", withP(0.02), share)],
      safety: { missed_flags: share },
    });
    const [first] = concludeComparisons([figures, figures]);
    expect(first).toMatchObject({
      // 2/2⁹ for both candidates.
      p_adjusted: 0.0078125,
      by_metric: { one: { p_adjusted: 0.04 }, two: { p_adjusted: 0.04 } },
      passed: { p_adjusted: 0.06 },
      safety: { missed_flags: { p_adjusted: 0.02 } },
    });
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

  test("is denied if a sample of both was scored on one side only, and missing outputs are counted", () => {
    const sides = { baseline: side("a"), candidate: side("b", { missingOutput: 4 }) };
    expect(concluded({ sides, coverageDiffers: true })).toMatchObject({
      comparable: false,
      reasons: ["coverage_differs"],
      n_missing_output: { baseline: 0, candidate: 4 },
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
