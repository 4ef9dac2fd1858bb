import { describe, expect, test } from "vitest";
import { builtInGuidelineSet, defaultGuidelineSet } from "./builtin-guideline-sets.ts";
import { guidelineCompliance } from "./guideline-compliance.ts";
import { redFlagDetection, type RedFlagDetectionConfig } from "./red-flag-detection.ts";
import { symptomExtraction, type SymptomExtractionConfig } from "./symptom-extraction.ts";
import { triageAccuracy, type TriageAccuracyConfig } from "./triage-accuracy.ts";

const severity_weights = { under_triage: 2, over_triage: 1 };
const esi = ["emergent", "urgent", "semi_urgent", "routine"];
const triage = (output: unknown, expected: unknown, settings: Partial<TriageAccuracyConfig> = {}) =>
  triageAccuracy.evaluate(
    { levels: esi, severity_weights, require_expected: true, ...settings },
    { input: null, output, expected },
  );

describe("triage levels", () => {
  const aliases = { emergent: ["ESI 1", "ESI 2"], urgent: ["3"] };
  const score = (output: unknown, expected: unknown, settings?: Partial<TriageAccuracyConfig>) => {
    const outcome = triage(output, expected, settings);
    return outcome.status === "scored" ? outcome.score : outcome.reason;
  };

  test("match by alias in the output and in the expected answer", () => {
    expect(score("esi-2", { triage_level: "ESI 1" }, { aliases })).toBe(100);
    expect(score({ triage_level: 3.0 }, "Urgent", { aliases })).toBe(100);
    expect(triage("esi 2", "emergent", { aliases }).details).toMatchObject({ predicted: "emergent" });
    expect(triage("esi 2", "emergent")).toMatchObject({ flag_reason: "invalid_level" });
  });

  test("are read at the paths, or are the output itself", () => {
    const paths = { output_path: "/result/level", expected_path: "/gold/0" };
    const nested = { result: { level: "Urgent" } };
    expect(score(nested, { gold: ["urgent"] }, paths)).toBe(100);
    expect(score("Urgent", "urgent", paths)).toBe(100);
    expect(triage({ triage_level: "urgent" }, { gold: ["urgent"] }, paths)).toMatchObject({
      flag_reason: "no_answer",
    });
    expect(triage({ result: { level: {} } }, "urgent", paths)).toMatchObject({
      flag_reason: "invalid_level",
    });
    expect(score(nested, { triage_level: "urgent" }, paths)).toBe(
      "The sample has no expected triage level; expected.gold.0 must be one of emergent, urgent, semi_urgent, routine, or require_expected must be false.",
    );
  });
});

const flagSettings = { protocols: [], require_escalation: true, min_confidence: 0.5 };
const flags = (output: unknown, expected: unknown, settings: Partial<RedFlagDetectionConfig> = {}) =>
  redFlagDetection.evaluate({ ...flagSettings, ...settings }, { input: null, output, expected });

describe("red flags", () => {
  const expected = { red_flags: ["silent_mi"], escalated: false };

  test("match by alias, which extends the catalog in both directions", () => {
    const aliases = { silent_mi: ["diaphoresis"], facial_droop: ["crooked smile"] };
    for (const name of ["diaphoresis", "cold sweat", "sweating_with_pain", "Silent MI"])
      expect(flags({ red_flags: [name] }, expected, { aliases }).details).toMatchObject({
        flags_detected: ["silent_mi"],
        missed: [],
      });
    const droop = flags({ red_flags: ["Crooked smile"] }, { red_flags: ["face_droop"] }, { aliases });
    expect(droop.details).toMatchObject({ flags_detected: ["facial_droop"], missed: [] });
  });

  test("are in the protocols of the catalog names that their aliases have", () => {
    const settings = { aliases: { silent_mi: ["diaphoresis"] }, protocols: ["chest_pain"] };
    expect(flags({ red_flags: ["silent_mi"] }, expected, settings)).toMatchObject({ score: 100 });
    expect(flags({ red_flags: [] }, expected, { protocols: ["chest_pain"] })).toMatchObject({
      reason: "out_of_protocol",
    });
  });

  test("are read in an object or a list at the path; with a list, the escalation is at the root", () => {
    const settings = { output_path: "/result", expected_path: "/gold/flags" };
    const gold = { gold: { flags: ["rigors"] }, escalated: true };
    const object = { result: { red_flags: ["rigors"], escalated: true } };
    expect(flags(object, gold, settings)).toMatchObject({ score: 100 });
    expect(flags({ result: ["rigors"], escalated: true }, gold, settings)).toMatchObject({ score: 100 });
    expect(flags({ result: ["rigors"] }, gold, settings)).toMatchObject({ flag_reason: "missed_escalation" });
    expect(flags({ result: "rigors", escalated: true }, gold, settings)).toMatchObject({
      flag_reason: "invalid_output",
      details: { reason: 'output.result is "rigors"; it must be an object or a list.' },
    });
    expect(flags(object, { gold: {} }, settings)).toMatchObject({ reason: "missing_expected" });
  });
});

