/** A score from this value on passes a sample, unless the evaluator has its own rule. */
export const defaultPassThreshold = 70;

/** The parts of an evaluator's result that the sample's score requires. */
export interface SampleResult {
  status: "scored" | "skipped" | "errored";
  /** The evaluator's weight, ≥ 0. */
  weight: number;
  /** 0-100; `null` unless scored. */
  score: number | null;
  /** `null` unless scored. */
  passed: boolean | null;
  flagged: boolean;
}

/**
 * The combined scores of one sample, 0-100; either both or neither is `null`, so that they share one
 * denominator.
 */
export interface CombinedScore {
  weighted: number | null;
  equal: number | null;
}

/** The result of one sample over all evaluators. */
export interface SampleScore extends CombinedScore {
  /** Scored if a combined score exists; else errored if any evaluator errored; else skipped. */
  status: "scored" | "skipped" | "errored";
  /** `null` without a combined score. */
  passed: boolean | null;
  flagged: boolean;
}

/**
 * Combines the scores of several evaluators for one sample: weighted, Σw·s / Σw, and equally weighted.
 *
 * @param parts weight (≥ 0) and score (0-100) of the evaluators that scored the sample, without the others.
 * @returns both scores, never outside the range of the parts; both `null` if nothing was scored or all
 *   weights are 0.
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
  // Rounding may move a mean of equal scores beyond them, and 100 above 100.
  const within = (mean: number) => Math.min(highest, Math.max(lowest, mean));
  return { weighted: within(weighted / weights), equal: within(sum / parts.length) };
}

/**
 * Whether a sample passes: every evaluator that scored the sample must pass it.
 *
 * @param results the `passed` of each evaluator; `null` if it did not score the sample.
 * @returns `null` if no evaluator scored the sample.
 */
export function samplePassed(results: readonly (boolean | null)[]): boolean | null {
  const scored = results.filter((passed) => passed !== null);
  return scored.length === 0 ? null : scored.every(Boolean);
}

/**
 * Combines the results of all evaluators for one sample.
 *
 * @param results one for each evaluator.
 * @returns `weighted`, `equal` and `passed` cover the evaluators that scored, even if another errored; all
 *   three are `null` if none scored or all scoring evaluators have weight 0.
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
