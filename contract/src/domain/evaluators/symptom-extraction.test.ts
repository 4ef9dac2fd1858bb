import { describe, expect, test } from "vitest";
import type { Outcome } from "./evaluator.ts";
import { symptomExtraction, type SymptomExtractionConfig } from "./symptom-extraction.ts";

const config: SymptomExtractionConfig = {
  taxonomy: "free_text",
  require_negation_handling: true,
  min_recall: 0.8,
};

const judge = (
  output: unknown,
  expected: unknown,
  settings: Partial<SymptomExtractionConfig> = {},
): Outcome => symptomExtraction.evaluate({ ...config, ...settings }, { input: {}, output, expected });

const verdictOf = (outcome: Outcome) =>
  outcome.status === "scored" ? [outcome.score, outcome.passed, outcome.flag_reason] : [outcome.status];
const yes = (name: string) => ({ name, negated: false });
const no = (name: string) => ({ name, negated: true });

describe("the symptoms of an output", () => {
  test("are matched by name, present and negated separately, with all figures", () => {
    const expected = { symptoms: ["Chest pain", yes("nausea"), no("fever")], negated: ["cough"] };
    const output = { symptoms: ["chest_pain", "dizziness"], negated: [yes("Fever")] };
    // Found: chest pain, no fever. Missed: nausea, no cough. Spurious: dizziness. P = 2/3, R = 2/4, F1 = 4/7.
    const outcome = judge(output, expected);
    expect(verdictOf(outcome)).toEqual([(100 * 4) / 7, false, null]);
    expect(outcome.details).toEqual({
      matched: [yes("Chest pain"), no("fever")],
      missed: [yes("nausea"), no("cough")],
      spurious: [yes("dizziness")],
      polarity_errors: [],
      precision: 2 / 3,
      recall: 0.5,
      f1: 4 / 7,
      reason: "Found 2 of 4 symptoms, 1 besides.",
    });
  });

  test("pass from min_recall on, regardless of spurious findings", () => {
    const expected = { symptoms: ["a", "b", "c", "d", "e"] };
    expect(verdictOf(judge({ symptoms: ["a", "b", "c", "d", "x", "y", "z"] }, expected))).toEqual([
      (100 * 8) / 12,
      true,
      null,
    ]);
    expect(verdictOf(judge({ symptoms: ["a", "b", "c", "d"] }, expected, { min_recall: 0.81 }))).toEqual([
      (100 * 8) / 9,
      false,
      null,
    ]);
  });

  test("with the wrong polarity are missed and spurious, and flagged", () => {
    const outcome = judge({ symptoms: ["fever", "cough"] }, { symptoms: ["cough"], negated: ["fever"] });
    // Found: cough. Missed: no fever. Spurious: fever. F1 = 2/4.
    expect(verdictOf(outcome)).toEqual([50, false, "polarity_error"]);
    expect(outcome.details).toMatchObject({
      missed: [no("fever")],
      spurious: [yes("fever")],
      polarity_errors: [no("fever")],
    });
  });

  test("are matched regardless of polarity if polarity is not required, and the details report the error", () => {
    const outcome = judge(
      { symptoms: ["fever"] },
      { negated: ["fever"] },
      { require_negation_handling: false },
    );
    expect(verdictOf(outcome)).toEqual([100, true, null]);
    expect(outcome.details).toMatchObject({ matched: [no("fever")], polarity_errors: [no("fever")] });
  });

  test("that are both present and negated are two findings without a polarity error", () => {
    const both = { symptoms: ["fever"], negated: ["fever"] };
    expect(verdictOf(judge(both, both))).toEqual([100, true, null]);
    const outcome = judge({ symptoms: ["fever"] }, both);
    expect(verdictOf(outcome)).toEqual([(100 * 2) / 3, false, null]);
    expect(outcome.details).toMatchObject({ missed: [no("fever")], polarity_errors: [] });
  });

  test("are matched by code if both have one, else by name", () => {
    const expected = { symptoms: [{ name: "chest pain", code: "R07.4" }, { code: "R50.9" }, "cough"] };
    const byCode = [
      { name: "thoracic pain", code: "r07.4" },
      { name: "fever", code: "R50.9" },
      { name: "Cough", code: "R05" },
    ];
    expect(verdictOf(judge({ symptoms: byCode }, expected))).toEqual([100, true, null]);
    expect(
      verdictOf(judge({ symptoms: ["Chest Pain"] }, { symptoms: expected.symptoms.slice(0, 1) }))[0],
    ).toBe(100);
    const otherCode = [{ name: "chest pain", code: "R07.1" }];
    expect(verdictOf(judge({ symptoms: otherCode }, { symptoms: expected.symptoms.slice(0, 1) }))[0]).toBe(0);
  });

  test("count once, even if listed twice", () => {
    const output = { symptoms: ["a", "A", { name: "a", code: "1" }, { code: "1" }, "x", "x"] };
    // Found: a. Spurious: x. F1 = 2/3.
    expect(verdictOf(judge(output, { symptoms: ["a", "a"] }))).toEqual([(100 * 2) / 3, true, null]);
  });
});

describe("without expected symptoms", () => {
  test("an empty output scores 100 and passes, with null figures", () => {
    for (const output of [{}, { symptoms: [], negated: [] }, "text"]) {
      const outcome = judge(output, { symptoms: [] });
      expect(verdictOf(outcome)).toEqual([100, true, null]);
      expect(outcome.details).toMatchObject({ precision: null, recall: null, f1: null });
    }
  });

  test("any finding scores 0 and does not pass", () => {
    const outcome = judge({ symptoms: ["a"] }, { negated: [] });
    expect(verdictOf(outcome)).toEqual([0, false, null]);
    expect(outcome.details).toMatchObject({ precision: 0, recall: null, f1: 0 });
  });
});

describe("a sample that cannot be scored", () => {
  test("is skipped without output, and without expected symptoms", () => {
    expect(judge(null, { symptoms: [] })).toMatchObject({ status: "skipped", reason: "missing_output" });
    for (const expected of [null, {}, { note: "none" }, { symptoms: null }]) {
      expect(judge({}, expected)).toMatchObject({ status: "skipped", reason: "missing_expected" });
    }
  });

  test.each([
    [{ symptoms: {} }, "output.symptoms is an object; it must be a list."],
    [
      { negated: [true] },
      "output.negated[0] is true; it must be a symptom's name, or {name, negated} or {code, negated}.",
    ],
    [
      { symptoms: ["a", {}] },
      "output.symptoms[1] is an object; it must be a symptom's name, or {name, negated} or {code, negated}.",
    ],
    [{ symptoms: [{ code: 7 }] }, "output.symptoms[0].code is 7; it must be a text."],
    [
      { symptoms: [{ name: "a", negated: "no" }] },
      'output.symptoms[0].negated is "no"; it must be true or false.',
    ],
  ])("scores 0, flagged, with the fault: %j", (output, reason) => {
    expect(judge(output, { symptoms: [] })).toEqual({
      status: "scored",
      score: 0,
      passed: false,
      flagged: true,
      flag_reason: "invalid_output",
      classification: "failed",
      details: { reason },
      tally: expect.any(String),
    });
  });

  test("errors for an unreadable expected answer", () => {
    const reason = 'expected.symptoms is "a"; it must be a list.';
    const errored = { status: "errored", reason, details: { reason }, tally: expect.any(String) };
    expect(judge({ symptoms: [] }, { symptoms: "a" })).toEqual(errored);
    expect(judge({ symptoms: "a" }, { symptoms: "a" })).toEqual(errored);
  });
});
