import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { haveCases } from "../../../../test/support/cases.ts";
import { publishedTriageFigures, triageCasesDir } from "../../../../test/support/triage-figures.ts";
import { combinedFigures, evaluatorFigures, sampleMarks } from "./collect-figures.ts";
import type { Outcome } from "../evaluators/evaluator.ts";
import { triageAccuracy, type TriageAccuracyConfig } from "../evaluators/triage-accuracy.ts";
import { aggregateEvaluation, type EvaluationResults } from "./results.ts";
import { scoreSample } from "./sample-score.ts";
import { describeScores } from "../statistics/describe.ts";
import { defaultTriageLevels } from "../triage/triage-levels.ts";
import { summarizeTriage } from "../triage/triage-summary.ts";

interface Row {
  expected: unknown;
  output?: unknown;
  metadata: { native_expected: string; native_output: string };
}

function rowsOf(file: string): Row[] {
  const lines = readFileSync(join(triageCasesDir, file), "utf8").split("\n");
  // The schema follows the folder's README. A line in any other form fails the test.
  return lines.filter((line) => line !== "").map((line): Row => JSON.parse(line));
}

/** Both weights equal the number of levels minus 1, so that any wrong level scores 0, as in EXPECTED.json. */
const binary = (levels: readonly string[]): TriageAccuracyConfig => ({
  levels,
  severity_weights: { under_triage: levels.length - 1, over_triage: levels.length - 1 },
  require_expected: true,
});

interface Run {
  outcomes: Outcome[];
  results: EvaluationResults;
}

function run(config: TriageAccuracyConfig, cases: readonly { output?: unknown; expected: unknown }[]): Run {
  const outcomes = cases.map(({ output, expected }) =>
    triageAccuracy.evaluate(config, { input: null, output: output ?? null, expected }),
  );
  const samples = outcomes.map((outcome, index) => {
    const unscored = { status: outcome.status, score: null, passed: null, flagged: false };
    const result = outcome.status === "scored" ? outcome : unscored;
    return { ...scoreSample([{ ...result, weight: 1 }]), ...sampleMarks(cases[index]?.output, [outcome]) };
  });
  const evaluator = {
    key: triageAccuracy.type,
    classifications: triageAccuracy.classifications,
    summarize: summarizeTriage.bind(null, config),
  };
  const results = aggregateEvaluation([evaluatorFigures(evaluator, outcomes)], combinedFigures(samples));
  return { outcomes, results };
}

function triageOf({ results }: Run) {
  if (results.triage === undefined) throw new Error("triage_accuracy ran, so there is a triage block.");
  return results.triage;
}

/**
 * Returns the cells above 0 in the notation of EXPECTED.json, which calls an output without a level
 * `missing`.
 */
function cellsOf(confusion: Record<string, Record<string, number>>): Record<string, number> {
  const cells = Object.entries(confusion).flatMap(([expected, row]) =>
    Object.entries(row)
      .filter(([, count]) => count > 0)
      .map(([came, count]): [string, number] => [
        `${expected}>${came === "no_answer" ? "missing" : came}`,
        count,
      ]),
  );
  return Object.fromEntries(cells);
}

const answers = Object.entries(publishedTriageFigures());
const answered = answers.filter(([, { gold_only }]) => gold_only === undefined);
const goldOnly = answers.filter(([, { gold_only }]) => gold_only === true);

