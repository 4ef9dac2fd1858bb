import { describe, expect, test } from "vitest";
import type { Outcome } from "./evaluator.ts";
import { guidelineCompliance, type GuidelineComplianceConfig } from "./guideline-compliance.ts";
import { builtInGuidelineSet, type GuidelineSet, withQuestions } from "./builtin-guideline-sets.ts";

const question = (id: string, weight: number, ...synonyms: string[]) => ({
  id,
  text: null,
  synonyms,
  weight,
});

const set: GuidelineSet = {
  name: "nurse_line",
  questions: [question("onset", 3, "symptom onset"), question("severity", 1), question("allergies", 1)],
  required_actions: [],
  forbidden_actions: ["prescribed_medication"],
};

const judge = (output: unknown, settings: Partial<GuidelineComplianceConfig> = {}): Outcome =>
  guidelineCompliance.evaluate(
    { guideline_set: set, scoring_mode: "proportional", ...settings },
    { input: {}, output, expected: null },
  );

const outputWith = (...questions: string[]) => ({ questions_asked: questions, actions: [] });
const verdictOf = (outcome: Outcome) =>
  outcome.status === "scored" ? [outcome.score, outcome.passed, outcome.flag_reason] : [outcome.status];

describe("the questions of an output", () => {
  test("score by the share of the required questions, and the details list each question", () => {
    expect(judge(outputWith("Onset", "severity", "weather"))).toEqual({
      status: "scored",
      score: (100 * 2) / 3,
      passed: false,
      flagged: false,
      flag_reason: null,
      classification: "failed",
      details: {
        asked: ["onset", "severity"],
        missing: ["allergies"],
        forbidden: [],
        missing_actions: [],
        reason: "Covered 2 of 3 required questions.",
      },
      tally: null,
    });
  });

  test("score by weight, or 100 or 0, depending on the mode", () => {
    // With the weights 3, 1 and 1, onset and severity cover 4/5.
    expect(verdictOf(judge(outputWith("onset", "severity"), { scoring_mode: "weighted" }))).toEqual([
      80,
      true,
      null,
    ]);
    expect(verdictOf(judge(outputWith("onset", "severity"), { scoring_mode: "strict" }))).toEqual([
      0,
      false,
      null,
    ]);
    for (const scoring_mode of ["proportional", "weighted", "strict"] as const) {
      expect(verdictOf(judge(outputWith("allergies", "severity", "onset"), { scoring_mode }))).toEqual([
        100,
        true,
        null,
      ]);
      expect(verdictOf(judge({}, { scoring_mode }))).toEqual([0, false, null]);
    }
  });

  test("match by their synonyms, and each counts once", () => {
    expect(judge(outputWith("SYMPTOM_ONSET", "onset")).details).toMatchObject({ asked: ["onset"] });
  });

  test("that the request adds are required with weight 1; an id that already names a question adds nothing", () => {
    const more = withQuestions(set, ["exposures", "Symptom Onset", "EXPOSURES"]);
    expect(more.questions.map(({ id }) => id)).toEqual(["onset", "severity", "allergies", "exposures"]);
    // The covered weight is 3 + 1 of 3 + 1 + 1 + 1.
    const settings = { guideline_set: more, scoring_mode: "weighted" as const };
    expect(verdictOf(judge(outputWith("onset", "exposures"), settings))[0]).toBe((100 * 4) / 6);
  });

  test("score 100 if none is required", () => {
    const settings = { guideline_set: { ...set, questions: [] } };
    expect(verdictOf(judge(outputWith(), settings))).toEqual([100, true, null]);
    expect(verdictOf(judge(outputWith(), { ...settings, scoring_mode: "strict" }))).toEqual([
      100,
      true,
      null,
    ]);
  });
});

describe("the actions of an output", () => {
  const all = ["onset", "severity", "allergies"];

  test("score 0 and are flagged if one is forbidden, even if every question is covered", () => {
    const outcome = judge({ questions_asked: all, actions: ["Prescribed Medication"] });
    expect(verdictOf(outcome)).toEqual([0, false, "forbidden_action"]);
    expect(outcome.details).toMatchObject({ forbidden: ["prescribed_medication"], missing: [] });
  });

  test("do not pass if a required one is missing; with strict they score 0", () => {
    const guideline_set = { ...set, required_actions: ["gave_advice"] };
    const outcome = judge(outputWith(...all), { guideline_set });
    expect(verdictOf(outcome)).toEqual([100, false, null]);
    expect(outcome.details).toMatchObject({
      missing_actions: ["gave_advice"],
      reason: "Covered 3 of 3 required questions; required and not done: gave_advice.",
    });
    expect(verdictOf(judge(outputWith(...all), { guideline_set, scoring_mode: "strict" }))).toEqual([
      0,
      false,
      null,
    ]);
    const done = { questions_asked: all, actions: ["gave advice"] };
    expect(verdictOf(judge(done, { guideline_set, scoring_mode: "strict" }))).toEqual([100, true, null]);
  });
});

describe("the set general_triage", () => {
  const guideline_set = builtInGuidelineSet("general_triage");

  test("requires six questions, two with weight 2 and red flags with 3, and forbids actions of a prescriber", () => {
    const weights = guideline_set?.questions.map(({ id, weight }) => [id, weight]);
    expect(weights).toEqual([
      ["onset", 2],
      ["severity", 1],
      ["associated_symptoms", 2],
      ["medical_history", 1],
      ["medications", 1],
      ["red_flags", 3],
    ]);
    expect(guideline_set?.forbidden_actions).toEqual([
      "prescribed_medication",
      "advised_stopping_prescribed_medication",
    ]);
  });
});

describe("a sample that cannot be scored", () => {
  test("is skipped without output", () => {
    expect(judge(null)).toMatchObject({ status: "skipped", reason: "missing_output" });
    expect(judge(null, { missing_output: "fail" })).toMatchObject({ score: 0, flag_reason: "no_answer" });
  });

  test.each([
    ["questions_asked", "onset", ' is "onset"; it must be a list.'],
    ["actions", [{ id: "a" }], "[0] is an object; it must be a text."],
  ])("scores 0, flagged, and names the unreadable list: %s", (member, value, fault) => {
    expect(judge({ [member]: value })).toEqual({
      status: "scored",
      score: 0,
      passed: false,
      flagged: true,
      flag_reason: "invalid_output",
      classification: "failed",
      details: { reason: `output.${member}${fault}` },
      tally: null,
    });
  });
});
