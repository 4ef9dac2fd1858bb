// Compares figures for the outputs of real systems with the figures of SciPy and statsmodels.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { compareMetric, type ScorePairs } from "./compare-metric.ts";
import { concludeComparisons } from "./compare.ts";
import { compareShares } from "./compare-shares.ts";
import { triageAccuracy } from "../evaluators/triage-accuracy.ts";
import { finish } from "./steps.ts";
import { defaultTriageLevels } from "../triage/triage-levels.ts";

interface ExpectedPair {
  n_pairs: number;
  baseline_mean: number;
  candidate_mean: number;
  difference_points: number;
  relative_change_percent: number;
  baseline_right_candidate_wrong: number;
  baseline_wrong_candidate_right: number;
  /** Absent if no pair differs; p is then 1. */
  mcnemar_exact_p?: number;
}

const folder = join(casesDir, "A-triage");
// The schema follows the `_about` member of EXPECTED.json. A file with another structure fails the test.
const expected: Record<string, ExpectedPair> = haveCases
  ? JSON.parse(readFileSync(join(folder, "EXPECTED.json"), "utf8")).pairs
  : {};
const cases = Object.entries(expected);

/** With these weights any wrong level scores 0, as in EXPECTED.json. */
const binary = {
  levels: [...defaultTriageLevels],
  severity_weights: { under_triage: 3, over_triage: 3 },
  require_expected: true,
};

function scoresOf(file: string): Map<string, number> {
  const lines = readFileSync(join(folder, file), "utf8").split("\n");
  return new Map(
    lines
      .filter((line) => line !== "")
      .map((line): [string, number] => {
        const { id, expected: wanted, output = null } = JSON.parse(line);
        const outcome = triageAccuracy.evaluate(binary, { input: null, output, expected: wanted });
        return [id, outcome.status === "scored" ? outcome.score : Number.NaN];
      }),
  );
}

/** Returns the score pairs for two files, or for five runs of one system and five runs of another. */
function pairsOf(names: string, clustered: boolean): ScorePairs[] {
  const [, pooled, baseline = "", candidate = ""] =
    /^(pooled 5 runs )?baseline=(\S+) candidate=(\S+)$/.exec(names) ?? [];
  const runs = pooled === undefined ? [""] : [1, 2, 3, 4, 5].map((run) => `.run${run}.jsonl`);
  return runs.flatMap((run) => {
    const after = scoresOf(candidate + run);
    return [...scoresOf(baseline + run)].map(([id, score]) => ({
      baseline: score,
      candidate: after.get(id) ?? Number.NaN,
      cluster: clustered ? id : null,
      count: 1,
    }));
  });
}

function compared(names: string, clustered = false) {
  const pairs = pairsOf(names, clustered);
  const figures = finish(compareMetric(pairs, { baseline: pairs.length, candidate: pairs.length }));
  const side = {
    id: "",
    name: "",
    effectiveScore: null,
    dataset: "",
    evaluators: [],
    runs: 1,
    errored: 0,
    missingOutput: 0,
  };
  const right = pairs.map((pair) => ({
    baseline: pair.baseline === 100,
    candidate: pair.candidate === 100,
    cluster: pair.cluster,
  }));
  const passed = finish(compareShares(right, 1));
  const metrics = [{ key: "triage_accuracy", figures, passed }];
  const sides = { baseline: side, candidate: side };
  const pairing = { caseChanged: 0, coverageDiffers: false };
  const all = [{ sides, combined: figures, passed, metrics, safety: {}, ...pairing, margin: 2 }];
  const [comparison] = concludeComparisons(all);
  if (!comparison) throw new Error("There is one comparison.");
  return comparison;
}

describe.skipIf(!haveCases)("real systems on the same vignettes", () => {
  test("cover every published pair", () => {
    expect(cases).toHaveLength(48);
  });

  test.each(cases)("%s", (names, wanted) => {
    const { by_metric: byMetric, ...comparison } = compared(names);
    expect(comparison.test).toBe("mcnemar_exact");
    expect(comparison.n_paired).toBe(wanted.n_pairs);
    expect(comparison.baseline.aggregate_score).toBeCloseTo(wanted.baseline_mean, 9);
    expect(comparison.candidate.aggregate_score).toBeCloseTo(wanted.candidate_mean, 9);
    expect(comparison.change).toBeCloseTo(wanted.difference_points, 9);
    expect(comparison.improvement_pct).toBeCloseTo(wanted.relative_change_percent, 9);
    expect(comparison.worse).toBe(wanted.baseline_right_candidate_wrong);
    expect(comparison.better).toBe(wanted.baseline_wrong_candidate_right);
    const { mcnemar_exact_p: p = 1 } = wanted;
    expect(comparison.p_value).toBeCloseTo(p, 9);
    const significant = p < 0.05;
    expect(comparison.is_significant).toBe(significant);
    expect(byMetric["triage_accuracy"]?.significant).toBe(significant);
    expect(["improved", "regressed"].includes(comparison.verdict)).toBe(significant);
    // The score is 100 if the sample passed and otherwise 0, so both have the same test and interval.
    const { change, p_value, ci95, test: method, better, worse } = comparison;
    expect(comparison.passed).toMatchObject({ change, p_value, ci95, test: method, better, worse });
  });

  test.each(cases.filter(([names]) => names.startsWith("pooled")))("%s, vignette by vignette", (names) => {
    const alone = compared(names);
    const clustered = compared(names, true);
    expect([clustered.n_paired, clustered.n_clusters]).toEqual([225, 45]);
    expect(clustered.change).toBe(alone.change);
    expect(clustered.test).toMatch(/^sign_flip/);
    // Five runs on one vignette are not independent evidence, but one run on each of five vignettes is.
    expect(clustered.p_value).toBeGreaterThan(alone.p_value ?? 1);
    expect(clustered.minimum_detectable_effect).toBeGreaterThan(alone.minimum_detectable_effect ?? Infinity);
  });
});
