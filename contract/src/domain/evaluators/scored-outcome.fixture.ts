import type { Outcome } from "./evaluator.ts";

/** The outcome of a sample with a score; it passes from 70 on. */
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