describe.skipIf(!haveCases)("triage_accuracy on real systems' answers", () => {
  test("covers every file with outputs", () => {
    // The 47 files are 10 from kopka-mar25, 1 from ktas, 11 from schmieding2020, 15 from semigran-jul25 and
    // 10 from semigran-mar25.
    expect(answered).toHaveLength(47);
  });

  test.each(answered)("counts the same figures for %s as an independent program", (file, expected) => {
    const { results } = run(binary(defaultTriageLevels), rowsOf(file));
    const triage = triageOf({ results, outcomes: [] });
    expect({
      total: triage.total,
      correct: triage.exact.all.numerator,
      under: triage.under_triage.all.numerator,
      over: triage.over_triage.all.numerator,
      none: triage.no_answer + triage.missing_output,
      invalid: triage.invalid_level,
      errored: triage.errored + triage.unknown_expected,
      cells: cellsOf(triage.confusion),
    }).toEqual({
      total: expected.n,
      correct: expected.correct,
      under: expected.under_triage,
      over: expected.over_triage,
      none: expected.missing_output,
      invalid: expected.unrecognised_output,
      errored: 0,
      cells: expected["confusion_expected>output"],
    });
    expect(results.coverage).toMatchObject({ scored: expected.n, errored: 0, skipped: 0, missing_output: 0 });
    expect(results.sample_count).toBe(expected.n);
  });

  test.each(answered)("returns the rates, interval and spread of %s", (file, expected) => {
    const { results, outcomes } = run(binary(defaultTriageLevels), rowsOf(file));
    const { exact } = triageOf({ results, outcomes });
    const [low, high] = expected.wilson95_percent_all_rows;
    const scores = outcomes.map((outcome) => (outcome.status === "scored" ? outcome.score : Number.NaN));
    expect(results.aggregate_score).toBeCloseTo(expected.percent_correct_all_rows, 10);
    expect(results.pass_rate).toBeCloseTo(expected.percent_correct_all_rows, 10);
    expect(100 * (exact.all.rate ?? Number.NaN)).toBeCloseTo(expected.percent_correct_all_rows, 10);
    expect(100 * (exact.answered.rate ?? Number.NaN)).toBeCloseTo(expected.percent_correct_answered_only, 10);
    expect(100 * (exact.all.ci95?.[0] ?? Number.NaN)).toBeCloseTo(low, 10);
    expect(100 * (exact.all.ci95?.[1] ?? Number.NaN)).toBeCloseTo(high, 10);
    expect(describeScores(scores).std_dev).toBeCloseTo(expected.std_dev_of_0_100_scores.sample, 10);
  });

  const threeLevels = answered.filter(([file]) => !file.startsWith("ktas/"));

  test.each(threeLevels)("returns the kappas of %s on the scale of three levels", (file, expected) => {
    const triage = triageOf(run(binary(["emergent", "semi_urgent", "routine"]), rowsOf(file)));
    const { cohen_kappa: plain, quadratic } = expected.gold_vs_output_native_scale_answered_only;
    expect(triage.kappa).toBeCloseTo(plain, 12);
    expect(triage.weighted_kappa).toBeCloseTo(quadratic, 12);
    expect(triage.kappa_n).toBe(expected.n - expected.missing_output);
  });

  test("returns the kappas of the KTAS file on its own five levels", () => {
    const file = "ktas/rule-engine.jsonl";
    const native = rowsOf(file).map(({ metadata }) => ({
      output: { triage_level: metadata.native_output },
      expected: { triage_level: metadata.native_expected },
    }));
    const levels = ["KTAS 1", "KTAS 2", "KTAS 3", "KTAS 4", "KTAS 5"];
    const triage = triageOf(run(binary(levels), native));
    const expected = answers.find(([name]) => name === file)?.[1].gold_vs_output_native_scale_answered_only;
    expect(triage.kappa).toBeCloseTo(expected?.cohen_kappa ?? Number.NaN, 12);
    expect(triage.weighted_kappa).toBeCloseTo(expected?.quadratic ?? Number.NaN, 12);
    expect(triage.kappa_n).toBe(1262);
  });

  test.each(goldOnly)("skips every sample of %s, which has no outputs, or scores it 0", (file, { n }) => {
    const { results } = run(binary(defaultTriageLevels), rowsOf(file));
    expect(results.coverage).toMatchObject({ scored: 0, errored: 0, skipped: n, missing_output: n });
    expect(results.aggregate_score).toBeNull();
    const config = { ...binary(defaultTriageLevels), missing_output: "fail" as const };
    const failed = run(config, rowsOf(file)).results;
    expect(failed.coverage).toMatchObject({ scored: n, errored: 0, skipped: 0, missing_output: n });
    expect(failed).toMatchObject({ aggregate_score: 0, flagged_samples: n });
    expect(failed.triage).toEqual(results.triage);
    expect(results.triage).toMatchObject({ total: n, answered: 0, missing_output: n });
    expect(results.triage?.emergent_not_caught.rate).toBe(1);
  });
});
