/** The minimum score of a passed sample, unless the evaluator has its own rule. */
export const defaultPassThreshold = 70;

/** The parts of an evaluator's result that determine the sample's score. */
export interface SampleResult {
  status: "scored" | "skipped" | "errored";
  /** The evaluator's weight (at least 0). */
  weight: number;
  /** From 0 to 100; `null` unless scored. */
  score: number | null;
  /** `null` unless scored. */
  passed: boolean | null;
  flagged: boolean;
}

/**
 * The combined scores of one sample (0-100). Either both or neither is `null`, so that both have the same
 * denominator.
 */
export interface CombinedScore {
  weighted: number | null;
  equal: number | null;
}

/** One sample's result over all evaluators. */
export interface SampleScore extends CombinedScore {
  /** Scored if a combined score exists; otherwise errored if any evaluator errored; otherwise skipped. */
  status: "scored" | "skipped" | "errored";
  /** `null` if there is no combined score. */
  passed: boolean | null;
  flagged: boolean;
}

/**
 * Combines the scores that several evaluators gave one sample: weighted (Σw·s / Σw) and equally weighted.
 *
 * @param parts weight (at least 0) and score (0-100) of each evaluator that scored the sample.
 * @returns both scores, always within the range of the parts; both are `null` if no evaluator scored the
 *   sample or all weights are 0.
 */
export function combineScores(parts: readonly { weight: number; score: number }[]): CombinedScore {
  let weights = 0;
  let weighted = 0;
  let sum = 0;
  let lowest = Infinity;
  let highest = -Infinity;
  for (const { weight, score } of parts) {
    weights += weight;
    weighted += weight * score;
    sum += score;
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  if (weights === 0) return { weighted: null, equal: null };
  // Because of rounding, a mean of equal scores may differ from the scores, and a mean of 100 may exceed 100.
  const within = (mean: number) => Math.min(highest, Math.max(lowest, mean));
  return { weighted: within(weighted / weights), equal: within(sum / parts.length) };
}

/**
 * Returns whether a sample passes. A sample passes only if it passes every evaluator that scored it.
 *
 * @param results the `passed` value of each evaluator; `null` if the evaluator did not score the sample.
 * @returns `null` if no evaluator scored the sample.
 */
export function samplePassed(results: readonly (boolean | null)[]): boolean | null {
  const scored = results.filter((passed) => passed !== null);
  return scored.length === 0 ? null : scored.every(Boolean);
}

/**
 * Combines the results of all evaluators for one sample.
 *
 * @param results one result for each evaluator.
 * @returns the sample's result. `weighted`, `equal` and `passed` cover the evaluators that scored the sample,
 *   even if another evaluator errored. All three are `null` if no evaluator scored it or if all evaluators
 *   that scored it have weight 0.
 */
export function scoreSample(results: readonly SampleResult[]): SampleScore {
  let errored = false;
  let flagged = false;
  const parts: { weight: number; score: number }[] = [];
  for (const result of results) {
    if (result.status === "errored") errored = true;
    if (result.flagged) flagged = true;
    if (result.score !== null) parts.push({ weight: result.weight, score: result.score });
  }
  const { weighted, equal } = combineScores(parts);
  const passed = weighted === null ? null : samplePassed(results.map((result) => result.passed));
  const status = weighted !== null ? "scored" : errored ? "errored" : "skipped";
  return { weighted, equal, status, passed, flagged };
}
