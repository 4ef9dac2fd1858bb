import type { RubricDimension } from "./rubric-dimensions.ts";
import { quoted } from "../../wire/http/quote.ts";

/** A fault in a grade's value, or in one item of the value. */
export interface WrongValue {
  /** Path below the value: the item's index, or empty for the whole value. */
  place: readonly number[];
  code: string;
  /** The value and the accepted values, without the name of the grade: `7; it must be from 1 to 5.` */
  message: string;
}

/** Maximum number of options in a message. */
const maxListed = 20;

/** Yields all faults in a grade's value, which must be neither null nor missing. */
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

/** Formats options: `"too_low", "correct"`. Options are strings or numbers, and 1 does not equal "1". */
function optionsText(dimension: RubricDimension): string {
  const options = optionsOf(dimension);
  const listed = options.slice(0, maxListed).map((option) => quoted(option));
  const more = options.length > maxListed ? ` and ${options.length - maxListed} more` : "";
  return `${listed.join(", ")}${more}`;
}

function* ofCategorical(dimension: RubricDimension, value: unknown): Generator<WrongValue> {
  if (!new Set<unknown>(optionsOf(dimension)).has(value))
    yield wrong("invalid_value", `${quoted(value)}; it must be one of ${optionsText(dimension)}.`);
}

function* ofMultiSelect(dimension: RubricDimension, value: unknown): Generator<WrongValue> {
  if (!Array.isArray(value)) {
    yield wrong("invalid_type", `${quoted(value)}; it must be an array of ${optionsText(dimension)}.`);
    return;
  }
  const options = new Set<unknown>(optionsOf(dimension));
  const seen = new Map<unknown, number>();
  for (const [index, item] of value.entries()) {
    const first = seen.get(item);
    if (!options.has(item))
      yield wrong(
        "invalid_value",
        `${quoted(item)} at index ${index}; it must be one of ${optionsText(dimension)}.`,
        [index],
      );
    else if (first !== undefined) {
      const message = `${quoted(item)} at the indexes ${first} and ${index}; each option must occur only once.`;
      yield wrong("duplicate", message, [index]);
    } else seen.set(item, index);
  }
}

function* ofScale(
  { min = -Infinity, max = Infinity }: RubricDimension,
  value: unknown,
): Generator<WrongValue> {
  if (typeof value !== "number") {
    yield wrong("invalid_type", `${quoted(value)}; it must be a number from ${min} to ${max}.`);
  } else if (!(value >= min && value <= max)) {
    const code = value > max ? "too_big" : "too_small";
    yield wrong(code, `${value}; it must be from ${min} to ${max}.`);
  }
}
