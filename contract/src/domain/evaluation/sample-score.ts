/** An evaluator that scores at least this much passes a sample, unless the evaluator says otherwise. */
export const defaultPassThreshold = 70;

/** One evaluator's result on a sample, as far as the sample's own score needs it. */
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

/** The combined scores of one sample, 0-100; both are `null` or neither is, so that they share one denominator. */
export interface CombinedScore {
  weighted: number | null;
  equal: number | null;
}

/** What all evaluators together say of one sample. */
export interface SampleScore extends CombinedScore {
  /** Scored when there is a combined score; else errored when any evaluator errored; else skipped. */
  status: "scored" | "skipped" | "errored";
  /** `null` when there is no combined score. */
  passed: boolean | null;
  flagged: boolean;
}

/**
 * Combines the scores that several evaluators gave one sample: by weight, Σw·s / Σw, and with equal weights.
 *
 * @param parts weight (≥ 0) and score (0-100) of the evaluators that scored the sample, and of no others.
 * @returns both scores, never outside the range of the parts; both `null` when nothing scored or all weights are 0.
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
  // Rounding may carry a mean of equal scores past them, and 100 past 100.
  const within = (mean: number) => Math.min(highest, Math.max(lowest, mean));
  return { weighted: within(weighted / weights), equal: within(sum / parts.length) };
}

/**
 * Whether a sample passes: every evaluator that scored it must pass it.
 *
 * @param results the `passed` of each evaluator; `null` where it did not score the sample.
 * @returns `null` when no evaluator scored the sample.
 */
export function samplePassed(results: readonly (boolean | null)[]): boolean | null {
  const scored = results.filter((passed) => passed !== null);
  return scored.length === 0 ? null : scored.every(Boolean);
}

/**
 * Sums up what all evaluators of an evaluation say of one sample.
 *
 * @param results one for each evaluator.
 * @returns `weighted`, `equal` and `passed` are over the evaluators that scored, even where another errored; all three
 *   are `null` when none scored or those that did have weight 0.
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
