/** The grades that a dimension accepts. */
export type GradeScale =
  | { type: "boolean" }
  /**
   * A grade is one of the options, which are in the rubric's order. `ordered` states whether this order has a
   * meaning.
   */
  | { type: "categorical"; values: readonly (string | number)[]; ordered: boolean }
  /** A grade is any subset of the options. */
  | { type: "multi_select"; values: readonly (string | number)[] }
  /** Any number. */
  | { type: "scale" };

/** A single grade. A multi_select grade is the set of chosen options, in any order. */
export type GradeValue = string | number | boolean | readonly (string | number)[];

/** The distances between two grades that Krippendorff's α can use. */
export const alphaMetrics = ["nominal", "ordinal", "interval"] as const;

/** One of {@link alphaMetrics}. */
export type AlphaMetric = (typeof alphaMetrics)[number];

/**
 * Returns the distances that have a meaning on a scale, in the order of {@link alphaMetrics}. The last is the
 * default.
 */
export function meaningfulMetrics(scale: GradeScale): readonly [...AlphaMetric[], AlphaMetric] {
  if (scale.type === "scale") return alphaMetrics;
  return scale.type === "categorical" && scale.ordered ? ["nominal", "ordinal"] : ["nominal"];
}

/** Returns the default distance on a scale. */
export const defaultMetric = (scale: GradeScale): AlphaMetric => meaningfulMetrics(scale).at(-1) ?? "nominal";

/** The categories into which grades fall. */
export interface GradeCategories {
  /** Distinct names, in order. */
  names: readonly string[];
  /** The positions for quadratic weights; `null` if the categories have no order. */
  positions: Float64Array | null;
  /**
   * Returns the index of the grade's category in `names`. Throws a RangeError for a grade outside the scale.
   */
  placeOf: (grade: GradeValue) => number;
}

function notOnScale(grade: GradeValue, accepted: string): RangeError {
  // `JSON.stringify` writes NaN as null.
  const shown = typeof grade === "number" ? String(grade) : JSON.stringify(grade);
  return new RangeError(`Grade is ${shown}; the scale accepts ${accepted}.`);
}

/** Returns distinct names for the categories. If both 1 and "1" are options, the names keep the quotes. */
function namesOf(values: readonly (string | number)[]): string[] {
  const seen = new Map<string, number>();
  for (const value of values) seen.set(String(value), (seen.get(String(value)) ?? 0) + 1);
  return values.map((value) => {
    const name = String(value);
    return (seen.get(name) ?? 0) > 1 ? JSON.stringify(value) : name;
  });
}

/** Returns the index of each option. Numeric options stay numbers, so that 10 sorts after 2. */
function placesOf(values: readonly (string | number)[]): Map<unknown, number> {
  const places = new Map<unknown, number>(values.map((value, place) => [value, place]));
  if (places.size !== values.length)
    throw new RangeError(`The scale's values are ${JSON.stringify(values)}; they must be distinct.`);
  return places;
}

function options(values: readonly (string | number)[]): GradeCategories {
  const places = placesOf(values);
  return {
    names: namesOf(values),
    positions: Float64Array.from(values.keys()),
    placeOf: (grade) => {
      const place = places.get(grade);
      if (place === undefined) throw notOnScale(grade, `one of ${JSON.stringify(values)}`);
      return place;
    },
  };
}

const booleans: GradeCategories = {
  names: ["false", "true"],
  positions: Float64Array.of(0, 1),
  placeOf: (grade) => {
    if (typeof grade !== "boolean") throw notOnScale(grade, "true or false");
    return Number(grade);
  },
};

/** Creates one category for each distinct number in the grades. */
function numbers(grades: Iterable<GradeValue>): GradeCategories {
  const given = new Set<number>();
  for (const grade of grades) {
    if (typeof grade !== "number" || !Number.isFinite(grade)) throw notOnScale(grade, "finite numbers");
    given.add(grade);
  }
  const values = Float64Array.from(given).sort();
  const places = new Map<unknown, number>(Array.from(values, (value, place) => [value, place]));
  return {
    names: Array.from(values, String),
    positions: values,
    placeOf: (grade) => {
      const place = places.get(grade);
      if (place === undefined) throw notOnScale(grade, "the numbers among the grades");
      return place;
    },
  };
}

/** Returns the indexes of the chosen options, sorted and distinct, so that equal sets have equal lists. */
function chosenPlaces(grade: GradeValue, places: Map<unknown, number>): number[] {
  const accepted = () => `lists of ${JSON.stringify([...places.keys()])}`;
  if (typeof grade !== "object") throw notOnScale(grade, accepted());
  const chosen = new Set<number>();
  for (const option of grade) {
    const place = places.get(option);
    if (place === undefined) throw notOnScale(grade, accepted());
    chosen.add(place);
  }
  return [...chosen].toSorted((one, other) => one - other);
}

/** Creates one category for each distinct set of options in the grades. */
function sets(values: readonly (string | number)[], grades: Iterable<GradeValue>): GradeCategories {
  const places = placesOf(values);
  const keyOf = (grade: GradeValue) =>
    JSON.stringify(chosenPlaces(grade, places).map((place) => values[place]));
  const names = [...new Set(Array.from(grades, keyOf))].toSorted();
  const categories = new Map(names.map((name, place) => [name, place]));
  return {
    names,
    positions: null,
    placeOf: (grade) => {
      const place = categories.get(keyOf(grade));
      if (place === undefined) throw notOnScale(grade, "the sets among the grades");
      return place;
    },
  };
}

/**
 * Returns the categories of a scale. If the scale has named values, each of them is a category, whether used
 * or not. For numbers and sets of options, the categories are the values found in the grades.
 *
 * @param scale the accepted grades.
 * @param grades all grades, in any order.
 * @throws {RangeError} if the scale contains a value twice, or if a grade that would form a category is
 *   outside the scale.
 */
export function gradeCategories(scale: GradeScale, grades: Iterable<GradeValue>): GradeCategories {
  switch (scale.type) {
    case "boolean":
      return booleans;
    case "categorical":
      return options(scale.values);
    case "multi_select":
      return sets(scale.values, grades);
    case "scale":
      return numbers(grades);
  }
}

/** Returns a power of two near the largest value. Division by a power of two does not round. */
function magnitudeOf(values: Float64Array): number {
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return largest === 0 ? 1 : 2 ** Math.min(1023, Math.max(-1000, Math.ceil(Math.log2(largest))));
}

/**
 * Subtracts the middle position from all positions and scales the results to values near 1. Squared distances
 * then neither overflow nor underflow. Ratios of distances stay exact if doubles can represent the
 * differences.
 *
 * @param positions finite numbers in any order; the element at the middle index is the middle position.
 */
export function centeredPositions(positions: Float64Array): Float64Array {
  const size = magnitudeOf(positions);
  const scaled = positions.map((position) => position / size);
  const middle = scaled[Math.floor(scaled.length / 2)] ?? 0;
  const moved = scaled.map((position) => position - middle);
  const spread = magnitudeOf(moved);
  return moved.map((position) => position / spread);
}
