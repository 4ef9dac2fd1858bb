// Rules for figures by group. Server and mock share these rules.
import { type GroupedCell, groupKeys, type RunCell, scoreGroups } from "../../domain/scores/score-groups.ts";
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import type { Outcome } from "../../domain/evaluators/evaluator.ts";
import type { EvaluatedSample } from "../evaluations/evaluated-samples.ts";
import { marksOf, runScores, runsOf } from "../evaluations/outcomes/sample-runs.ts";
import { combinedScore, storedOutcome } from "../evaluations/outcomes/stored-outcome.ts";
import type { EvaluationRecord } from "../evaluations/evaluation-record.ts";
import { evaluatorPosition } from "../evaluations/evaluation-rules.ts";
import { type KeyedEvaluator, keyEvaluators } from "../evaluators/keyed-evaluators.ts";
import type { ScoresQuery } from "./evaluation-scores.ts";
import { evaluatorWithoutGroups } from "./score-refusals.ts";

/** The requested groups of an evaluation. */
export interface Grouping {
  /** The requested `group_by`. */
  by: string;
  /** The sample's property whose values are the keys of the groups. */
  property: { name: "tags" | "split" } | { name: "metadata"; member: string };
  /** Index of the evaluator whose scores are grouped; null for the combined scores. */
  evaluator: number | null;
  /** The evaluator that counts missed emergencies, with its index; undefined if there is none. */
  triage: { position: number; evaluator: KeyedEvaluator } | undefined;
  /** Index of the evaluator that counts missed red flags; undefined if there is none. */
  flags: number | undefined;
}

const memberPrefix = "metadata.";

const propertyOf = (by: string): Grouping["property"] =>
  by === "tags" || by === "split"
    ? { name: by }
    : { name: "metadata", member: by.slice(memberPrefix.length) };

/**
 * Returns the groups that a query requests; undefined if it requests none.
 *
 * @throws {ApiError} 400 if the evaluation does not have the evaluator, or for an evaluator without groups.
 */
export function groupingOf(
  { evaluators, resolved }: Pick<EvaluationRecord, "evaluators" | "resolved">,
  { group_by: by, evaluator: key }: Pick<ScoresQuery, "group_by" | "evaluator">,
): Grouping | undefined {
  if (by === undefined) {
    if (key !== undefined) throw evaluatorWithoutGroups(key);
    return undefined;
  }
  const evaluator = key === undefined ? null : evaluatorPosition(evaluators, key);
  const candidates = keyEvaluators(evaluators, resolved)
    .map((keyed, position) => ({ position, evaluator: keyed }))
    .filter(({ position }) => (evaluator ?? position) === position);
  const triage = candidates.find((one) => one.evaluator.bound.summarize);
  const flags = candidates.find((one) => one.evaluator.bound.pooled === "red_flags")?.position;
  return { by, property: propertyOf(by), evaluator, triage, flags };
}

/** Samples with the same value of the grouping's property, in one cluster and with the same outcome. */
export type GroupedSamples = Omit<GroupedCell, "keys"> & {
  /** The samples' tags, or the value of the grouping's property. */
  value: unknown;
};

/** Runs of samples with the same value of the grouping's property, in one cluster and with the same outcome. */
export type GroupedRuns = Omit<RunCell, "keys"> & Pick<GroupedSamples, "value">;

/**
 * Computes the figures of the groups, in their form in responses.
 *
 * @param runs the runs of the samples; undefined if each sample has only one.
 */
export function scoreGroupsToWire(
  { evaluators }: Pick<EvaluationRecord, "evaluators">,
  { by, property, evaluator, triage, flags }: Grouping,
  { samples, runs }: { samples: readonly GroupedSamples[]; runs?: readonly GroupedRuns[] | undefined },
) {
  const withKeys = <Cell extends { value: unknown }>(cells: readonly Cell[]) =>
    cells.map(({ value, ...cell }) => ({ ...cell, keys: groupKeys(value, property.name === "tags") }));
  const summarize = triage?.evaluator.bound.summarize;
  const key = evaluator === null ? null : (evaluatorKeys(evaluators).keys?.[evaluator] ?? null);
  const groups = scoreGroups(
    withKeys(samples),
    {
      emergentNotCaught: summarize && ((tallies) => summarize(tallies).emergent_not_caught),
      missedFlags: flags !== undefined,
    },
    runs && withKeys(runs),
  );
  return { by, evaluator: key, ...groups };
}

