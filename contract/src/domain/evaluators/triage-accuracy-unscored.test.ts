import * as fc from "fast-check";
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

describe("a sample that cannot be scored", () => {
  test.each([null, undefined])("is skipped as missing_output when the output is %s", (output) => {
    expect(judge(output, level("urgent"))).toMatchObject({
      status: "skipped",
      reason: "missing_output",
      details: { predicted: null, expected: "urgent", classification: null },
      tally: '["urgent","missing_output"]',
    });
  });

  test.each(["fail", "skip"] as const)("errors for its expected level first, if outputs %s", (option) => {
    const settings = option === "fail" ? { missing_output: option } : {};
    expect(judge(null, null, settings)).toMatchObject({ status: "errored", tally: '[null,"errored"]' });
    expect(judge(null, level("banana"), settings)).toMatchObject({ status: "errored" });
    expect(judge(null, null, { ...settings, require_expected: false })).toMatchObject({
      status: "skipped",
      reason: "missing_expected",
    });
  });

  test("scores 0 and counts as missing_output if missing outputs fail", () => {
    expect(judge(null, level("urgent"), { missing_output: "fail" })).toEqual({
      status: "scored",
      score: 0,
      passed: false,
      flagged: true,
      flag_reason: "no_answer",
      classification: "no_answer",
      details: {
        predicted: null,
        expected: "urgent",
        classification: "no_answer",
        distance: null,
        severity_penalty: null,
        reason: "The sample has no output.",
        missing_output: true,
      },
      tally: '["urgent","missing_output"]',
    });
    expect(judge({}, level("urgent"), { missing_output: "fail" })).toMatchObject({
      score: 0,
      tally: '["urgent","no_answer"]',
    });
  });

  test.each([[null], [undefined], [{}], [level(null)], [level("")], [["emergent"]]])(
    "errors if an expected level is required and expected is %j",
    (expected) => {
      expect(judge(level("urgent"), expected)).toMatchObject({
        status: "errored",
        reason:
          "The sample has no expected triage level; expected.triage_level must be one of emergent, urgent, " +
          "semi_urgent, routine, or require_expected must be false.",
        details: { predicted: "urgent", expected: null },
        tally: '[null,"errored"]',
      });
    },
  );

  test("is skipped as missing_expected if no expected level is required", () => {
    expect(judge(level("urgent"), null, { require_expected: false })).toMatchObject({
      status: "skipped",
      reason: "missing_expected",
    });
  });

  test.each([
    ["banana", "banana"],
    [7, "7"],
  ])("errors if the expected level is %j, required or not", (value, shown) => {
    for (const require_expected of [true, false]) {
      expect(judge(level("urgent"), level(value), { require_expected })).toMatchObject({
        status: "errored",
        reason: `The expected triage level is "${shown}"; it must be one of emergent, urgent, semi_urgent, routine.`,
        tally: '[null,"errored"]',
      });
    }
  });

  test("has its expected level in the tally if the run failed on it", () => {
    const sample = { input: {}, output: level("urgent"), expected: level("emergent") };
    expect(triageAccuracy.unscored(config, sample, "errored", "The worker lost its connection.")).toEqual({
      status: "errored",
      reason: "The worker lost its connection.",
      details: {
        predicted: "urgent",
        expected: "emergent",
        classification: null,
        distance: null,
        severity_penalty: null,
        reason: "The worker lost its connection.",
      },
      tally: '["emergent","errored"]',
    });
  });
});

describe("any sample", () => {
  const anyLevel = fc.oneof(fc.constantFrom(...defaultTriageLevels), fc.jsonValue());
  const anySide = fc.oneof(fc.record({ triage_level: anyLevel }), fc.jsonValue());

  test("gets a consistent outcome, and never an exception", () => {
    fc.assert(
      fc.property(anySide, anySide, fc.boolean(), (output, expected, require_expected) => {
        const outcome = judge(output, expected, { require_expected });
        expect(Object.keys(outcome.details)).toEqual([
          "predicted",
          "expected",
          "classification",
          "distance",
          "severity_penalty",
          "reason",
        ]);
        expect(outcome.tally).not.toBeNull();
        if (outcome.status !== "scored") return;
        expect(outcome.score).toBeGreaterThanOrEqual(0);
        expect(outcome.score).toBeLessThanOrEqual(100);
        expect(outcome.passed).toBe(outcome.classification === "correct");
        expect(outcome.flagged).toBe(outcome.flag_reason !== null);
      }),
    );
  });
});
