import type { SafetyOutcome } from "../comparison/safety.ts";
import type { Tally } from "../evaluation/tally.ts";
import type { PooledBlock } from "../pooled/pooled-figures.ts";
import type { TriageSummary } from "../triage/triage-summary.ts";

/** An evaluator's input for one sample; absent values are `null`. */
export interface SampleCase {
  input: unknown;
  output: unknown;
  expected: unknown;
}

/** The outcome of a sample with a score. */
export interface Scored {
  status: "scored";
  /** From 0 to 100. */
  score: number;
  passed: boolean;
  flagged: boolean;
  /** Short code for the reason of the flag; `null` if the sample is not flagged. */
  flag_reason: string | null;
  /** The sample's class in the evaluator's distribution; `null` if the evaluator has no classes. */
  classification: string | null;
  details: Record<string, unknown>;
  /**
   * The key under which the evaluator's summary counts the sample; `null` if the evaluator has no summary.
   */
  tally: string | null;
}

/** The outcome of a sample without a score. Means exclude the sample, counts include it. */
export interface Unscored {
  status: "skipped" | "errored";
  /** Present if the outcome covers several runs of the sample, and a person should look at one of them. */
  flagged?: true;
  /** For a skipped sample, a short code such as `missing_output`; for an errored sample, a sentence. */
  reason: string;
  details: Record<string, unknown>;
  /**
   * The key under which the evaluator's summary counts the sample; `null` if the evaluator has no summary.
   */
  tally: string | null;
}

/** The outcome of one sample. */
export type Outcome = Scored | Unscored;

/** A rule that evaluates one sample at a time and can summarize all samples from counts. */
export interface Evaluator<Config> {
  type: string;
  /** The classes that a distribution always contains, even with count 0. */
  classifications: readonly string[];
  /** Evaluates one sample. Never throws: a sample that cannot be scored is skipped or errored. */
  evaluate(config: Config, sample: SampleCase): Outcome;
  /**
   * Returns the outcome of a sample that was not evaluated, because the run failed on the sample or excluded
   * the sample.
   */
  unscored(config: Config, sample: SampleCase, status: Unscored["status"], reason: string): Unscored;
  /** Builds the evaluator's part of the results from the grouped tallies of all its outcomes. */
  summarize?: (config: Config, tallies: readonly Tally[]) => TriageSummary;
  /** The block of the results that pools the items in the tallies; absent if the tallies have no items. */
  pooled?: PooledBlock;
  /** Returns a sample's outcome in the safety checks of comparisons, from the tally of its outcome. */
  safety?: (config: Config, tally: string) => SafetyOutcome;
}
