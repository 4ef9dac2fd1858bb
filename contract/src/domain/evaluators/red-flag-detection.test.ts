import { describe, expect, test } from "vitest";
import type { Outcome } from "./evaluator.ts";
import { redFlagDetection, type RedFlagDetectionConfig } from "./red-flag-detection.ts";

const config: RedFlagDetectionConfig = { protocols: [], require_escalation: true, min_confidence: 0.5 };

const judge = (output: unknown, expected: unknown, settings: Partial<RedFlagDetectionConfig> = {}): Outcome =>
  redFlagDetection.evaluate({ ...config, ...settings }, { input: {}, output, expected });

const flags = (red_flags: unknown, escalated?: unknown) => ({ red_flags, escalated });
const verdictOf = (outcome: Outcome) =>
  outcome.status === "scored" ? [outcome.score, outcome.passed, outcome.flag_reason] : [outcome.status];

describe("the flags of an output", () => {
  test("score 100 and pass if they equal the expected ones", () => {
    expect(judge(flags(["arm_weakness"], true), flags(["arm_weakness"]))).toEqual({
      status: "scored",
      score: 100,
      passed: true,
      flagged: false,
      flag_reason: null,
      classification: "passed",
      details: {
        flags_detected: ["arm_weakness"],
        flags_expected: ["arm_weakness"],
        missed: [],
        false_positives: [],
        escalation: { expected: true, made: true },
        reason: "Found 1 of 1 red flags, none unexpected.",
      },
      tally: expect.any(String),
    });
  });

  test("do not pass and are flagged if one is missing", () => {
    // tp 2, fn 1, fp 0: F2 = 10/(10 + 4) = 5/7.
    const outcome = judge(flags(["a", "b"], true), flags(["a", "b", "c"]));
    expect(verdictOf(outcome)).toEqual([(100 * 10) / 14, false, "missed_red_flag"]);
    expect(outcome.details).toMatchObject({ missed: ["c"], false_positives: [] });
  });

  test("lose fewer points for a false alarm than for a miss, and pass from 70 on", () => {
    // tp 1, fp 2: 5/7 = 71.4; tp 1, fp 3: 5/8 = 62.5.
    expect(verdictOf(judge(flags(["a", "x", "y"], true), flags(["a"])))).toEqual([(100 * 5) / 7, true, null]);
    expect(verdictOf(judge(flags(["a", "x", "y", "z"], true), flags(["a"])))).toEqual([62.5, false, null]);
  });

  test("score 100 if none was expected and none found, and 0 if one was found", () => {
    expect(verdictOf(judge(flags([]), flags([])))).toEqual([100, true, null]);
    expect(verdictOf(judge({}, flags([])))).toEqual([100, true, null]);
    expect(verdictOf(judge(flags(["a"]), flags([])))).toEqual([0, false, null]);
  });

  test("count from a confidence of 0.5 on, or from the configured confidence on", () => {
    const output = flags(
      [{ flag: "a", confidence: 0.5 }, { flag: "b", confidence: 0.49 }, { flag: "c" }],
      true,
    );
    expect(judge(output, flags(["a", "c"])).details).toMatchObject({ flags_detected: ["a", "c"] });
    expect(judge(output, flags(["a", "c"]), { min_confidence: 0.8 }).details).toMatchObject({
      flags_detected: ["c"],
      missed: ["a"],
    });
  });

  test("of the expected answer count with any confidence", () => {
    const expected = flags([{ flag: "a", confidence: 0.1 }]);
    expect(judge(flags([], true), expected).details).toMatchObject({ missed: ["a"] });
  });

  test("are equal in any spelling: case, spaces, underscores, synonyms", () => {
    const outcome = judge(flags(["Stiff Neck", "ODD  flag"], true), flags(["neck_stiffness", "odd_flag"]));
    expect(verdictOf(outcome)).toEqual([100, true, null]);
    expect(outcome.details).toMatchObject({ flags_detected: ["neck_stiffness", "ODD  flag"] });
  });

  test("count once, even if listed twice", () => {
    const output = flags(
      [{ flag: "a", confidence: 0.2 }, "A", { flag: "a", confidence: 0.9 }, "x", "x"],
      true,
    );
    // tp 1, fp 1: 5/6.
    expect(verdictOf(judge(output, flags(["a", "a"])))).toEqual([(100 * 5) / 6, true, null]);
  });

  test("count only when they belong to a requested protocol", () => {
    const settings = { protocols: ["stroke", "headache"] };
    const expected = flags(["facial_droop", "saddle_numbness", "odd_flag"]);
    const outcome = judge(flags(["Face droop", "hemoptysis"], true), expected, settings);
    expect(verdictOf(outcome)).toEqual([100, true, null]);
    expect(outcome.details).toMatchObject({ flags_expected: ["facial_droop"], false_positives: [] });
  });
});

