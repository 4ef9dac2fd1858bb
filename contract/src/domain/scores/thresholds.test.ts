import { describe, expect, test } from "vitest";
import { coverageOf } from "../evaluation/results.ts";
import { scoreMean } from "./score-mean.ts";
import { type LowSample, recommendationsOf } from "./recommendations.ts";
import { analyzeThresholds, type ThresholdFigures, worstStatus } from "./thresholds.ts";

const marks = { critical: 60, warning: 75, target: 90 };
const coverage = (scored: number, { errored = 0, skipped = 4, not_applicable = 4 } = {}) =>
  coverageOf({ scored, errored, skipped, missing_output: 0, not_applicable });
/** 16 scores with a standard deviation of 8: t₀.₉₇₅ with 15 degrees of freedom is 2.13145, and 8/√16 = 2. */
const spread = (mean: number | null): ThresholdFigures["spread"] => ({
  ci95: mean === null ? null : [mean - 4.2629, mean + 4.2629],
  n_clusters: 16,
  effective_n: 16,
});
const unknown = { ci95: null, n_clusters: 0, effective_n: null };
const figures = (mean: number | null, given: Partial<ThresholdFigures> = {}): ThresholdFigures => ({
  mean,
  spread: spread(mean),
  coverage: coverage(16),
  earlier: { below: 2, ties: 1, n: 4 },
  ...given,
});

describe("an evaluator compared with its thresholds", () => {
  test("is critical below `critical`, warning below `warning`, passing from `warning`, and exceeding from `target`", () => {
    const statuses = [0, 59.99, 60, 74.99, 75, 89.99, 90, 100].map(
      (mean) => analyzeThresholds(figures(mean), marks).status,
    );
    expect(statuses).toEqual([
      "critical",
      "critical",
      "warning",
      "warning",
      "passing",
      "passing",
      "exceeding",
      "exceeding",
    ]);
  });

  test("has a gap of at least 0 to its target, and has a gap to `warning` only if it is below `warning`", () => {
    expect(analyzeThresholds(figures(70), marks)).toMatchObject({ gap_to_target: 20, gap_to_warning: 5 });
    expect(analyzeThresholds(figures(75), marks)).not.toHaveProperty("gap_to_warning");
    expect(analyzeThresholds(figures(95), marks)).toMatchObject({ gap_to_target: 0 });
  });

  test("has the rank of its mean among earlier means", () => {
    // 100 · (2 + ½) / 4.
    expect(analyzeThresholds(figures(70), marks)).toMatchObject({ percentile_rank: 62.5, percentile_n: 4 });
    const first = figures(70, { earlier: { below: 0, ties: 0, n: 0 } });
    expect(analyzeThresholds(first, marks)).toMatchObject({ percentile_rank: null, percentile_n: 0 });
  });

  test("is confident if its whole interval has its status", () => {
    expect(analyzeThresholds(figures(82), marks)).toMatchObject({ status: "passing", confident: true });
    expect(analyzeThresholds(figures(79), marks)).toMatchObject({ status: "passing", confident: false });
    expect(analyzeThresholds(figures(86), marks)).toMatchObject({ status: "passing", confident: false });
    const one = analyzeThresholds(figures(82, { spread: unknown, coverage: coverage(1) }), marks);
    expect(one).toMatchObject({ ci95: null, confident: false });
  });

  test("has no status if nothing was scored", () => {
    expect(analyzeThresholds(figures(null, { spread: unknown, coverage: coverage(0) }), marks)).toEqual({
      current: null,
      status: null,
      thresholds: marks,
      gap_to_target: null,
      percentile_rank: null,
      percentile_n: 4,
      ci95: null,
      n_clusters: 0,
      effective_n: null,
      confident: false,
      sample_count: 0,
      coverage: coverage(0),
    });
  });

  test("is confident only if samples without a score could not change the status", () => {
    const with4 = (given: Parameters<typeof coverage>[1]) =>
      analyzeThresholds(figures(82, { coverage: coverage(16, given) }), marks);
    // 82 · 16/17 = 77.2 is passing, and 82 · 16/20 = 65.6 is warning.
    expect(with4({ errored: 1 })).toMatchObject({ confident: true, coverage: { errored: 1, total: 21 } });
    expect(with4({ skipped: 4, not_applicable: 0 })).toMatchObject({ status: "passing", confident: false });
  });

  test("has an interval that counts the samples of one cluster as dependent", () => {
    const scores = Array.from({ length: 300 }, (_, at) => ({
      score: 100,
      cluster: `case-${at % 15}`,
      count: 1,
    }));
    const analyzed = (cells: typeof scores) =>
      analyzeThresholds(figures(100, { spread: scoreMean(cells), coverage: coverage(300) }), marks);
    const alone = analyzed(scores.map((cell, at) => ({ ...cell, cluster: `call-${at}` })));
    expect(alone).toMatchObject({ ci95: [expect.closeTo(98.735703, 5), 100], confident: true });
    // 15 of 15 instead of 300 of 300.
    expect(analyzed(scores)).toMatchObject({
      ci95: [expect.closeTo(79.6117, 4), 100],
      n_clusters: 15,
      effective_n: 15,
      confident: false,
    });
  });
});

