// Samples and evaluators for evaluation tests.
import { evaluatorInput, type EvaluatorInput } from "@assay/contract/evaluation/evaluators/evaluators";
import type * as z from "zod";

/** A sample for a test. */
export interface HarnessSample {
  output?: unknown;
  expected?: unknown;
  input?: unknown;
  external_id?: string;
  tags?: string[];
  split?: string;
  cluster_id?: string;
  metadata?: Record<string, unknown>;
}

/**
 * Returns a sample with triage levels as output and expected output. If `level` is undefined, the output
 * contains no level; if it is null, there is no output.
 */
export const triaged = (expected: string, level: string | undefined | null): HarnessSample => ({
  expected: { triage_level: expected },
  output: level === null ? null : level === undefined ? { note: "no level" } : { triage_level: level },
});

const levels = ["emergent", "urgent", "semi_urgent", "routine"];

/**
 * Returns samples with every kind of outcome, repeated in groups of seven: exact, two levels too low, one
 * level too high, no level, an unknown level, no output, and an invalid expected output, which makes the
 * sample errored.
 */
export const mixed = (count: number): HarnessSample[] =>
  Array.from({ length: count }, (_, index) => {
    const expected = levels[index % 4] ?? "";
    const outcomes = [
      triaged(expected, expected),
      triaged("emergent", "semi_urgent"),
      triaged("urgent", "emergent"),
      triaged(expected, undefined),
      triaged(expected, "whenever"),
      triaged(expected, null),
      triaged("soon", "urgent"),
    ];
    return outcomes[index % outcomes.length] ?? {};
  });

/** Returns an evaluator as the contract parses it, by default `triage_accuracy`. */
export const evaluator = (given: Partial<z.input<typeof evaluatorInput>> = {}): EvaluatorInput =>
  evaluatorInput.parse({ type: "triage_accuracy", ...given });