describe("a sample outside the protocols", () => {
  const settings = { protocols: ["stroke"] };
  const skipped = { status: "skipped", reason: "out_of_protocol" };

  test("is skipped whatever the output says, if all its expected flags are outside", () => {
    for (const output of [flags(["night_pain"], true), flags("unreadable"), null])
      expect(judge(output, flags(["night_pain", "odd_flag"]), settings)).toMatchObject(skipped);
    const failing = { ...settings, missing_output: "fail" as const };
    expect(judge(null, flags(["night_pain"], true), failing)).toMatchObject(skipped);
  });

  test("stays in scope without expected flags, or with one flag inside", () => {
    expect(judge(flags([]), flags([]), settings)).toMatchObject({ score: 100 });
    expect(judge(flags([]), flags(["facial_droop", "night_pain"]), settings)).toMatchObject({ score: 0 });
  });
});

describe("an escalation", () => {
  test("that is required and missing scores 0 and is flagged, even if every flag was found", () => {
    expect(verdictOf(judge(flags(["a"], false), flags(["a"])))).toEqual([0, false, "missed_escalation"]);
    expect(verdictOf(judge(flags([]), flags(["a"])))).toEqual([0, false, "missed_escalation"]);
  });

  test("is required if a flag is expected, unless the expected answer states otherwise", () => {
    expect(verdictOf(judge(flags(["a"]), { red_flags: ["a"], escalation: false }))).toEqual([
      100,
      true,
      null,
    ]);
    expect(verdictOf(judge(flags([]), { red_flags: [], escalated: true }))).toEqual([
      0,
      false,
      "missed_escalation",
    ]);
    expect(verdictOf(judge({ escalation: true }, { red_flags: [], escalated: true }))).toEqual([
      100,
      true,
      null,
    ]);
  });

  test("does not affect the score if the settings disable it", () => {
    expect(verdictOf(judge(flags(["a"], false), flags(["a"]), { require_escalation: false }))).toEqual([
      100,
      true,
      null,
    ]);
  });

  test("that is not required does not lower the score", () => {
    expect(verdictOf(judge(flags([], true), flags([])))).toEqual([100, true, null]);
  });
});

describe("a sample that cannot be scored", () => {
  test("scores 0 without output if missing outputs fail, unless the expectation is missing or unreadable", () => {
    const settings = { missing_output: "fail" as const };
    expect(judge(null, flags(["a"]), settings)).toMatchObject({
      score: 0,
      passed: false,
      flag_reason: "no_answer",
      classification: "failed",
      details: { missing_output: true },
    });
    expect(judge({}, flags(["a"]), settings)).toMatchObject({ flag_reason: "missed_escalation" });
    expect(judge(null, {}, settings)).toMatchObject({ reason: "missing_expected" });
    expect(judge(null, flags("a"), settings)).toMatchObject({ status: "errored" });
  });

  test("is skipped without output, and without expected red flags", () => {
    expect(judge(null, flags(["a"]))).toMatchObject({ status: "skipped", reason: "missing_output" });
    for (const expected of [
      null,
      "a",
      {},
      { triage_level: "urgent", escalation: true },
      { red_flags: null },
    ]) {
      expect(judge(flags(["a"]), expected)).toMatchObject({ status: "skipped", reason: "missing_expected" });
    }
  });

  test.each([
    [flags("a"), flags([]), 'output.red_flags is "a"; it must be a list.'],
    [flags([7]), flags([]), "output.red_flags[0] is 7; it must be a flag's name, or {flag, confidence}."],
    [flags([""]), flags([]), 'output.red_flags[0] is ""; it must be a flag\'s name, or {flag, confidence}.'],
    [flags(["a", {}]), flags([]), "output.red_flags[1].flag is null; it must be a text."],
    [
      flags([{ flag: "a", confidence: 90 }]),
      flags([]),
      "output.red_flags[0].confidence is 90; it must be a number from 0 to 1.",
    ],
    [flags([], "yes"), flags([]), 'output.escalated is "yes"; it must be true or false.'],
  ])("scores 0, flagged, with the fault: %j, %j", (output, expected, reason) => {
    expect(judge(output, expected)).toEqual({
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

  test.each([
    [flags([]), { red_flags: [], escalation: 1 }, "expected.escalation is 1; it must be true or false."],
    [flags("a"), { red_flags: [], escalation: 1 }, "expected.escalation is 1; it must be true or false."],
    [flags("a"), flags("b"), 'expected.red_flags is "b"; it must be a list.'],
  ])("errors for an unreadable expected answer: %j, %j", (output, expected, reason) => {
    expect(judge(output, expected)).toEqual({
      status: "errored",
      reason,
      details: { reason },
      tally: expect.any(String),
    });
  });

  test("has no flags if its output is not an object", () => {
    expect(verdictOf(judge("urgent", flags([])))).toEqual([100, true, null]);
  });
});
