// What tests of evaluations evaluate, and how.
import type { CreateEvaluationBody } from "@assay/contract/evaluation/evaluations/evaluations";

/** What a test says of a sample. */
export interface HarnessSample {
  output?: unknown;
  expected?: unknown;
  input?: unknown;
  external_id?: string;
  tags?: string[];
  split?: string;
  metadata?: Record<string, unknown>;
}

/** A sample whose answer and expectation are triage levels; undefined: no answer, null: no output at all. */
export const triaged = (expected: string, answered: string | undefined | null): HarnessSample => ({
  expected: { triage_level: expected },
  output:
    answered === null ? null : answered === undefined ? { note: "not said" } : { triage_level: answered },
});

const levels = ["emergent", "urgent", "semi_urgent", "routine"];

/**
 * Samples of every kind of outcome, seven in turn: exact, two levels too low, one too high, no answer, no such level,
 * no output, and an expectation that is no level, which errors.
 */
export const mixed = (count: number): HarnessSample[] =>
  Array.from({ length: count }, (_, index) => {
    const expected = levels[index % 4] ?? "";
    const inTurn = [
      triaged(expected, expected),
      triaged("emergent", "semi_urgent"),
      triaged("urgent", "emergent"),
      triaged(expected, undefined),
      triaged(expected, "whenever"),
      triaged(expected, null),
      triaged("soon", "urgent"),
    ];
    return inTurn[index % inTurn.length] ?? {};
  });

type Evaluator = Extract<CreateEvaluationBody["evaluators"][number], { type: "triage_accuracy" }>;

/** `triage_accuracy` as the contract gives it, everything left out but what is given. */
export const evaluator = (given: Partial<Evaluator> = {}): Evaluator => ({
  type: "triage_accuracy",
  name: undefined,
  config: undefined,
  weight: undefined,
  ...given,
});
