// Finds annotations of statements that have no effect because their names or values are misspelt.
import { SimilarNames } from "../../../domain/values/similar-names.ts";
import { quoted } from "../../../wire/http/quote.ts";
import { findingsAt, type TextRange } from "./text-positions.ts";
import { textValueOf, tokensOf } from "./name-ranges.ts";
import type { CheckedText } from "../../policies/policy-contents.ts";
import { maxFindings } from "../../policies/policy-finding.ts";

/** The annotations that have an effect, with their accepted values; undefined if any text is accepted. */
const known: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ["message", undefined],
  ["remedy", undefined],
  ["warning", undefined],
  ["obligation", undefined],
  ["transform", undefined],
  ["absent", ["allow"]],
  ["nulls", ["absent"]],
]);
const similar = new SimilarNames(known.keys());

interface Annotation {
  name: string;
  nameRange: TextRange;
  /** Empty if the annotation has no value. */
  value: string;
  valueRange: TextRange;
}

/**
 * The annotations in a text without syntax errors. In such a text, only annotations have an `@` outside
 * strings and comments.
 */
function annotationsOf(text: string): Annotation[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, at): Annotation[] => {
    const [name, bracket, value] = tokens.slice(at + 1, at + 4);
    if (token.text !== "@" || !name) return [];
    const valued = bracket?.text === "(" ? value : undefined;
    return [
      {
        name: name.text,
        nameRange: name,
        value: valued ? textValueOf(valued.text) : "",
        valueRange: valued ?? name,
      },
    ];
  });
}

/** The finding about the value of an annotation; undefined if the value is accepted. */
function faultyValue({ name, value, valueRange }: Annotation) {
  const accepted = known.get(name);
  if (!accepted || accepted.includes(value)) return undefined;
  return {
    code: "unknown_annotation_value",
    message: `@${name} is ${quoted(value)}; it must be ${accepted.map(quoted).join(" or ")}`,
    suggestion: new SimilarNames(accepted).nearestTo(value),
    range: valueRange,
  };
}

/**
 * The finding about a name that is similar to a known one. Undefined if the name is known. Also undefined if
 * no known name is similar, because the annotation is then a note of the author.
 */
function misspeltName({ name, nameRange }: Annotation) {
  const suggestion = known.has(name) ? null : similar.nearestTo(name);
  if (suggestion === null) return undefined;
  return {
    code: "unknown_annotation",
    message: `@${name} has no effect; did you mean @${suggestion}?`,
    suggestion,
    range: nameRange,
  };
}

/**
 * Adds findings about the annotations of a text. An unknown value of a known annotation is an error. A name
 * that is similar to a known one causes a warning. Other names, such as `@id`, are notes of the author.
 *
 * @param checked the result of checking the text. If it contains no statement, nothing is added.
 */
export function withAnnotations(text: string, checked: CheckedText): CheckedText {
  if (checked.statements.length === 0) return checked;
  const annotations = annotationsOf(text);
  const errors = findingsAt(text, annotations.flatMap((one) => faultyValue(one) ?? []).slice(0, maxFindings));
  const warnings = findingsAt(
    text,
    annotations.flatMap((one) => misspeltName(one) ?? []).slice(0, maxFindings),
  );
  return {
    ...checked,
    errors: [...errors, ...checked.errors].slice(0, maxFindings),
    warnings: [...warnings, ...checked.warnings].slice(0, maxFindings),
  };
}
