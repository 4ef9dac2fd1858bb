import { describe, expect, test } from "vitest";
import { CliError } from "../cli-error.ts";
import { checkEvaluators, parseEvaluator } from "./evaluator-option.ts";

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof CliError) return error.message;
  }
  return "";
};

describe("--evaluator", () => {
  test("is a type, or a type and its settings", () => {
    expect(parseEvaluator("triage_accuracy")).toEqual({ type: "triage_accuracy" });
    expect(parseEvaluator('triage_accuracy:{"levels":["a","b"]}')).toEqual({
      type: "triage_accuracy",
      config: { levels: ["a", "b"] },
    });
  });

  test.each([
    ["triage", /"triage".*triage_accuracy/],
    ["", /"".*triage_accuracy/],
    ['triage_accuracy:{"levels":["a"]}', /levels/],
    ['triage_accuracy:{"levels":["a","a"]}', /must differ from the earlier levels/],
    [
      'triage_accuracy:{"level":["a","b"]}',
      /level is not a field that this object accepts; accepted: levels,/,
    ],
    ['triage_accuracy:{"severity_weights":{"under_triage":-1}}', /under_triage.* -1/],
    ["triage_accuracy:[]", /not a JSON object/],
    ['triage_accuracy:{"levels":["a","b"],"levels":["b","a"]}', /levels is repeated/],
    ["triage_accuracy:@/no/such.json", /Cannot read/],
  ])("%s is refused at once, and the reason names the fault", (text, reason) => {
    expect(messageOf(() => parseEvaluator(text))).toMatch(reason);
  });

  test("of one type cannot be given twice", () => {
    const evaluator = parseEvaluator("triage_accuracy");
    expect(messageOf(() => checkEvaluators([evaluator, evaluator]))).toMatch(
      /triage_accuracy is given more than once/,
    );
    expect(() => checkEvaluators([evaluator])).not.toThrow();
  });
});
