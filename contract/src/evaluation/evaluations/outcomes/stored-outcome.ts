// The stored form of an evaluator's outcome, and the combined score of a sample.
import { type SampleResult, type SampleScore, scoreSample } from "../../../domain/evaluation/sample-score.ts";
import type { Outcome } from "../../../domain/evaluators/evaluator.ts";
import type { ResultRecord } from "../evaluation-record.ts";

/** The weights of an evaluation's evaluators. */
export interface Weighed {
  evaluators: readonly { weight: number }[];
}

/** The columns of a stored result that are derived from its outcome. */
export type StoredOutcome = Pick<ResultRecord, "status" | "score" | "passed" | "flagged" | "reason"> & {
  classification: string | null;
};

const maxReasonLength = 1000;
const shortened = (reason: string): string =>
  reason.length <= maxReasonLength ? reason : `${reason.slice(0, maxReasonLength - 1)}…`;

/** Converts an outcome to its stored form. */
export function storedOutcome(outcome: Outcome): StoredOutcome {
  if (outcome.status !== "scored") {
    const { status, reason, flagged = false } = outcome;
    return {
      status,
      score: null,
      passed: null,
      flagged,
      reason: shortened(reason),
      classification: null,
    };
  }
  const { status, score, passed, flagged, classification, flag_reason: reason } = outcome;
  return {
    status,
    score,
    passed,
    flagged,
    reason: flagged ? shortened(reason ?? "flagged") : null,
    classification,
  };
}

/** Returns each evaluator's outcome for a sample, as the input of the sample's combined score. */
export const sampleResults = ({ evaluators }: Weighed, outcomes: readonly Outcome[]): SampleResult[] =>
  outcomes.map((outcome, position) => {
    const { status, score, passed, flagged } = storedOutcome(outcome);
    return { status, weight: evaluators[position]?.weight ?? 0, score, passed, flagged };
  });

/** Computes a sample's automated combined score. */
export const combinedScore = (evaluation: Weighed, outcomes: readonly Outcome[]): SampleScore =>
  scoreSample(sampleResults(evaluation, outcomes));
