import type { Outcome, Scored, Unscored } from "../../evaluators/evaluator.ts";
import { meanScore } from "../../statistics/describe.ts";

const isScored = (outcome: Outcome): outcome is Scored => outcome.status === "scored";
const isUnscored = (outcome: Outcome): outcome is Unscored => outcome.status !== "scored";
const isFlagged = (outcome: Outcome): boolean => outcome.flagged === true;

/**
 * Returns the index of the run that represents a sample where only one run can be shown: the run with the lowest
 * score, and of equal scores the first. A run without a score is lower than any score.
 *
 * @param scores the combined score of each run; null if it has none.
 */
export function lowestRun(scores: readonly (number | null)[]): number {
  let lowest = 0;
  for (const [run, score] of scores.entries()) {
    const least = scores[lowest] ?? -1;
    if ((score ?? -1) < least) lowest = run;
  }
  return lowest;
}

/**
 * Combines the outcomes of several runs of one sample with one evaluator. The score is the mean over the runs. The
 * sample passes if all runs pass, and is flagged if any run is flagged. If a run has no score, the sample has none:
 * it is errored if any run is errored, and otherwise skipped.
 *
 * @param runs the outcomes of the runs, in order.
 * @param shown the outcome of the run that represents the sample. Its classification, details and tally become
 *   those of the sample, unless another run is the reason why the sample has no score.
 */
export function outcomeOverRuns(runs: readonly Outcome[], shown: Outcome): Outcome {
  const flagged = runs.find(isFlagged);
  const unscored = runs.filter(isUnscored);
  const cause = unscored.find(({ status }) => status === "errored") ?? unscored[0];
  if (cause) return { ...cause, ...(flagged && { flagged: true as const }) };
  if (!isScored(shown)) return shown;
  const reasonOf = shown.flagged ? shown : flagged;
  return {
    ...shown,
    score: meanScore(runs.filter(isScored).map(({ score }) => score)) ?? shown.score,
    passed: runs.every((run) => isScored(run) && run.passed),
    flagged: flagged !== undefined,
    flag_reason: reasonOf !== undefined && isScored(reasonOf) ? reasonOf.flag_reason : null,
  };
}
