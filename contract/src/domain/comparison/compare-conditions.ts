import { jsonEquals } from "../evaluation/sample-matching.ts";
import type { PerSide } from "./compare-metric.ts";

/** The properties of an evaluation that determine whether it can be compared with another evaluation. */
export interface ComparedConditions {
  dataset: string;
  /** The evaluators in the evaluation's order, with defaults applied to their settings. */
  evaluators: readonly { key: string; type: string; config: unknown; weight: number }[];
  /** Number of runs of each sample. */
  runs: number;
  /** Number of samples with an errored result. */
  errored: number;
  /** Number of samples without an output. */
  missingOutput: number;
}

/** The reasons that weaken or prevent a comparison. */
export const conditionReasons = [
  "evaluators_differ",
  "evaluator_settings_differ",
  "weights_differ",
  "runs_differ",
  "errors_differ",
  "coverage_differs",
  "datasets_differ",
  "case_changed",
  "unpaired",
] as const;

/** One of {@link conditionReasons}. */
export type ConditionReason = (typeof conditionReasons)[number];

/**
 * The reasons that make two evaluations not comparable. With any other reason, the existing pairs can still
 * be compared.
 */
const spoiling: ReadonlySet<ConditionReason> = new Set([
  "evaluators_differ",
  "evaluator_settings_differ",
  "weights_differ",
  "runs_differ",
  "errors_differ",
  "coverage_differs",
]);

/** One side of a comparison with the keys of its evaluators. */
interface KeyedSide {
  evaluators: readonly { key: string }[];
}

const indexOf = ({ evaluators }: KeyedSide, key: string): number =>
  evaluators.findIndex((evaluator) => evaluator.key === key);

/** Returns the index of an evaluator on each side; −1 on a side without the evaluator. */
export const placesOf = ({ baseline, candidate }: PerSide<KeyedSide>, key: string): PerSide<number> => ({
  baseline: indexOf(baseline, key),
  candidate: indexOf(candidate, key),
});

/** Returns the evaluator keys that both sides have, in the baseline's order. */
export const sharedMetrics = ({ baseline, candidate }: PerSide<KeyedSide>): string[] =>
  baseline.evaluators.map(({ key }) => key).filter((key) => indexOf(candidate, key) >= 0);

function evaluatorReasons({ baseline, candidate }: PerSide<ComparedConditions>): ConditionReason[] {
  const pairs = baseline.evaluators.flatMap((one) => {
    const other = candidate.evaluators.find(({ key, type }) => key === one.key && type === one.type);
    return other ? [{ one, other }] : [];
  });
  const differ = [baseline, candidate].some(({ evaluators }) => evaluators.length !== pairs.length);
  const reasons: ConditionReason[] = differ ? ["evaluators_differ"] : [];
  if (pairs.some(({ one, other }) => !jsonEquals(one.config, other.config)))
    reasons.push("evaluator_settings_differ");
  if (pairs.some(({ one, other }) => one.weight !== other.weight)) reasons.push("weights_differ");
  return reasons;
}

/**
 * Checks whether two evaluations ran under the same conditions, regardless of their models.
 *
 * @param sides the evaluators and the number of errors of each side. The dataset versions may differ, because
 *   paired samples always have the same input and expected answer.
 * @param pairing the number of samples of each side that have no partner, the number of samples whose partner
 *   has a different input or expected answer, and whether one side lacks a score that the other side has.
 * @returns not comparable if evaluators, settings, weights, numbers of runs, error counts or coverage differ;
 *   `reasons` has a fixed order.
 */
export function comparability(
  sides: PerSide<ComparedConditions>,
  pairing: { unpaired: PerSide<number>; caseChanged: number; coverageDiffers: boolean },
): { comparable: boolean; reasons: ConditionReason[] } {
  const { baseline, candidate } = sides;
  const reasons = evaluatorReasons(sides);
  if (baseline.runs !== candidate.runs) reasons.push("runs_differ");
  if (baseline.errored !== candidate.errored) reasons.push("errors_differ");
  if (pairing.coverageDiffers) reasons.push("coverage_differs");
  if (baseline.dataset !== candidate.dataset) reasons.push("datasets_differ");
  if (pairing.caseChanged > 0) reasons.push("case_changed");
  if (pairing.unpaired.baseline + pairing.unpaired.candidate > 0) reasons.push("unpaired");
  return { comparable: !reasons.some((reason) => spoiling.has(reason)), reasons };
}
