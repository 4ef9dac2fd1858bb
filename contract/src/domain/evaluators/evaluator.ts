import type { Tally } from "../evaluation/tally.ts";
import type { TriageSummary } from "../triage/triage-summary.ts";

/** The input of an evaluator for one sample; `null`: absent. */
export interface SampleCase {
  input: unknown;
  output: unknown;
  expected: unknown;
}

/** The outcome of a sample with a score. */
export interface Scored {
  status: "scored";
  /** 0-100. */
  score: number;
  passed: boolean;
  flagged: boolean;
  /** Short code of the reason for the flag; `null` if not flagged. */
  flag_reason: string | null;
  /** The sample's class in the evaluator's distribution; `null` if the evaluator has no classes. */
  classification: string | null;
  details: Record<string, unknown>;
  /** The sample's tally in the evaluator's summary; `null` if the evaluator has no summary. */
  tally: string | null;
}

/** The outcome of a sample without a score: excluded from means, included in counts. */
export interface Unscored {
  status: "skipped" | "errored";
  /** Skipped: a short code, such as `missing_output`. Errored: a sentence about the fault. */
  reason: string;
  details: Record<string, unknown>;
  /** The sample's tally in the evaluator's summary; `null` if the evaluator has no summary. */
  tally: string | null;
}

/** The outcome of one sample. */
export type Outcome = Scored | Unscored;

/** A rule that evaluates one sample at a time, and may summarize all of them from counts. */
export interface Evaluator<Config> {
  type: string;
  /** Classes that a distribution always contains, also with count 0. */
  classifications: readonly string[];
  /** Evaluates one sample. Never throws: a sample without a score is skipped or errored. */
  evaluate(config: Config, sample: SampleCase): Outcome;
  /** The outcome of a sample that was not evaluated because the run failed on it or excluded it. */
  unscored(config: Config, sample: SampleCase, status: Unscored["status"], reason: string): Unscored;
  /** The evaluator's block of the results, from the grouped tallies of all its outcomes. */
  summarize?: (config: Config, tallies: readonly Tally[]) => TriageSummary;
}
