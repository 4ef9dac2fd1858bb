import type { Evaluator, Outcome } from "../evaluators/evaluator.ts";
import type { Tally } from "./tally.ts";
import type { CombinedFigures, EvaluatorFigures, StatusCounts } from "./results.ts";
import type { SampleScore } from "./sample-score.ts";
import { isMissingOutput } from "../evaluators/missing-output.ts";
import { outOfProtocol } from "../evaluators/red-flag-detection.ts";
import { ItemPool } from "../pooled/item-pool.ts";
import { type Pooled, pooledFiguresOf } from "../pooled/pooled-figures.ts";
import { meanScore } from "../statistics/describe.ts";
import { countInvalidValues, invalidLevels } from "../triage/invalid-levels.ts";
import type { TriageSummary } from "../triage/triage-summary.ts";

/**
 * The properties of an evaluator that are required to compute its figures: its key, and its rule with the
 * settings applied.
 */
export interface FiguredEvaluator {
  key: string;
  classifications: Evaluator<unknown>["classifications"];
  summarize?: (tallies: readonly Tally[]) => TriageSummary;
  pooled?: Pooled["block"];
}

function countBy<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The facts about a sample that coverage counts besides its status. */
export interface SampleMarks {
  /** Whether the sample has no output. */
  missingOutput: boolean;
  /** Whether the sample is outside the scope of every evaluator. */
  notApplicable: boolean;
}

const isNotApplicable = (outcome: Outcome): boolean =>
  outcome.status === "skipped" && outcome.reason === outOfProtocol;

/** Returns the facts about a sample that coverage counts. */
export const sampleMarks = (output: unknown, outcomes: readonly Outcome[]): SampleMarks => ({
  missingOutput: isMissingOutput(output),
  notApplicable: outcomes.every(isNotApplicable),
});

function statusesOf(rows: readonly ({ status: Outcome["status"] } & SampleMarks)[]): StatusCounts {
  const counts = countBy(rows.map(({ status }) => status));
  return {
    scored: counts.get("scored") ?? 0,
    errored: counts.get("errored") ?? 0,
    skipped: counts.get("skipped") ?? 0,
    missing_output: rows.filter(({ missingOutput }) => missingOutput).length,
    not_applicable: rows.filter(({ notApplicable }) => notApplicable).length,
  };
}

/** The outcome of a sample, the sample's cluster, and whether the sample has no output. */
export type ClusteredOutcome = Outcome & Pick<Tally, "cluster"> & { missingOutput?: boolean };

/** Counts the outcomes for each tally and cluster, in memory. A database does the same with `group by`. */
export function groupTallies(outcomes: readonly ClusteredOutcome[]): Tally[] {
  const groups = new Map<string | null, string[]>();
  for (const { tally, cluster = null } of outcomes) {
    if (tally === null) continue;
    const group = groups.get(cluster);
    if (group) group.push(tally);
    else groups.set(cluster, [tally]);
  }
  return [...groups].flatMap(([cluster, tallies]) =>
    [...countBy(tallies)].map(([tally, count]) => ({ tally, count, ...(cluster !== null && { cluster }) })),
  );
}

/** Pools the items of outcomes, in memory. */
function poolOf(outcomes: readonly ClusteredOutcome[]): ItemPool {
  const pool = new ItemPool();
  for (const { tally, cluster = null } of outcomes) if (tally !== null) pool.add(tally, cluster);
  return pool;
}

/**
 * Computes one evaluator's figures from its outcomes, in memory.
 *
 * @param evaluator the evaluator's key, and its rule with the settings applied.
 * @param outcomes one outcome for each sample, for the mean and the coverage.
 * @param ofRuns one outcome for each run of each sample, with the sample's cluster, for the distribution and the
 *   summary; by default, `outcomes`.
 */
export function evaluatorFigures(
  evaluator: FiguredEvaluator,
  outcomes: readonly ClusteredOutcome[],
  ofRuns: readonly ClusteredOutcome[] = outcomes,
): EvaluatorFigures {
  const scored = outcomes.filter((outcome) => outcome.status === "scored");
  const counts = countBy(
    ofRuns.flatMap((outcome) => (outcome.status === "scored" ? [outcome.classification] : [])),
  );
  return {
    key: evaluator.key,
    classifications: evaluator.classifications,
    counts: [...counts].map(([classification, count]) => ({ classification, count })),
    mean: meanScore(scored.map(({ score }) => score)),
    statuses: statusesOf(
      outcomes.map((outcome) => ({
        status: outcome.status,
        missingOutput: outcome.missingOutput ?? false,
        notApplicable: isNotApplicable(outcome),
      })),
    ),
    triage: evaluator.summarize
      ? { ...evaluator.summarize(groupTallies(ofRuns)), ...invalidLevels(countInvalidValues(ofRuns)) }
      : null,
    pooled: evaluator.pooled ? pooledFiguresOf(evaluator.pooled, poolOf(ofRuns)) : null,
  };
}

/**
 * Computes the figures over all samples, in memory.
 *
 * @param samples the results that `scoreSample` returned, with the results of {@link sampleMarks}.
 */
export function combinedFigures(samples: readonly (SampleScore & SampleMarks)[]): CombinedFigures {
  const weighted = samples.flatMap((sample) => (sample.weighted === null ? [] : [sample.weighted]));
  const equal = samples.flatMap((sample) => (sample.equal === null ? [] : [sample.equal]));
  return {
    sampleCount: weighted.length,
    weightedMean: meanScore(weighted),
    equalMean: meanScore(equal),
    passed: samples.filter(({ passed }) => passed === true).length,
    flagged: samples.filter(({ flagged }) => flagged).length,
    statuses: statusesOf(samples),
  };
}
