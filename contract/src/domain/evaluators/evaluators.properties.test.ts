import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Outcome, SampleCase } from "./evaluator.ts";
import { guidelineCompliance } from "./guideline-compliance.ts";
import { builtInGuidelineSet } from "./builtin-guideline-sets.ts";
import { redFlagDetection } from "./red-flag-detection.ts";
import { symptomExtraction } from "./symptom-extraction.ts";

const name = fc.constantFrom(
  "fever",
  "Fever",
  "neck stiffness",
  "stiff_neck",
  "cough",
  "a",
  "B",
  "onset",
  "red flags",
);
const code = fc.constantFrom("1", "2");
const share = fc.double({ min: 0, max: 1, noNaN: true });
const flag = fc.oneof(name, fc.record({ flag: name, confidence: share }));
const symptom = fc.oneof(
  name,
  fc.record({ name, negated: fc.boolean() }),
  fc.record({ code, negated: fc.boolean() }),
  fc.record({ name, code, negated: fc.boolean() }),
);
const action = fc.constantFrom("prescribed_medication", "gave_safety_net_advice", "waved");

const side = fc.record({
  red_flags: fc.array(flag, { maxLength: 6 }),
  escalated: fc.boolean(),
  symptoms: fc.array(symptom, { maxLength: 6 }),
  negated: fc.array(symptom, { maxLength: 3 }),
  questions_asked: fc.array(name, { maxLength: 6 }),
  actions: fc.array(action, { maxLength: 3 }),
});
type Side = typeof side extends fc.Arbitrary<infer Value> ? Value : never;

const set = builtInGuidelineSet("general_triage");
if (!set) throw new Error("The set general_triage is missing.");

const evaluators: [string, (sample: SampleCase) => Outcome][] = [
  [
    "red_flag_detection",
    (sample) =>
      redFlagDetection.evaluate({ protocols: [], require_escalation: true, min_confidence: 0.5 }, sample),
  ],
  [
    "guideline_compliance",
    (sample) => guidelineCompliance.evaluate({ guideline_set: set, scoring_mode: "weighted" }, sample),
  ],
  ...[true, false].map((required): (typeof evaluators)[number] => [
    `symptom_extraction with require_negation_handling ${required}`,
    (sample) =>
      symptomExtraction.evaluate(
        { taxonomy: "free_text", require_negation_handling: required, min_recall: 0.8 },
        sample,
      ),
  ]),
];

/** Returns the relevant parts of an outcome: all except the spelling and order of the findings. */
function verdictOf(outcome: Outcome): unknown[] {
  if (outcome.status !== "scored") return [outcome.status, outcome.reason];
  const lengths = Object.values(outcome.details).map((list) => (Array.isArray(list) ? list.length : null));
  return [outcome.score, outcome.passed, outcome.flag_reason, lengths];
}

const mapped = (from: Side, change: <T>(list: T[]) => T[]): Side => ({
  red_flags: change(from.red_flags),
  escalated: from.escalated,
  symptoms: change(from.symptoms),
  negated: change(from.negated),
  questions_asked: change(from.questions_asked),
  actions: change(from.actions),
});

describe.each(evaluators)("%s", (_, judge) => {
  const verdict = (output: unknown, expected: unknown) => verdictOf(judge({ input: null, output, expected }));

  test("returns a score from 0 to 100, and a matching class", () => {
    fc.assert(
      fc.property(side, side, (output, expected) => {
        const outcome = judge({ input: null, output, expected });
        if (outcome.status !== "scored") throw new Error(outcome.reason);
        expect(outcome.score).toBeGreaterThanOrEqual(0);
        expect(outcome.score).toBeLessThanOrEqual(100);
        expect(outcome.classification).toBe(outcome.passed ? "passed" : "failed");
        expect(outcome.flagged).toBe(outcome.flag_reason !== null);
      }),
    );
  });

  test("does not depend on the order of lists", () => {
    fc.assert(
      fc.property(side, side, (output, expected) => {
        const reversed = <T>(list: T[]): T[] => list.toReversed();
        expect(verdict(mapped(output, reversed), mapped(expected, reversed))).toEqual(
          verdict(output, expected),
        );
      }),
    );
  });

  test("counts duplicates once", () => {
    fc.assert(
      fc.property(side, side, (output, expected) => {
        const doubled = <T>(list: T[]): T[] => [...list, ...list];
        expect(verdict(mapped(output, doubled), mapped(expected, doubled))).toEqual(
          verdict(output, expected),
        );
      }),
    );
  });

  test("never throws for any list contents", () => {
    const anything = fc.dictionary(
      fc.constantFrom(
        ...Object.keys({
          red_flags: 0,
          escalated: 0,
          symptoms: 0,
          negated: 0,
          actions: 0,
          questions_asked: 0,
        }),
      ),
      fc.jsonValue({ maxDepth: 3 }),
    );
    fc.assert(
      fc.property(fc.oneof(anything, fc.jsonValue()), anything, (output, expected) => {
        const outcome = judge({ input: null, output, expected });
        expect(["scored", "skipped", "errored"]).toContain(outcome.status);
      }),
    );
  });

  test("scores an output that equals the expected answer 100 if the actions are right", () => {
    fc.assert(
      fc.property(side, (both) => {
        const right = {
          ...both,
          red_flags: both.red_flags.map((one) => (typeof one === "string" ? one : one.flag)),
          escalated: true,
          actions: ["gave_safety_net_advice"],
          questions_asked: set.questions.map(({ id }) => id),
        };
        expect(judge({ input: null, output: right, expected: right })).toMatchObject({
          score: 100,
          passed: true,
        });
      }),
    );
  });
});
