import type { Outcome } from "./evaluator.ts";

/** Creates the outcome of a scored sample, which passes with a score of at least 70. */
export const scoredOutcome = (score: number): Outcome => ({
  status: "scored",
  score,
  passed: score >= 70,
  flagged: false,
  flag_reason: null,
  classification: null,
  details: {},
  tally: null,
});
