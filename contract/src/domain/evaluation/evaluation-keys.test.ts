import { describe, expect, test } from "vitest";
import { evaluatorKeys } from "./evaluation-keys.ts";

describe("the key of an evaluator", () => {
  test("is its name, or its type if it has no name", () => {
    const evaluators = [
      { type: "triage_accuracy" },
      { type: "triage_accuracy", name: "triage_strict" },
      { type: "custom", name: "tone" },
      { type: "custom", name: "length" },
    ];
    expect(evaluatorKeys(evaluators)).toEqual({
      keys: ["triage_accuracy", "triage_strict", "tone", "length"],
      faults: null,
    });
  });

  test.each([undefined, null])(
    "cannot be derived for a second evaluator of the same type whose name is %s",
    (name) => {
      expect(evaluatorKeys([{ type: "custom" }, { type: "custom", name }])).toEqual({
        keys: null,
        faults: [
          {
            index: 1,
            path: "/evaluators/1/name",
            message: 'A second evaluator of type "custom" must have a distinct name, such as "custom_2".',
          },
        ],
      });
    },
  );

  test("cannot be a name that is also an evaluator type", () => {
    expect(evaluatorKeys([{ type: "custom", name: "triage_accuracy" }]).faults).toEqual([
      {
        index: 0,
        path: "/evaluators/0/name",
        message:
          '"triage_accuracy" is a type of evaluator; the name of an evaluator must not be an evaluator type.',
      },
    ]);
  });

  test("cannot be used twice, not even for evaluators of different types", () => {
    const evaluators = [
      { type: "custom", name: "strict" },
      { type: "triage_accuracy", name: "strict" },
    ];
    expect(evaluatorKeys(evaluators).faults).toEqual([
      {
        index: 1,
        path: "/evaluators/1/name",
        message: '"strict" names two evaluators; each name must be unique.',
      },
    ]);
  });

  test("cannot be a name that is unsafe as a key of a JSON object", () => {
    expect(evaluatorKeys([{ type: "custom", name: "__proto__" }]).faults?.[0]?.path).toBe(
      "/evaluators/0/name",
    );
  });

  test("is refused with all faults in one error", () => {
    const evaluators = [{ type: "custom" }, { type: "custom" }, { type: "custom", name: "custom" }];
    expect(evaluatorKeys(evaluators).faults?.map(({ index }) => index)).toEqual([1, 2]);
  });
});
