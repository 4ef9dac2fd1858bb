import { isRecord } from "../../domain/values/is-record.ts";
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import type { RubricDimension } from "./rubric-dimensions.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";
import { wrongValues } from "./grade-values.ts";

/** Maximum number of faults to collect. A problem document lists fewer. */
const maxFaults = 1000;

const utf8 = new TextEncoder();

const bytesOf = (value: unknown): number => utf8.encode(JSON.stringify(value)).length;

/**
 * Checks a reviewer's grades against the dimensions of a rubric.
 *
 * @param dimensions the dimensions of the task's rubric.
 * @param grades maps dimension ids to `{value, not_assessable?, confidence?, …}`, as sent (any JSON value).
 * @returns all faults (at most 1,000), each with its path and the accepted values; empty if the grades are
 *   valid. Faults of the rubric's dimensions come first, in the rubric's order, then unknown dimensions in
 *   the order sent.
 */
export function gradeFaults(
  dimensions: readonly RubricDimension[],
  grades: Readonly<Record<string, unknown>>,
): FieldError[] {
  const faults: FieldError[] = [];
  for (const fault of faultsOf(dimensions, grades)) {
    faults.push(fault);
    if (faults.length === maxFaults) break;
  }
  return faults;
}

function* faultsOf(
  dimensions: readonly RubricDimension[],
  grades: Readonly<Record<string, unknown>>,
): Generator<FieldError> {
  for (const dimension of dimensions) {
    if (Object.hasOwn(grades, dimension.id)) yield* faultsOfGrade(dimension, grades[dimension.id]);
    else if (dimension.required)
      yield faultAt([dimension.id], "required", `${naming(dimension)} is required: the rubric requires it.`);
  }
  const known = dimensions.map(({ id }) => id);
  const ofRubric = new Set(known);
  for (const id of Object.keys(grades)) {
    if (ofRubric.has(id)) continue;
    const message = `${quoted(id)} is not a dimension of the rubric; it must be one of ${known.map((one) => quoted(one)).join(", ")}.`;
    yield faultAt([id], "unknown_dimension", message);
  }
}

const naming = ({ id }: RubricDimension): string => `Grade for ${quoted(id)}`;

const faultAt = (path: readonly (string | number)[], code: string, message: string): FieldError => ({
  path: jsonPointer(["grades", ...path]),
  code,
  message,
});

function* faultsOfGrade(dimension: RubricDimension, grade: unknown): Generator<FieldError> {
  const { id } = dimension;
  const name = naming(dimension);
  if (!isRecord(grade)) {
    const message = `${name} is ${quoted(grade)}; it must be an object such as {"value": …}.`;
    yield faultAt([id], "invalid_type", message);
    return;
  }
  const { value, not_assessable: notAssessable, confidence, ...further } = grade;
  yield* faultsOfValue(dimension, value, notAssessable);
  if (notAssessable !== undefined && typeof notAssessable !== "boolean") {
    const message = `not_assessable of the grade for ${quoted(id)} is ${quoted(notAssessable)}; it must be true or false.`;
    yield faultAt([id, "not_assessable"], "invalid_type", message);
  }
  if (confidence !== undefined && !(typeof confidence === "string" && confidence.length <= 50)) {
    const code = typeof confidence === "string" ? "too_big" : "invalid_type";
    const message = `confidence of the grade for ${quoted(id)} is ${quoted(confidence)}; it must be a string of at most 50 characters, such as "high".`;
    yield faultAt([id, "confidence"], code, message);
  }
  // Destructuring copies `__proto__` as a regular member. Response validation would drop this member
  // silently.
  if (Object.hasOwn(further, "__proto__")) {
    const message = `${name} has a member named __proto__; it must not have one.`;
    yield faultAt([id, "__proto__"], "invalid_key", message);
  }
  const bytes = bytesOf(further);
  if (bytes > limits.gradeExtraBytes) {
    const message = `${name} has further members with ${bytes} bytes of JSON; they must have at most ${counted(limits.gradeExtraBytes, "byte")}.`;
    yield faultAt([id], "too_big", message);
  }
}

function* faultsOfValue(
  dimension: RubricDimension,
  value: unknown,
  notAssessable: unknown,
): Generator<FieldError> {
  const { id } = dimension;
  const name = naming(dimension);
  const path = [id, "value"];
  if (value === undefined) {
    yield faultAt(
      path,
      "required",
      `${name} has no value; set a value, or {"value": null, "not_assessable": true} if the sample cannot be graded.`,
    );
  } else if (value === null) {
    if (notAssessable === true) return;
    const message = `${name} is null; it must be {"value": null, "not_assessable": true} if the sample cannot be graded.`;
    yield faultAt(path, "invalid_value", message);
  } else if (notAssessable === true) {
    const message = `${name} is ${quoted(value)} although not_assessable is true; it must be null.`;
    yield faultAt(path, "invalid_value", message);
  } else {
    for (const { place, code, message } of wrongValues(dimension, value))
      yield faultAt([...path, ...place], code, `${name} is ${message}`);
  }
}
