import { jsonEquals } from "../evaluation/sample-matching.ts";
import type { PerSide } from "./compare-metric.ts";

/** The properties of an evaluation that decide whether it can be compared with another. */
export interface ComparedConditions {
  dataset: string;
  /** In the evaluation's order, with every setting resolved. */
  evaluators: readonly { key: string; type: string; config: unknown; weight: number }[];
  /** Samples with an errored result. */
  errored: number;
}

/** Reasons that weaken or prevent a comparison. */
export const conditionReasons = [
  "evaluators_differ",
  "evaluator_settings_differ",
  "weights_differ",
  "errors_differ",
  "datasets_differ",
  "case_changed",
  "unpaired",
] as const;

/** One of {@link conditionReasons}. */
export type ConditionReason = (typeof conditionReasons)[number];

/**
 * These reasons make two evaluations not comparable; the other reasons leave the existing pairs comparable.
 */
const spoiling: ReadonlySet<ConditionReason> = new Set([
  "evaluators_differ",
  "evaluator_settings_differ",
  "weights_differ",
  "errors_differ",
]);

/** The evaluator keys that both sides have, in the baseline's order. */
export const sharedMetrics = ({ baseline, candidate }: PerSide<ComparedConditions>): string[] =>
  baseline.evaluators
    .map(({ key }) => key)
    .filter((key) => candidate.evaluators.some((other) => other.key === key));

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
 * Checks whether two evaluations ran under the same conditions, apart from the model.
 *
 * @param sides each side's evaluators and errors. Versions of one dataset may differ: pairs have the same
 *   input and expected answer.
 * @param pairing how many samples of each side have no partner, and how many have a partner with a changed
 *   case.
 * @returns not comparable if evaluators, settings, weights or error counts differ; `reasons` in a fixed
 *   order.
 */
export function comparability(
  sides: PerSide<ComparedConditions>,
  pairing: { unpaired: PerSide<number>; caseChanged: number },
): { comparable: boolean; reasons: ConditionReason[] } {
  const { baseline, candidate } = sides;
  const reasons = evaluatorReasons(sides);
  if (baseline.errored !== candidate.errored) reasons.push("errors_differ");
  if (baseline.dataset !== candidate.dataset) reasons.push("datasets_differ");
  if (pairing.caseChanged > 0) reasons.push("case_changed");
  if (pairing.unpaired.baseline + pairing.unpaired.candidate > 0) reasons.push("unpaired");
  return { comparable: !reasons.some((reason) => spoiling.has(reason)), reasons };
}