/** A sample that can be in a group. */
interface GroupableSample {
  tags: readonly string[];
  split: string | null;
  metadata: Readonly<Record<string, unknown>>;
}

/** An evaluation with the outcomes of its samples. */
type EvaluationInMemory = Pick<EvaluationRecord, "evaluators" | "runs"> & {
  evaluated: readonly (EvaluatedSample & { sample: GroupableSample })[];
};

const valueOf = (sample: GroupableSample, property: Grouping["property"]): unknown =>
  property.name === "metadata" ? sample.metadata[property.member] : sample[property.name];

/** Returns a sample's automated score of the grouping's evaluator, or its combined score. */
function groupedScore(
  evaluation: Pick<EvaluationRecord, "evaluators">,
  outcomes: readonly Outcome[],
  evaluator: Grouping["evaluator"],
): Pick<GroupedCell, "status" | "score" | "passed"> {
  const outcome = evaluator === null ? undefined : outcomes[evaluator];
  if (outcome) return storedOutcome(outcome);
  const { status, weighted: score, passed } = combinedScore(evaluation, outcomes);
  return { status, score, passed };
}

/** Returns an evaluation's samples, with the grouping's property and their automated outcomes. */
const groupedSamples = (
  evaluation: EvaluationInMemory,
  { property, evaluator, triage, flags }: Grouping,
): GroupedSamples[] =>
  evaluation.evaluated.map((one) => {
    const { sample, outcomes } = one;
    const outcome = evaluator === null ? undefined : outcomes[evaluator];
    const { status, score, passed } = groupedScore(evaluation, outcomes, evaluator);
    const { missingOutput, notApplicable } = marksOf({ ...one, outcomes: outcome ? [outcome] : outcomes });
    return {
      value: valueOf(sample, property),
      status,
      score,
      passed,
      missing_output: missingOutput,
      not_applicable: notApplicable,
      tally: (triage && outcomes[triage.position]?.tally) ?? null,
      flags: (flags !== undefined && outcomes[flags]?.tally) || null,
      cluster: sample.clusterId,
      count: 1,
    };
  });

/**
 * Returns the runs of an evaluation's samples, with the grouping's property and their automated outcomes; undefined if
 * each sample has only one run.
 */
function groupedRuns(
  evaluation: EvaluationInMemory,
  { property, evaluator, triage, flags }: Grouping,
): GroupedRuns[] | undefined {
  if (evaluation.runs === 1) return undefined;
  return evaluation.evaluated.flatMap((one) => {
    const combined = evaluator === null ? runScores(evaluation, one) : [];
    const { id, clusterId } = one.sample;
    const { status } = groupedScore(evaluation, one.outcomes, evaluator);
    return runsOf(one).map(({ outcomes }, run) => {
      const outcome = evaluator === null ? undefined : outcomes[evaluator];
      return {
        value: valueOf(one.sample, property),
        status,
        passed: (outcome ? storedOutcome(outcome).passed : combined[run]?.passed) ?? null,
        tally: (triage && outcomes[triage.position]?.tally) ?? null,
        flags: (flags !== undefined && outcomes[flags]?.tally) || null,
        cluster: clusterId ?? id,
        count: 1,
      };
    });
  });
}

/** Returns an evaluation's samples and runs in memory, in the form of {@link scoreGroupsToWire}. */
export const groupedInMemory = (evaluation: EvaluationInMemory, grouping: Grouping) => ({
  samples: groupedSamples(evaluation, grouping),
  runs: groupedRuns(evaluation, grouping),
});
