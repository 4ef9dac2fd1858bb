import { evaluatorNotRun } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { scoresNotReady } from "@assay/contract/evaluation/scores/score-refusals";
import {
  type Coverage,
  type DatedScoreSum,
  describeScores,
  evaluatorKeys,
  exactSum,
  type Outcome,
  type Period,
  type ScoreDescription,
  type TrendPoint,
  utcDay,
} from "@assay/contract/domain";
import { canonicalize } from "@assay/contract/wire";
import type { EvaluationResults } from "../../../generated/types.ts";
import { effectiveCombined, effectiveOutcome, viewOf } from "../evaluations/evaluation-run.ts";
import { reaches } from "../../workspace/reach.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCaller, EvaluationState } from "../evaluation-tables.ts";

/** A completed evaluation with what it says. */
export interface CompletedEvaluation {
  row: EvaluationRow;
  keys: readonly string[];
  completedAt: number;
  /** The date that metrics and trends use. */
  effectiveAt: number;
  results: EvaluationResults;
}

/** What one evaluator's effective scores in one evaluation add up to; the empty key: the samples' combined scores. */
export interface Rollup extends ScoreDescription {
  evaluator: string;
  coverage: Coverage;
  passed: number;
  /** Its scores, in data set order. */
  scores: readonly number[];
}

/** The keys of an evaluation's evaluators, in their order. */
export const keysOf = ({ evaluators }: EvaluationRow): string[] => evaluatorKeys(evaluators).keys ?? [];

/** An evaluation as far as it has completed. @throws {ApiError} 409 when it has not. */
export function completedOr409(row: EvaluationRow, state: EvaluationState): CompletedEvaluation {
  const completed = asCompleted(row, state);
  if (!completed) throw scoresNotReady(row.id, viewOf(row, state).status);
  return completed;
}

function asCompleted(row: EvaluationRow, state: EvaluationState): CompletedEvaluation | undefined {
  const { completedAt, results } = viewOf(row, state);
  if (completedAt === null || !results) return undefined;
  return { row, keys: keysOf(row), completedAt, effectiveAt: row.asOf ?? completedAt, results };
}

/** Refuses an evaluator that an evaluation does not have. @throws {ApiError} 400. */
export function checkEvaluator({ keys }: CompletedEvaluation, key: string | undefined): void {
  if (key !== undefined && !keys.includes(key)) throw evaluatorNotRun(key, keys);
}

/** The completed evaluations that a caller can reach and that meet a condition, in the order they were made. */
export const completedEvaluations = (
  caller: EvaluationCaller,
  state: EvaluationState,
  meets: (row: EvaluationRow) => boolean,
): CompletedEvaluation[] =>
  [...caller.workspace.evaluations.values()].flatMap((row) =>
    reaches(caller, row.project) && meets(row) ? (asCompleted(row, state) ?? []) : [],
  );

const isScored = (outcome: Outcome) => outcome.status === "scored";

function ofEvaluator({ row, keys, results }: CompletedEvaluation, key: string): Rollup {
  const place = keys.indexOf(key);
  const scored = row.judged.flatMap((judged) => effectiveOutcome(row, judged, place) ?? []).filter(isScored);
  const scores = scored.map(({ score }) => score);
  const coverage = results.coverage_by_evaluator[key] ?? { scored: 0, errored: 0, skipped: 0, total: 0 };
  const passed = scored.filter((outcome) => outcome.passed).length;
  // Results that a test has given take the place of the computed ones.
  const mean = results.by_evaluator[key] ?? null;
  return { ...describeScores(scores), mean, n: coverage.scored, evaluator: key, coverage, passed, scores };
}

function ofSamples({ row, results }: CompletedEvaluation): Rollup {
  const scores = row.judged.flatMap((judged) => effectiveCombined(row, judged).weighted ?? []);
  const passed = Math.round(((results.pass_rate ?? 0) / 100) * results.sample_count);
  const { coverage, weighted_aggregate: mean, sample_count: n } = results;
  return { ...describeScores(scores), mean, n, evaluator: "", coverage, passed, scores };
}

/** The rollup of one evaluator, or with the empty key that of the samples. */
export const rollupOf = (evaluation: CompletedEvaluation, key: string): Rollup =>
  key === "" ? ofSamples(evaluation) : ofEvaluator(evaluation, key);

/** The sum of the scores; where a test has given a mean of its own, what makes that mean. */
const sumOf = ({ mean, n, scores }: Rollup): number =>
  describeScores(scores).mean === mean ? exactSum(scores) : (mean ?? 0) * n;

/** What completed evaluations add up to, each by itself. */
export function scoreSums(
  evaluations: readonly CompletedEvaluation[],
  { current, previous, evaluator }: { current: Period; previous: Period; evaluator: string | null },
): DatedScoreSum[] {
  return evaluations.flatMap((evaluation) => {
    const { effectiveAt: at, keys } = evaluation;
    if (at < previous.start || at >= current.end) return [];
    const wanted = ["", ...keys].filter((key) => evaluator === null || key === evaluator);
    return wanted.map((key): DatedScoreSum => {
      const rollup = rollupOf(evaluation, key);
      const period = at >= current.start ? "current" : "previous";
      const { mean, n: scored } = rollup;
      const means = { lowest: mean ?? 0, highest: mean ?? 0 };
      return {
        evaluator: key,
        period,
        day: utcDay(at),
        evaluations: 1,
        scored,
        sum: sumOf(rollup),
        ...means,
      };
    });
  });
}

/** Equal texts: the same data set, scored alike. */
function seriesOf({ row }: CompletedEvaluation, key: string): string {
  const keyed = keyEvaluators(row.evaluators, row.resolved).map((evaluator) => ({
    key: evaluator.key,
    weight: evaluator.weight,
    settings: { type: evaluator.bound.type, config: evaluator.bound.config },
  }));
  const own = keyed.find((evaluator) => evaluator.key === key);
  return canonicalize({ dataset: row.dataset, conditions: key === "" ? keyed : own?.settings });
}

/** Completed evaluations as points of a trend, by time; those that the evaluator scored nothing of are none. */
export function trendPoints(evaluations: readonly CompletedEvaluation[], key: string): TrendPoint[] {
  const points = evaluations.flatMap((evaluation): TrendPoint[] => {
    const { row, keys, effectiveAt: at } = evaluation;
    if (key !== "" && !keys.includes(key)) return [];
    const rollup = rollupOf(evaluation, key);
    const { mean, n: scored } = rollup;
    if (mean === null) return [];
    const series = seriesOf(evaluation, key);
    return [{ evaluation: row.id, at, score: mean, scored, sum: sumOf(rollup), series }];
  });
  return points.sort((a, b) => a.at - b.at || (a.evaluation < b.evaluation ? -1 : 1));
}
