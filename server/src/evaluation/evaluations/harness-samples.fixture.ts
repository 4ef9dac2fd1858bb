// Samples and evaluators of evaluation tests.
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";

/** A sample of a test. */
export interface HarnessSample {
  output?: unknown;
  expected?: unknown;
  input?: unknown;
  external_id?: string;
  tags?: string[];
  split?: string;
  metadata?: Record<string, unknown>;
}

/** A sample with triage levels as output and expectation; undefined: no level, null: no output. */
export const triaged = (expected: string, level: string | undefined | null): HarnessSample => ({
  expected: { triage_level: expected },
  output: level === null ? null : level === undefined ? { note: "no level" } : { triage_level: level },
});

const levels = ["emergent", "urgent", "semi_urgent", "routine"];

/**
 * Samples with every kind of outcome, seven in turn: exact, two levels too low, one too high, no level, an
 * unknown level, no output, and an invalid expectation, which errors.
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

type Evaluator = Extract<CreateEvaluationBody["evaluators"][number], { type: "triage_accuracy" }>;

/** `triage_accuracy` as the contract parses it, with defaults. */
export const evaluator = (given: Partial<Evaluator> = {}): Evaluator => ({
  type: "triage_accuracy",
  name: undefined,
  config: undefined,
  weight: undefined,
  ...given,
});
