// A sample that an evaluation scores in several runs: what its runs have in common, and what the sample has.
import { type SampleMarks, sampleMarks } from "../../../domain/evaluation/collect-figures.ts";
import { lowestRun, outcomeOverRuns } from "../../../domain/evaluation/runs/outcome-over-runs.ts";
import { type RunTotals, runTotals } from "../../../domain/evaluation/runs/repeats.ts";
import { scoreSample } from "../../../domain/evaluation/sample-score.ts";
import type { Outcome } from "../../../domain/evaluators/evaluator.ts";
import { isMissingOutput } from "../../../domain/evaluators/missing-output.ts";
import { combinedScore, sampleResults, type Weighed } from "./stored-outcome.ts";

/** An output with the outcome of every evaluator, in the evaluation's order. */
export interface EvaluatedRun {
  output: unknown;
  outcomes: readonly Outcome[];
}

/**
 * The outcomes of a sample. If it has several runs, the outcomes cover all of them, and the output is that of the
 * run that represents the sample.
 */
export interface RepeatedSample extends EvaluatedRun {
  /** The runs, in order; absent if there is only one. */
  runs?: readonly EvaluatedRun[];
}

/** Returns the runs of a sample. */
export const runsOf = (sample: RepeatedSample): readonly EvaluatedRun[] => sample.runs ?? [sample];

/**
 * Combines the runs of a sample.
 *
 * @param runs the runs, in order; at least one.
 * @returns the run that represents the sample, with the outcomes of the sample, and with all runs if there are several.
 */
export function overRuns<Run extends EvaluatedRun>(
  evaluation: Weighed,
  runs: readonly Run[],
): Run & { runs?: readonly Run[] } {
  const [first] = runs;
  if (!first) throw new Error("A sample must have at least one run.");
  if (runs.length === 1) return first;
  const lowest = lowestRun(runs.map(({ outcomes }) => combinedScore(evaluation, outcomes).weighted));
  const shown = runs[lowest] ?? first;
  const ofRuns = (position: number) => runs.flatMap((run) => run.outcomes[position] ?? []);
  const outcomes = shown.outcomes.map((outcome, position) => outcomeOverRuns(ofRuns(position), outcome));
  return { ...shown, outcomes, runs };
}

/** Returns the facts about a sample that coverage counts: it lacks an output if one of its runs does. */
export const marksOf = (sample: RepeatedSample): SampleMarks => ({
  ...sampleMarks(sample.output, sample.outcomes),
  missingOutput: runsOf(sample).some(({ output }) => isMissingOutput(output)),
});

/** Whether no run of a sample has an output. */
export const hasNoOutput = (sample: RepeatedSample): boolean =>
  runsOf(sample).every(({ output }) => isMissingOutput(output));

/** The combined score of one run. */
export interface RunScore {
  score: number | null;
  passed: boolean | null;
}

/**
 * Returns the combined score of each run, over the evaluators that scored all runs. The mean of the scores is the
 * sample's combined score, and the sample passes if all runs pass.
 *
 * @returns null scores if the sample has no combined score.
 */
export function runScores(evaluation: Weighed, sample: RepeatedSample): RunScore[] {
  const isCounted = sampleResults(evaluation, sample.outcomes).map(({ score }) => score !== null);
  return runsOf(sample).map(({ outcomes }) => {
    const counted = sampleResults(evaluation, outcomes).filter((_, position) => isCounted[position]);
    const { weighted: score, passed } = scoreSample(counted);
    return { score, passed };
  });
}

/** Sums the runs of a sample for the repeats of its evaluation; an empty list if the sample has no score. */
export function totalsOfRuns(runs: readonly RunScore[], cluster: string | null): RunTotals[] {
  const scores = runs.flatMap(({ score }) => score ?? []);
  if (scores.length < runs.length) return [];
  return [
    runTotals(
      scores,
      runs.map(({ passed }) => passed === true),
      cluster,
    ),
  ];
}
