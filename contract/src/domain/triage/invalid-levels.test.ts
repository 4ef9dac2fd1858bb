import { expect, test } from "vitest";
import { triageAccuracy } from "../evaluators/triage-accuracy.ts";
import { countInvalidValues, invalidLevels, maxInvalidValues } from "./invalid-levels.ts";

const config = {
  levels: ["emergent", "urgent"],
  severity_weights: { under_triage: 2, over_triage: 1 },
  require_expected: true,
};
const outcome = (output: unknown, expected: unknown) =>
  triageAccuracy.evaluate(config, { input: null, output, expected });

test("values outside the scale are counted by value and expected level", () => {
  const answers = ["blue", "blue", "blue", "Blue?", "urgent", "", null];
  const outcomes = [
    ...answers.map((answer) => outcome(answer, "urgent")),
    outcome("blue", "emergent"),
    outcome("urgent", "purple"),
    outcome("urgent", null),
  ];
  expect(invalidLevels(countInvalidValues(outcomes))).toEqual({
    invalid_answers: [
      { value: "blue", expected: "urgent", count: 3 },
      { value: "Blue?", expected: "urgent", count: 1 },
      { value: "blue", expected: "emergent", count: 1 },
    ],
    invalid_answers_other: 0,
    invalid_expected: [{ value: "purple", count: 1 }],
    invalid_expected_other: 0,
  });
});

test("the most frequent values are listed, in the order of code points; the others are counted", () => {
  const values = ["\u{1F600}", "\uFF21", ...Array.from({ length: 30 }, (_, at) => `x${at + 10}`)];
  const counts = values.map((value) => ({ value, expected: "urgent", count: 1 }));
  const listed = invalidLevels([...counts, { value: "x9", expected: "urgent", count: 2 }]);
  expect(listed.invalid_answers.map(({ value }) => value)).toEqual([
    "x9",
    ...Array.from({ length: maxInvalidValues - 1 }, (_, at) => `x${at + 10}`),
  ]);
  expect(listed.invalid_answers_other).toBe(13);
  const astral = invalidLevels(counts.slice(0, 2)).invalid_answers;
  expect(astral.map(({ value }) => value)).toEqual(["\uFF21", "\u{1F600}"]);
});

test("a long value is cut after 100 characters", () => {
  const [first] = invalidLevels(countInvalidValues([outcome("b".repeat(200), "urgent")])).invalid_answers;
  expect(first?.value).toBe(`${"b".repeat(100)}…`);
});
