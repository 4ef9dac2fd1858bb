import type { Tally } from "../evaluation/tally.ts";
import type { TriageSummary } from "../triage/triage-summary.ts";

/** What an evaluator is given of a sample; `null` says that there is none. */
export interface SampleCase {
  input: unknown;
  output: unknown;
  expected: unknown;
}

/** A sample that was judged. */
export interface Scored {
  status: "scored";
  /** 0-100. */
  score: number;
  passed: boolean;
  flagged: boolean;
  /** Why it was flagged, a short code; `null` when it was not. */
  flag_reason: string | null;
  /** The class that the evaluator's distribution counts it in; `null` when the evaluator has no classes. */
  classification: string | null;
  details: Record<string, unknown>;
  /** What the evaluator's summary counts it as; `null` when the evaluator has no summary. */
  tally: string | null;
}

/** A sample that could not be judged: never averaged, always counted. */
export interface Unscored {
  status: "skipped" | "errored";
  /** Skipped: a short code, such as `missing_output`. Errored: a sentence that says what is wrong. */
  reason: string;
  details: Record<string, unknown>;
  /** What the evaluator's summary counts it as; `null` when the evaluator has no summary. */
  tally: string | null;
}

/** What an evaluator says of one sample. */
export type Outcome = Scored | Unscored;

/** A rule that judges one sample at a time, and may sum all of them up from counts. */
export interface Evaluator<Config> {
  type: string;
  /** Classes that are always present in a distribution, with 0 too. */
  classifications: readonly string[];
  /** Judges one sample. Never throws: what cannot be judged comes back skipped or errored. */
  evaluate(config: Config, sample: SampleCase): Outcome;
  /** The outcome of a sample that was not judged, because the run itself failed on it or left it out. */
  unscored(config: Config, sample: SampleCase, status: Unscored["status"], reason: string): Unscored;
  /** The evaluator's block of the results, from the grouped tallies of all its outcomes. */
  summarize?: (config: Config, tallies: readonly Tally[]) => TriageSummary;
}
