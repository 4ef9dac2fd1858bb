import { describe, expect, test } from "vitest";
import { custom, customRequest, readCustomResponse } from "./custom.ts";

const config = { webhook_url: "https://evaluator.example.org/score", timeout_seconds: 30, retry_count: 3 };
const sample = {
  id: "smp_1",
  external_id: null,
  input: "in",
  output: "out",
  expected: null,
  metadata: { clinic: 4 },
};

describe("the request to a custom evaluator", () => {
  test("contains the unchanged sample, the evaluator, the evaluation, the attempt and the run", () => {
    const stored = { ...sample, sample_version: 3, output_version: null };
    const question = { evaluation: "eval_1", name: "tone", attempt: 2, run: 3, sample: stored };
    expect(customRequest(config, question)).toEqual({
      type: "evaluation.sample.score",
      evaluation: "eval_1",
      evaluator: { type: "custom", name: "tone", config },
      attempt: 2,
      run: 3,
      sample,
    });
  });
});

describe("the outcome of a custom evaluator without a call", () => {
  test("a sample without output is skipped", () => {
    expect(custom.evaluate(config, { input: 1, output: null, expected: 1 })).toMatchObject({
      status: "skipped",
      reason: "missing_output",
    });
  });

  test("a sample without output scores 0 if missing outputs fail", () => {
    const failing = { ...config, missing_output: "fail" as const };
    expect(custom.evaluate(failing, { input: 1, output: null, expected: 1 })).toEqual({
      status: "scored",
      score: 0,
      passed: false,
      flagged: true,
      flag_reason: "no_answer",
      classification: "failed",
      details: { reason: "The sample has no output.", missing_output: true },
      tally: null,
    });
  });

  test("any other sample is errored until the endpoint responds, regardless of the expected answer", () => {
    for (const expected of [null, 1])
      expect(custom.evaluate(config, { input: 1, output: 1, expected })).toMatchObject({ status: "errored" });
  });

  test("the details of an unscored sample contain the reason", () => {
    expect(custom.unscored(config, sample, "errored", "Why.")).toEqual({
      status: "errored",
      reason: "Why.",
      details: { reason: "Why." },
      tally: null,
    });
  });
});

describe("the response of a custom evaluator", () => {
  const plain = {
    status: "scored",
    flagged: false,
    flag_reason: null,
    classification: null,
    details: {},
    tally: null,
  };

  test("passes at 70 and above by default", () => {
    expect(readCustomResponse({ score: 70 })).toEqual({ ...plain, score: 70, passed: true });
    expect(readCustomResponse({ score: 69.999 })).toEqual({ ...plain, score: 69.999, passed: false });
    expect(readCustomResponse({ score: 0, passed: true })).toMatchObject({ score: 0, passed: true });
    expect(readCustomResponse({ score: 100, passed: false })).toMatchObject({ score: 100, passed: false });
    expect(readCustomResponse({ score: 100, passed: null })).toMatchObject({ passed: true });
  });

  test("skips the sample if the score is null, and retains its details", () => {
    expect(readCustomResponse({ score: null, passed: true, details: { a: 1 } })).toEqual({
      status: "skipped",
      reason: "not_scored",
      details: { a: 1 },
      tally: null,
    });
  });

  test("flags the sample with or without a reason; a reason without a flag is ignored", () => {
    expect(readCustomResponse({ score: 1, flagged: true, flag_reason: "rude" })).toMatchObject({
      flagged: true,
      flag_reason: "rude",
    });
    expect(readCustomResponse({ score: 1, flagged: true })).toMatchObject({
      flagged: true,
      flag_reason: null,
    });
    expect(readCustomResponse({ score: 1, flag_reason: "rude" })).toMatchObject({
      flagged: false,
      flag_reason: null,
    });
  });

  test("sets the class from details.classification if it is a short text", () => {
    const classOf = (classification: unknown) => {
      const outcome = readCustomResponse({ score: 1, details: { classification } });
      return outcome.status === "scored" ? outcome.classification : outcome.reason;
    };
    expect(classOf("kind")).toBe("kind");
    for (const none of [undefined, null, "", 3, {}, "__proto__", "x".repeat(101)])
      expect(classOf(none)).toBeNull();
  });

  test("may contain further fields", () => {
    expect(readCustomResponse({ score: 1, model: "x", details: null })).toMatchObject({
      status: "scored",
      details: {},
    });
  });

  test.each([
    ["text", "a string"],
    [null, "null"],
    [[{ score: 1 }], "an array"],
    [7, "a number"],
  ])("is invalid if it is %j", (answer, kind) => {
    const reason = `The response of the custom evaluator is invalid: it is ${kind}; it must be a JSON object with a score.`;
    expect(readCustomResponse(answer)).toEqual({
      status: "errored",
      reason,
      details: { reason },
      tally: null,
    });
  });

  test.each([
    [{}, "score is required: it must be a number from 0 to 100, or null"],
    [{ score: -0.001 }, "score is -0.001; it must be a number from 0 to 100, or null"],
    [{ score: 100.001 }, "score is 100.001; it must be a number from 0 to 100, or null"],
    [{ score: Number.NaN }, "score is NaN; it must be a number from 0 to 100, or null"],
    [{ score: Number.POSITIVE_INFINITY }, "score is Infinity; it must be a number from 0 to 100, or null"],
    [{ score: "90" }, 'score is "90"; it must be a number from 0 to 100, or null'],
    [{ score: true }, "score is true; it must be a number from 0 to 100, or null"],
    [{ score: 1, passed: "yes" }, 'passed is "yes"; it must be true or false'],
    [{ score: 1, flagged: 1 }, "flagged is 1; it must be true or false"],
    [
      { score: 1, flag_reason: {} },
      "flag_reason is an object; it must be a string of at most 1000 characters",
    ],
    [
      { score: 1, flag_reason: "x".repeat(1001) },
      "flag_reason is a string of 1001 characters; it must be a string of at most 1000 characters",
    ],
    [{ score: 1, details: [1] }, "details is an array; it must be a JSON object"],
    [{ score: null, details: "no" }, "details is a string; it must be a JSON object"],
    [
      { score: 1, details: { ["x".repeat(201)]: 1 } },
      "a name in details is too long; it must have at most 200 characters",
    ],
  ])("makes the sample errored, with the fault, if it is %j", (answer, fault) => {
    const reason = `The response of the custom evaluator is invalid: ${fault}.`;
    expect(readCustomResponse(answer)).toMatchObject({ status: "errored", reason, details: { reason } });
  });
});
