// Reads the values of ratings as grades of a rubric.
import { triageLevelKey } from "../../domain/triage/triage-levels.ts";
import type { FieldError } from "../../platform/errors.ts";
import { splitTags } from "../../wire/csv/csv-cells.ts";
import { quoted } from "../../wire/http/quote.ts";
import { wrongValues } from "../rubrics/grade-values.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";

/** The grade for a value, and the faults of the value. */
export interface GradeReading {
  grade: Readonly<Record<string, unknown>>;
  faults: FieldError[];
}

/** Reads the value of a rating on one dimension. @param path the path of the value, for faults. */
export type ReadDimension = (value: unknown, path: string) => GradeReading;

type Option = string | number;

/** Returns a function for each dimension that reads its values, by the id of the dimension. */
export const dimensionReaders = (
  dimensions: readonly RubricDimension[],
): ReadonlyMap<string, ReadDimension> =>
  new Map(dimensions.map((dimension) => [dimension.id, readerOf(dimension)]));

/**
 * Creates the function that reads values on a dimension. Null means that the sample is not assessable. Any other value
 * is the option, the number or the truth value itself or, if it is none, the only one with the same key
 * ({@link triageLevelKey}).
 */
function readerOf(dimension: RubricDimension): ReadDimension {
  const valueOf = valueReader(dimension);
  return (given, path) => {
    if (given === null) return { grade: { value: null, not_assessable: true }, faults: [] };
    const value = valueOf(given);
    const faults = [...wrongValues(dimension, value)].map(({ place, code, message }) => ({
      path: [path, ...place].join("/"),
      code,
      message: `Grade for ${quoted(dimension.id)} is ${message}`,
    }));
    return { grade: { value }, faults };
  };
}

function valueReader({ type, options = [] }: RubricDimension): (given: unknown) => unknown {
  if (type === "boolean") {
    const words = new Map<string | null, unknown>(
      [true, false].map((word) => [triageLevelKey(String(word)), word]),
    );
    return (given) => (typeof given === "string" ? (words.get(triageLevelKey(given)) ?? given) : given);
  }
  if (type === "scale") return numberOf;
  const optionOf = optionReader(options.map(({ value }) => value));
  if (type === "categorical") return optionOf;
  return (given) => {
    const items = typeof given === "string" ? splitTags(given) : given;
    return Array.isArray(items) ? items.map(optionOf) : items;
  };
}

/** Returns the function that finds the option for a value. Without one, it returns the value. */
function optionReader(options: readonly Option[]): (given: unknown) => unknown {
  const exact = new Set<unknown>(options);
  const byKey = new Map<string | null, Option[]>();
  for (const option of options) {
    const key = triageLevelKey(option);
    byKey.set(key, [...(byKey.get(key) ?? []), option]);
  }
  return (given) => {
    if (exact.has(given) || !(typeof given === "string" || typeof given === "number")) return given;
    const [option, second] = byKey.get(triageLevelKey(given)) ?? [];
    return option !== undefined && second === undefined ? option : given;
  };
}

/** Reads a plain decimal such as `4.50`, which a table contains as text. */
function numberOf(given: unknown): unknown {
  const key = typeof given === "string" ? triageLevelKey(given) : null;
  return key?.startsWith("number ") ? Number(key.slice("number ".length)) : given;
}
