import { describe, expect, test } from "vitest";
import { defaultTriageLevels } from "../triage/triage-levels.ts";
import type { Outcome } from "./evaluator.ts";
import { triageAccuracy, type TriageAccuracyConfig } from "./triage-accuracy.ts";

const config: TriageAccuracyConfig = {
  levels: defaultTriageLevels,
  severity_weights: { under_triage: 2, over_triage: 1 },
  require_expected: true,
};

const judge = (output: unknown, expected: unknown, settings: Partial<TriageAccuracyConfig> = {}): Outcome =>
  triageAccuracy.evaluate({ ...config, ...settings }, { input: {}, output, expected });

const level = (triage_level: unknown) => ({ triage_level });

const scoreOf = (outcome: Outcome): number => (outcome.status === "scored" ? outcome.score : Number.NaN);

describe("a level of the scale", () => {
  test("passes with 100 if it is the expected level", () => {
    expect(judge(level("urgent"), level("urgent"))).toEqual({
      status: "scored",
      score: 100,
      passed: true,
      flagged: false,
      flag_reason: null,
      classification: "correct",
      details: {
        predicted: "urgent",
        expected: "urgent",
        classification: "correct",
        distance: 0,
        severity_penalty: 0,
        reason: "Answered urgent, as expected.",
      },
      tally: '["urgent","level","urgent"]',
    });
  });

  test("below the expected urgency is under-triage and flagged", () => {
    // w = 2, d = 1, L = 4: 100·(1 − 2·1/3) = 33.33.
    const outcome = judge(level("urgent"), level("emergent"));
    expect(outcome).toMatchObject({
      status: "scored",
      passed: false,
      flagged: true,
      flag_reason: "under_triage",
      classification: "under_triage",
      details: {
        predicted: "urgent",
        expected: "emergent",
        classification: "under_triage",
        distance: 1,
        reason: "Answered urgent where emergent was expected: 1 level too low.",
      },
    });
    expect(scoreOf(outcome)).toBeCloseTo(100 / 3, 12);
    expect(outcome.details["severity_penalty"]).toBeCloseTo(200 / 3, 12);
  });

  test("above the expected urgency is over-triage and not flagged", () => {
    // w = 1, d = 2, L = 4: 100·(1 − 1·2/3) = 33.33.
    const outcome = judge(level("emergent"), level("semi_urgent"));
    expect(outcome).toMatchObject({
      passed: false,
      flagged: false,
      flag_reason: null,
      classification: "over_triage",
      details: {
        distance: 2,
        reason: "Answered emergent where semi_urgent was expected: 2 levels too high.",
      },
    });
    expect(scoreOf(outcome)).toBeCloseTo(100 / 3, 12);
  });

  test("never scores below 0", () => {
    // w·d = 2·3 = 6 > 3.
    expect(scoreOf(judge(level("routine"), level("emergent")))).toBe(0);
  });

  test("scores 0 for any error if both weights are L − 1", () => {
    const binary = { severity_weights: { under_triage: 3, over_triage: 3 } };
    for (const expected of config.levels) {
      for (const answered of config.levels) {
        expect(scoreOf(judge(level(answered), level(expected), binary))).toBe(
          answered === expected ? 100 : 0,
        );
      }
    }
  });

  test("does not pass with an error of weight 0", () => {
    const outcome = judge(level("emergent"), level("routine"), {
      severity_weights: { under_triage: 2, over_triage: 0 },
    });
    expect(outcome).toMatchObject({ score: 100, passed: false, classification: "over_triage" });
  });

  test("uses the position in the configured levels", () => {
    const outcome = judge(level("KTAS 3"), level("KTAS 1"), { levels: ["KTAS 1", "KTAS 2", "KTAS 3"] });
    // w = 2, d = 2, L = 3: min(1, 4/2) = 1.
    expect(outcome).toMatchObject({ score: 0, classification: "under_triage", details: { distance: 2 } });
  });
});

describe("the same level in another form", () => {
  const correct = (output: unknown, expected: unknown, levels: readonly string[] = defaultTriageLevels) =>
    expect(judge(output, expected, { levels })).toMatchObject({ score: 100, classification: "correct" });

  test.each(["Urgent", " URGENT", "ur-gent", "urgent\u200B"])("%j is the level urgent", (answer) =>
    correct(level(answer), level("urgent")),
  );

  test.each([1, "1", " 1.0 ", "１"])("%j is the level 1 of the levels 1 to 5", (answer) => {
    correct(level(answer), level(1), ["1", "2", "3", "4", "5"]);
    correct(answer, 1, ["1", "2", "3", "4", "5"]);
  });

  test("results name the level as the settings do", () => {
    const outcome = judge("SEMI URGENT", "Emergent");
    expect(outcome.details).toMatchObject({ predicted: "semi_urgent", expected: "emergent", distance: 2 });
    expect(outcome.tally).toBe('["emergent","level","semi_urgent"]');
  });

  test("-1 is not the level 1, and a text is no list of levels", () => {
    const levels = ["1", "2"];
    expect(judge(level(-1), level(1), { levels })).toMatchObject({ classification: "invalid_level" });
    expect(judge(["1"], level(1), { levels })).toMatchObject({ classification: "no_answer" });
  });

  test.each(["", "   ", "\t\u00A0", level(" ")])("%j is no answer", (answer) =>
    expect(judge(answer, "urgent")).toMatchObject({ classification: "no_answer", score: 0 }),
  );
});

describe("an output without a level of the scale", () => {
  test.each([
    ["has no triage_level", { text: "go home" }],
    ["has null as triage_level", level(null)],
    ["has an empty text as triage_level", level("")],
    ["is a list", ["emergent"]],
    ["is false", false],
  ])("scores 0 and is flagged no_answer if the output %s", (_, output) => {
    expect(judge(output, level("emergent"))).toEqual({
      status: "scored",
      score: 0,
      passed: false,
      flagged: true,
      flag_reason: "no_answer",
      classification: "no_answer",
      details: {
        predicted: null,
        expected: "emergent",
        classification: "no_answer",
        distance: null,
        severity_penalty: null,
        reason: "Answered no triage level where emergent was expected.",
      },
      tally: '["emergent","no_answer"]',
    });
  });

  test.each([
    ["banana", "banana"],
    ["emergent!", "emergent!"],
    [3, "3"],
    [true, "true"],
    [{ level: "emergent" }, "an object"],
    [["emergent"], "a list"],
    ["no_answer", "no_answer"],
  ])("scores 0 and is flagged invalid_level for %j", (answered, shown) => {
    const outcome = judge(level(answered), level("routine"));
    expect(outcome).toMatchObject({
      status: "scored",
      score: 0,
      passed: false,
      flag_reason: "invalid_level",
    });
    expect(outcome.details["predicted"]).toBe(shown);
    expect(outcome.details["reason"]).toBe(
      `Answered "${shown}" where routine was expected; the levels are emergent, urgent, semi_urgent, routine.`,
    );
    expect(outcome.tally).toBe('["routine","invalid_level"]');
  });

  test("scores 0 and is flagged invalid_level if the output is another text or number", () => {
    for (const output of ["banana", 3]) {
      expect(judge(output, level("routine"))).toMatchObject({ score: 0, classification: "invalid_level" });
    }
  });

  test("is truncated if long, and never cut inside a character", () => {
    const outcome = judge(level(`${"x".repeat(99)}😀 and much more`), level("routine"));
    expect(outcome.details["predicted"]).toBe(`${"x".repeat(99)}…`);
  });
});