describe("the overall status", () => {
  test("equals the worst status of any evaluator", () => {
    expect(worstStatus(["exceeding", "passing", "warning"])).toBe("warning");
    expect(worstStatus(["exceeding"])).toBe("exceeding");
  });

  test("is null if a status is unknown, unless another status is critical", () => {
    expect(worstStatus(["exceeding", null])).toBeNull();
    expect(worstStatus(["critical", null])).toBe("critical");
    expect(worstStatus([null])).toBeNull();
  });
});

describe("recommendations", () => {
  const low = (external_id: string | null, score: number): LowSample => ({
    sample: "smp_1",
    external_id,
    score,
  });
  const result = (
    mean: number | null,
    worst_samples: LowSample[] = [],
    given: Partial<ThresholdFigures> = {},
  ) => ({
    ...analyzeThresholds(figures(mean, given), marks),
    worst_samples,
  });

  test("name the evaluator, the gap and the worst samples", () => {
    expect(recommendationsOf({ triage: result(82, [low("call-1", 0), low(null, 33.333)]) })).toEqual([
      "triage is passing: its mean of 82.0 over 16 samples is 8.0 points below its target of 90. Begin with the lowest scores: call-1 (smp_1, 0.0), smp_1 (33.3).",
    ]);
  });

  test("start with unknown statuses, followed by the worst status", () => {
    const all = { a: result(95), b: result(76), c: result(50), d: result(40), e: result(null) };
    const named = recommendationsOf(all).map((text) => text.slice(0, 1));
    expect(named).toEqual(["e", "d", "c", "b"]);
  });

  test("report that more samples could change the status, or that no interval is available", () => {
    const [unsure] = recommendationsOf({ x: result(74) });
    expect(unsure).toContain("1.0 point below its warning mark of 75 and 16.0 points below its target");
    expect(unsure).toContain(
      "The 95 % interval, 69.7 to 78.3, extends beyond the status warning: more samples are needed.",
    );
    const [one] = recommendationsOf({ x: result(74.99, [], { spread: unknown, coverage: coverage(1) }) });
    expect(one).toContain("over 1 sample is less than 0.1 points below its warning mark");
    expect(one).toContain("The scores are too few, or all equal, so no interval is available.");
  });

  test("state the samples without a score, even if the target is reached", () => {
    const half = { coverage: coverage(15, { errored: 5, skipped: 14, not_applicable: 4 }) };
    expect(recommendationsOf({ x: result(95, [], half), y: result(95) })).toEqual([
      "x is exceeding: its mean of 95.0 over 15 samples reaches its target of 90. 15 of 30 samples in scope have no score (5 errored, 10 skipped); if they scored 0, the mean would be 47.5.",
    ]);
    expect(recommendationsOf({ x: result(82, [], half) })[0]).toContain(
      "if they scored 0, the mean would be 41.0.",
    );
  });
});