const symptoms = (output: unknown, expected: unknown, settings: Partial<SymptomExtractionConfig> = {}) =>
  symptomExtraction.evaluate(
    { taxonomy: "free_text", require_negation_handling: true, min_recall: 0.8, ...settings },
    { input: null, output, expected },
  );

describe("symptoms", () => {
  test("match by alias, and details show the main name", () => {
    const settings = { aliases: { dyspnoea: ["shortness of breath", "SOB"] } };
    const outcome = symptoms({ symptoms: ["sob"] }, { symptoms: ["Shortness-of-breath"] }, settings);
    expect(outcome.details).toMatchObject({ matched: [{ name: "dyspnoea", negated: false }] });
  });

  test("can be a list of findings with their polarity", () => {
    const settings = { output_path: "/findings", expected_path: "" };
    const expected = [{ name: "cough" }, { name: "fever", negated: true }];
    const polarities = [
      { absent: true },
      { present: false },
      { polarity: "negative" },
      { negated: true, absent: true, present: false, polarity: "negative" },
    ];
    for (const polarity of polarities)
      expect(
        symptoms({ findings: [{ name: "fever", ...polarity }, "cough"] }, expected, settings),
      ).toMatchObject({ score: 100 });
    const positive = { name: "fever", absent: false, present: true, polarity: "positive" };
    expect(symptoms({ findings: [positive, "cough"] }, expected, settings)).toMatchObject({
      flag_reason: "polarity_error",
    });
  });

  test.each([
    [{ name: "fever", polarity: "unknown" }, 'polarity is "unknown"; it must be "positive" or "negative".'],
    [{ name: "fever", present: 1 }, "present is 1; it must be true or false."],
    [{ name: "fever", present: true, negated: true }, "must be a finding whose list and members agree"],
  ])("with the polarity %j are unreadable", (finding, reason) => {
    const invalid = symptoms({ symptoms: [finding] }, { symptoms: ["fever"] });
    expect(invalid).toMatchObject({ score: 0, flag_reason: "invalid_output" });
    expect(invalid.details["reason"]).toContain(reason);
    expect(symptoms({ symptoms: [] }, { symptoms: [finding] })).toMatchObject({ status: "errored" });
  });

  test("in the list of negated symptoms cannot be present", () => {
    const outcome = (finding: object) => symptoms({ negated: [finding] }, { negated: ["fever"] });
    expect(outcome({ name: "fever", present: true })).toMatchObject({ flag_reason: "invalid_output" });
    expect(outcome({ name: "fever", present: false })).toMatchObject({ score: 100 });
  });
});

describe("questions and actions", () => {
  const guideline_set = builtInGuidelineSet(defaultGuidelineSet);
  if (!guideline_set) throw new Error("The default guideline set does not exist.");
  const compliance = (output: unknown, settings: object = {}) =>
    guidelineCompliance.evaluate(
      { guideline_set, scoring_mode: "proportional", ...settings },
      { input: null, output, expected: null },
    ).details;

  test("match by alias of any of their names", () => {
    const aliases = { time_of_onset: ["since when"], prescribed_medication: ["wrote a prescription"] };
    const output = { questions_asked: ["Since when"], actions: ["wrote a prescription"] };
    expect(compliance(output, { aliases })).toMatchObject({
      asked: ["onset"],
      forbidden: ["prescribed_medication"],
    });
  });

  test("are read at the path; a list contains the questions, with the actions at the root", () => {
    const done = { asked: ["severity"], missing_actions: [] };
    const actions = ["gave_safety_net_advice"];
    const settings = { output_path: "/call" };
    expect(compliance({ call: { questions_asked: ["severity"], actions } }, settings)).toMatchObject(done);
    expect(compliance({ call: ["severity"], actions }, settings)).toMatchObject(done);
  });
});
