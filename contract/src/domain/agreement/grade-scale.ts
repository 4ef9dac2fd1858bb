/** What a dimension's grades may be. */
export type GradeScale =
  | { type: "boolean" }
  /** One of the options, in the rubric's order. */
  | { type: "categorical"; values: readonly (string | number)[] }
  /** Any subset of the options. */
  | { type: "multi_select"; values: readonly (string | number)[] }
  /** A number. */
  | { type: "scale" };

/** One grade; a multi_select one is the options chosen, in any order. */
export type GradeValue = string | number | boolean | readonly (string | number)[];

/** How far apart two grades are for Krippendorff's α. */
export type AlphaMetric = "nominal" | "interval";

/** The categories that grades fall into. */
export interface GradeCategories {
  /** What each is called, in order; no two alike. */
  names: readonly string[];
  /** Where each stands, for quadratic weights; `null`: they have no order. */
  positions: Float64Array | null;
  alphaMetric: AlphaMetric;
  /** The category of a grade: its place in `names`. Throws a RangeError for a grade that is not on the scale. */
  placeOf: (grade: GradeValue) => number;
}

function notOnScale(grade: GradeValue, accepted: string): RangeError {
  // As JSON, which has no NaN.
  const told = typeof grade === "number" ? String(grade) : JSON.stringify(grade);
  return new RangeError(`Grade is ${told}; the scale takes ${accepted}.`);
}

/** Names by which categories can be told apart: 1 and "1" are two options, and keep their quotes then. */
function namesOf(values: readonly (string | number)[]): string[] {
  const seen = new Map<string, number>();
  for (const value of values) seen.set(String(value), (seen.get(String(value)) ?? 0) + 1);
  return values.map((value) => {
    const name = String(value);
    return (seen.get(name) ?? 0) > 1 ? JSON.stringify(value) : name;
  });
}

/** The place of each option; a number is an option as a number, so that 10 never stands before 2. */
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
    alphaMetric: "nominal",
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
  alphaMetric: "nominal",
  placeOf: (grade) => {
    if (typeof grade !== "boolean") throw notOnScale(grade, "true or false");
    return Number(grade);
  },
};

/** Each number that was given is a category of its own. */
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
    alphaMetric: "interval",
    placeOf: (grade) => {
      const place = places.get(grade);
      if (place === undefined) throw notOnScale(grade, "the numbers that were given");
      return place;
    },
  };
}

/** The chosen options' places, in the rubric's order and each once: equal for equal sets. */
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

/** Each set of options that was given is a category of its own. */
function sets(values: readonly (string | number)[], grades: Iterable<GradeValue>): GradeCategories {
  const places = placesOf(values);
  const keyOf = (grade: GradeValue) =>
    JSON.stringify(chosenPlaces(grade, places).map((place) => values[place]));
  const names = [...new Set(Array.from(grades, keyOf))].toSorted();
  const categories = new Map(names.map((name, place) => [name, place]));
  return {
    names,
    positions: null,
    alphaMetric: "nominal",
    placeOf: (grade) => {
      const place = categories.get(keyOf(grade));
      if (place === undefined) throw notOnScale(grade, "the sets that were given");
      return place;
    },
  };
}

/**
 * The categories of a scale: those that it names, used or not; for numbers and sets of options those that were given.
 *
 * @param scale what the grades may be.
 * @param grades all of them, in any order.
 * @throws {RangeError} when the scale names a value twice or a grade that makes a category is not on the scale.
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

/** A power of two that the largest of the values is near, so that dividing by it rounds nothing away. */
function magnitudeOf(values: Float64Array): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0 ? 1 : 2 ** Math.min(1023, Math.max(-1000, Math.ceil(Math.log2(largest))));
}

/**
 * Positions moved to their middle one and brought near 1, so that squares of their distances neither overflow nor vanish.
 * Ratios of distances stay exactly what they were as long as doubles can hold the differences.
 *
 * @param positions finite, in any order; the middle place is taken as the middle.
 */
export function centredPositions(positions: Float64Array): Float64Array {
  const size = magnitudeOf(positions);
  const scaled = positions.map((position) => position / size);
  const middle = scaled[Math.floor(scaled.length / 2)] ?? 0;
  const moved = scaled.map((position) => position - middle);
  const spread = magnitudeOf(moved);
  return moved.map((position) => position / spread);
}
