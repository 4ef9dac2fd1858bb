import { describe, expect, test } from "vitest";
import { loadCedar } from "../engine/load-cedar.fixture.ts";
import { TextChecker } from "./text-checker.ts";
import { uncheckedText } from "../../policies/unchecked-text.ts";
import { withAnnotations } from "./policy-annotations.ts";

const checker = new TextChecker(loadCedar);
const statement = "forbid (principal is agent, action, resource);";

/** The errors and warnings about a text. Expects the same findings with and without the engine. */
const findingsOf = (text: string) => {
  const [checked, unchecked] = [checker.check(text), withAnnotations(text, uncheckedText(text))];
  expect(unchecked.errors).toEqual(checked.errors);
  expect(unchecked.warnings).toEqual(checked.warnings);
  return { errors: checked.errors, warnings: checked.warnings };
};

describe("an annotation", () => {
  test.each([
    '@absent("allow")',
    '@nulls("absent")',
    '@ nulls // @absent("alow")\n ( "\\u{61}bsent" )',
    '@id("cap")',
    '@description("@absent(\\"alow\\")")',
    "@reviewed",
    '@message("")',
    '@transform("[]")',
  ])("%s has no finding", (annotation) => {
    expect(findingsOf(`${annotation} ${statement}`)).toEqual({ errors: [], warnings: [] });
  });

  test("after a comment that a carriage return ends is checked", () => {
    const { errors } = findingsOf(`// note\r@absent("alow") ${statement}`);
    expect(errors).toMatchObject([{ code: "unknown_annotation_value", line: 1, column: 17 }]);
    expect(findingsOf(`// @absent("alow")\r${statement}`).errors).toEqual([]);
  });

  test.each([
    ['@absent("alow")', '@absent is "alow"; it must be "allow"', "allow", [9, 15]],
    ['@nulls("absnt")', '@nulls is "absnt"; it must be "absent"', "absent", [8, 15]],
    ['@nulls("Absent")', '@nulls is "Absent"; it must be "absent"', "absent", [8, 16]],
    ['@absent("keep")', '@absent is "keep"; it must be "allow"', null, [9, 15]],
    ["@absent", '@absent is ""; it must be "allow"', null, [2, 8]],
  ] as const)("%s has an unknown value", (annotation, message, suggestion, [column, endColumn]) => {
    const code = "unknown_annotation_value";
    expect(findingsOf(`${statement}\n${annotation} ${statement}`)).toEqual({
      errors: [{ code, message, suggestion, line: 2, column, endLine: 2, endColumn }],
      warnings: [],
    });
  });

  test.each([
    ['@mesage("x")', "message", 8],
    ['@Absent("allow")', "absent", 8],
    ['@null("absent")', "nulls", 6],
  ] as const)("%s has a misspelt name", (annotation, suggestion, endColumn) => {
    const [name] = /\w+/.exec(annotation) ?? [];
    expect(findingsOf(`${annotation} ${statement}`)).toEqual({
      errors: [],
      warnings: [
        {
          code: "unknown_annotation",
          message: `@${name} has no effect; did you mean @${suggestion}?`,
          suggestion,
          line: 1,
          column: 2,
          endLine: 1,
          endColumn,
        },
      ],
    });
  });
});

test("a text with a syntax error has no findings about its annotations", () => {
  const { errors } = checker.check(`@absent("alow") ${statement} forbid`);
  expect(errors.map(({ code }) => code)).toEqual(["policy_text"]);
});
