// Rules for figures by group. Server and mock share these rules.
import { type GroupedCell, groupKeys, scoreGroups } from "../../domain/scores/score-groups.ts";
import { sampleMarks } from "../../domain/evaluation/collect-figures.ts";
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import { combinedScore, type EvaluatedSample, storedOutcome } from "../evaluations/evaluated-samples.ts";
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
  const triage = keyEvaluators(evaluators, resolved)
    .map((keyed, position) => ({ position, evaluator: keyed }))
    .find(({ position, evaluator: { bound } }) => bound.summarize && (evaluator ?? position) === position);
  return { by, property: propertyOf(by), evaluator, triage };
}

/** Samples with the same value of the grouping's property, in one cluster and with the same outcome. */
export type GroupedSamples = Omit<GroupedCell, "keys"> & {
  /** The samples' tags, or the value of the grouping's property. */
  value: unknown;
};

/** Computes the figures of the groups, in their form in responses. */
export function scoreGroupsToWire(
  { evaluators }: Pick<EvaluationRecord, "evaluators">,
  { by, property, evaluator, triage }: Grouping,
  samples: readonly GroupedSamples[],
) {
  const cells = samples.map(({ value, ...cell }) => ({
    ...cell,
    keys: groupKeys(value, property.name === "tags"),
  }));
  const summarize = triage?.evaluator.bound.summarize;
  const key = evaluator === null ? null : (evaluatorKeys(evaluators).keys?.[evaluator] ?? null);
  const groups = scoreGroups(cells, summarize && ((tallies) => summarize(tallies).emergent_not_caught));
  return { by, evaluator: key, ...groups };
}

/** A sample that can be in a group. */
interface GroupableSample {
  tags: readonly string[];
  split: string | null;
  metadata: Readonly<Record<string, unknown>>;
}

/** Returns an evaluation's samples in memory, with the grouping's property and their automated outcomes. */
export const groupedSamples = (
  evaluation: Pick<EvaluationRecord, "evaluators"> & {
    evaluated: readonly (EvaluatedSample & { sample: GroupableSample })[];
  },
  { property, evaluator, triage }: Grouping,
): GroupedSamples[] =>
  evaluation.evaluated.map(({ sample, output, outcomes }) => {
    const outcome = evaluator === null ? undefined : outcomes[evaluator];
    const combined = combinedScore(evaluation, outcomes);
    const { status, score, passed } = outcome
      ? storedOutcome(outcome)
      : { ...combined, score: combined.weighted };
    const { missingOutput, notApplicable } = sampleMarks(output, outcome ? [outcome] : outcomes);
    return {
      value: property.name === "metadata" ? sample.metadata[property.member] : sample[property.name],
      status,
      score,
      passed,
      missing_output: missingOutput,
      not_applicable: notApplicable,
      tally: (triage && outcomes[triage.position]?.tally) ?? null,
      cluster: sample.clusterId,
      count: 1,
    };
  });
