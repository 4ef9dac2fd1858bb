import { describe, expect, test } from "vitest";
import type { RubricDimension } from "./rubric-dimensions.ts";
import { gradeFaults } from "./grade-rules.ts";

const accuracy: RubricDimension = {
  id: "accuracy",
  name: "Was the level right?",
  type: "categorical",
  required: true,
  options: [
    { value: "correct", label: "Right" },
    { value: "too_low", label: "Too low" },
    { value: 3, label: "Three" },
  ],
};
const urgency: RubricDimension = {
  id: "urgency",
  name: "How urgent?",
  type: "scale",
  required: false,
  min: 1,
  max: 5,
};
const safe: RubricDimension = { id: "safe", name: "Safe?", type: "boolean", required: false };
const harms: RubricDimension = {
  id: "harms",
  name: "Harms",
  type: "multi_select",
  required: false,
  options: [
    { value: "delay", label: "Delay" },
    { value: "dose", label: "Dose" },
  ],
};
const rubric = [accuracy, urgency, safe, harms];

const fine = { accuracy: { value: "correct" } };
const faults = (grades: Record<string, unknown>) =>
  gradeFaults(rubric, grades).map(({ path, code, message }) => [path, code, message]);

describe("grades", () => {
  test("are valid if each value matches its dimension; optional dimensions may be absent", () => {
    expect(faults(fine)).toEqual([]);
    expect(
      faults({
        accuracy: { value: 3, confidence: "high", correct_level: "emergent", not_assessable: false },
        urgency: { value: 2.5 },
        safe: { value: false },
        harms: { value: [] },
      }),
    ).toEqual([]);
    expect(faults({ ...fine, urgency: { value: 1 }, harms: { value: ["dose", "delay"] } })).toEqual([]);
    expect(faults({ ...fine, urgency: { value: 5 } })).toEqual([]);
  });

  test("have all faults returned, in the rubric's order, unknown dimensions last", () => {
    expect(
      faults({
        extra: { value: 1 },
        harms: { value: ["dose", "x", "dose"] },
        safe: { value: 1 },
        urgency: { value: 7 },
      }),
    ).toEqual([
      ["/grades/accuracy", "required", 'Grade for "accuracy" is required: the rubric requires it.'],
      ["/grades/urgency/value", "too_big", 'Grade for "urgency" is 7; it must be from 1 to 5.'],
      ["/grades/safe/value", "invalid_type", 'Grade for "safe" is 1; it must be true or false.'],
      [
        "/grades/harms/value/1",
        "invalid_value",
        'Grade for "harms" is "x" at index 1; it must be one of "delay", "dose".',
      ],
      [
        "/grades/harms/value/2",
        "duplicate",
        'Grade for "harms" is "dose" at the indexes 0 and 2; each option must occur only once.',
      ],
      [
        "/grades/extra",
        "unknown_dimension",
        '"extra" is not a dimension of the rubric; it must be one of "accuracy", "urgency", "safe", "harms".',
      ],
    ]);
  });

  test.each([
    ["correct", "invalid_type"],
    [null, "invalid_type"],
    [["correct"], "invalid_type"],
    [3, "invalid_type"],
  ])("must be objects: %j is refused", (grade, code) => {
    expect(faults({ accuracy: grade })).toEqual([
      [
        "/grades/accuracy",
        code,
        `Grade for "accuracy" is ${JSON.stringify(grade)}; it must be an object such as {"value": …}.`,
      ],
    ]);
  });

  test.each([
    ["accuracy", "fine", "invalid_value", '"fine"; it must be one of "correct", "too_low", 3.'],
    // An option is a string or a number; "3" does not equal 3.
    ["accuracy", "3", "invalid_value", '"3"; it must be one of "correct", "too_low", 3.'],
    ["accuracy", ["correct"], "invalid_value", '["correct"]; it must be one of "correct", "too_low", 3.'],
    ["urgency", 0.99, "too_small", "0.99; it must be from 1 to 5."],
    ["urgency", Infinity, "too_big", "Infinity; it must be from 1 to 5."],
    ["urgency", "4", "invalid_type", '"4"; it must be a number from 1 to 5.'],
    ["safe", "true", "invalid_type", '"true"; it must be true or false.'],
    ["harms", "dose", "invalid_type", '"dose"; it must be an array of "delay", "dose".'],
  ])("of %s reject the value %j", (id, value, code, rest) => {
    expect(faults({ ...fine, [id]: { value } })).toEqual([
      [`/grades/${id}/value`, code, `Grade for "${id}" is ${rest}`],
    ]);
  });

  test("may be null only with not_assessable, and must be null with it", () => {
    expect(faults({ accuracy: { value: null, not_assessable: true } })).toEqual([]);
    expect(faults({ accuracy: { value: null } })).toEqual([
      [
        "/grades/accuracy/value",
        "invalid_value",
        'Grade for "accuracy" is null; it must be {"value": null, "not_assessable": true} if the sample cannot be graded.',
      ],
    ]);
    expect(faults({ accuracy: { value: null, not_assessable: "yes" } })).toMatchObject([
      ["/grades/accuracy/value", "invalid_value", expect.anything()],
      [
        "/grades/accuracy/not_assessable",
        "invalid_type",
        'not_assessable of the grade for "accuracy" is "yes"; it must be true or false.',
      ],
    ]);
    expect(faults({ accuracy: { value: "correct", not_assessable: true } })).toEqual([
      [
        "/grades/accuracy/value",
        "invalid_value",
        'Grade for "accuracy" is "correct" although not_assessable is true; it must be null.',
      ],
    ]);
    for (const grade of [{}, { not_assessable: true }, { confidence: "high" }])
      expect(faults({ accuracy: grade })).toEqual([
        [
          "/grades/accuracy/value",
          "required",
          'Grade for "accuracy" has no value; set a value, or {"value": null, "not_assessable": true} if the sample cannot be graded.',
        ],
      ]);
  });

  test("have a confidence that is a text of at most 50 characters", () => {
    expect(faults({ accuracy: { value: "correct", confidence: "x".repeat(50) } })).toEqual([]);
    expect(faults({ accuracy: { value: "correct", confidence: 0.9 } })).toEqual([
      [
        "/grades/accuracy/confidence",
        "invalid_type",
        'confidence of the grade for "accuracy" is 0.9; it must be a string of at most 50 characters, such as "high".',
      ],
    ]);
    expect(faults({ accuracy: { value: "correct", confidence: "x".repeat(51) } })).toMatchObject([
      ["/grades/accuracy/confidence", "too_big", expect.anything()],
    ]);
  });

  test("have at most 4 KiB of other members", () => {
    // {"note":"…"} takes 11 bytes plus the text.
    const withNote = (characters: number) => ({
      accuracy: { value: "correct", note: "x".repeat(characters) },
    });
    expect(faults(withNote(4096 - 11))).toEqual([]);
    expect(faults(withNote(4097 - 11))).toEqual([
      [
        "/grades/accuracy",
        "too_big",
        'Grade for "accuracy" has further members with 4097 bytes of JSON; they must have at most 4096 bytes.',
      ],
    ]);
    // Each character takes two bytes in UTF-8.
    expect(faults({ accuracy: { value: "correct", note: "é".repeat(2043) } })).toHaveLength(1);
  });

  test("cannot have a member named __proto__, and prototype names are not dimensions", () => {
    const grades = JSON.parse('{"accuracy":{"value":"correct","__proto__":{"value":1}}}');
    expect(faults(grades)).toEqual([
      [
        "/grades/accuracy/__proto__",
        "invalid_key",
        'Grade for "accuracy" has a member named __proto__; it must not have one.',
      ],
    ]);
    expect(
      faults(JSON.parse('{"accuracy":{"value":"correct"},"__proto__":1,"constructor":2}')),
    ).toMatchObject([
      ["/grades/__proto__", "unknown_dimension", expect.anything()],
      ["/grades/constructor", "unknown_dimension", expect.anything()],
    ]);
    expect(gradeFaults([{ ...accuracy, id: "constructor" }], {})).toHaveLength(1);
    expect(gradeFaults([{ ...accuracy, id: "a/b~c" }], { "a/b~c": { value: 1 } })[0]?.path).toBe(
      "/grades/a~1b~0c/value",
    );
  });

  test("have at most 1,000 faults, whose messages list only some of many options", () => {
    const options = Array.from({ length: 23 }, (_, value) => ({ value, label: "An option" }));
    const [fault] = gradeFaults([{ ...accuracy, options }], { accuracy: { value: "x" } });
    expect(fault?.message).toMatch(/ 18, 19 and 3 more\.$/);
    const many = gradeFaults([harms], { harms: { value: Array.from({ length: 5000 }, () => "x") } });
    expect(many).toHaveLength(1000);
  });
});
