import type { RubricDimension } from "./rubric-dimensions.ts";
import { quoted } from "../../wire/http/quote.ts";

/** A fault of a grade's value, or of one item of it. */
export interface WrongValue {
  /** Path below the value: the item's index, or empty. */
  place: readonly number[];
  code: string;
  /** The value and what would be accepted, without the name of the grade: `7; the rubric's scale is 1 to 5.` */
  message: string;
}

/** Maximum number of options in a message. */
const maxListed = 20;

/** All faults of a grade's value, which is neither null nor missing. */
export function* wrongValues(dimension: RubricDimension, value: unknown): Generator<WrongValue> {
  if (dimension.type === "categorical") yield* ofCategorical(dimension, value);
  else if (dimension.type === "multi_select") yield* ofMultiSelect(dimension, value);
  else if (dimension.type === "scale") yield* ofScale(dimension, value);
  else if (typeof value !== "boolean")
    yield wrong("invalid_type", `${quoted(value)}; it must be true or false.`);
}

const wrong = (code: string, message: string, place: readonly number[] = []): WrongValue => ({
  place,
  code,
  message,
});

const optionsOf = ({ options = [] }: RubricDimension): (string | number)[] =>
  options.map(({ value }) => value);

/** `the rubric's options are "too_low", "correct"`: options are texts or numbers, and 1 is not "1". */
function optionsText(dimension: RubricDimension): string {
  const options = optionsOf(dimension);
  const listed = options.slice(0, maxListed).map((option) => quoted(option));
  const more = options.length > maxListed ? ` and ${options.length - maxListed} more` : "";
  return `the rubric's options are ${listed.join(", ")}${more}`;
}

function* ofCategorical(dimension: RubricDimension, value: unknown): Generator<WrongValue> {
  if (!new Set<unknown>(optionsOf(dimension)).has(value))
    yield wrong("invalid_value", `${quoted(value)}; ${optionsText(dimension)}.`);
}

function* ofMultiSelect(dimension: RubricDimension, value: unknown): Generator<WrongValue> {
  if (!Array.isArray(value)) {
    yield wrong("invalid_type", `${quoted(value)}; it must be an array, and ${optionsText(dimension)}.`);
    return;
  }
  const options = new Set<unknown>(optionsOf(dimension));
  const seen = new Map<unknown, number>();
  for (const [index, item] of value.entries()) {
    const first = seen.get(item);
    if (!options.has(item))
      yield wrong("invalid_value", `${quoted(item)} at place ${index}; ${optionsText(dimension)}.`, [index]);
    else if (first !== undefined) {
      const message = `${quoted(item)} at place ${index} and at place ${first} already; each option may stand once.`;
      yield wrong("duplicate", message, [index]);
    } else seen.set(item, index);
  }
}

function* ofScale(
  { min = -Infinity, max = Infinity }: RubricDimension,
  value: unknown,
): Generator<WrongValue> {
  if (typeof value !== "number") {
    yield wrong(
      "invalid_type",
      `${quoted(value)}; it must be a number: the rubric's scale is ${min} to ${max}.`,
    );
  } else if (!(value >= min && value <= max)) {
    const code = value > max ? "too_big" : "too_small";
    yield wrong(code, `${value}; the rubric's scale is ${min} to ${max}.`);
  }
}
