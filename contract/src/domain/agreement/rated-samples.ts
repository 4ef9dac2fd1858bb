import { gradeCategories, type GradeScale, type GradeValue } from "./grade-scale.ts";

/** A person who grades samples. */
export interface Rater {
  id: string;
  credentials: readonly string[];
}

/** The grades of one sample on one dimension. Raters who did not grade the sample are absent. */
export interface GradedSample {
  id: string;
  /** `rater` is an index in the list of raters and occurs at most once per sample. */
  ratings: readonly { rater: number; value: GradeValue }[];
}

/** The input of the agreement statistics. */
export interface Gradings {
  scale: GradeScale;
  raters: readonly Rater[];
  samples: readonly GradedSample[];
}

/** A sample's grades as indexes of raters and categories, sorted by rater. */
interface RatedSample {
  raters: Int32Array;
  categories: Int32Array;
}

/** Gradings in a canonical order that does not depend on the order of the input. */
export interface RatedSamples {
  scale: GradeScale;
  /** Raters with at least one grade, sorted by id. */
  raters: readonly Rater[];
  categories: readonly string[];
  /** Positions of the categories; `null` if the categories have no order. */
  positions: Float64Array | null;
  /** Samples with at least one grade, sorted by the multiset of their grades and then by id. */
  samples: readonly RatedSample[];
  /**
   * The sorted multiset of the samples' multisets of grades: each distinct multiset, as JSON, with the number
   * of samples that have it.
   */
  multisets: ReadonlyMap<string, number>;
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function sortedById<Item extends { id: string }>(items: readonly Item[], what: string): Item[] {
  const sorted = items.toSorted((one, other) => byText(one.id, other.id));
  const twice = sorted.find(({ id }, place) => id === sorted[place + 1]?.id);
  if (twice)
    throw new RangeError(`The ${what} "${twice.id}" is listed twice; each ${what} must be listed once.`);
  return sorted;
}

/** Returns the raters with at least one grade, and a map from their old indexes to their new indexes. */
function raterPlaces({ raters, samples }: Gradings): { active: Rater[]; places: Map<number, number> } {
  const used = new Set(samples.flatMap(({ ratings }) => ratings.map(({ rater }) => rater)));
  const stranger = [...used].find((place) => raters[place] === undefined);
  if (stranger !== undefined)
    throw new RangeError(
      `Rater index ${stranger} is outside the list of ${raters.length} raters; indexes start at 0.`,
    );
  const given = new Map(raters.map((rater, place) => [rater.id, place]));
  const active = sortedById(raters, "rater").filter(({ id }) => used.has(given.get(id) ?? -1));
  return { active, places: new Map(active.map(({ id }, place) => [given.get(id) ?? -1, place])) };
}

/** Returns the multiset of a sample's grades as JSON. The categories are sorted by their names. */
const multisetOf = ({ categories }: RatedSample, names: readonly string[]): string =>
  JSON.stringify(Array.from(categories, (category) => names[category] ?? "").toSorted());

/** Sorts samples by the multiset of their grades; samples with equal multisets stay in their order. */
function sortedByMultiset(samples: readonly RatedSample[], names: readonly string[]) {
  const keyed = samples
    .map((sample) => ({ sample, multiset: multisetOf(sample, names) }))
    .toSorted((one, other) => byText(one.multiset, other.multiset));
  const multisets = new Map<string, number>();
  for (const { multiset } of keyed) multisets.set(multiset, (multisets.get(multiset) ?? 0) + 1);
  return { samples: keyed.map(({ sample }) => sample), multisets };
}

/**
 * Converts gradings to canonical order: raters are sorted by id, samples by their multiset of grades and then
 * by id, grades by rater, and categories by the scale's order.
 *
 * @throws {RangeError} if a sample or a rater is listed twice, a rater grades a sample twice or is not
 *   listed, the scale contains a value twice, or a grade is outside the scale.
 */
export function rateSamples(gradings: Gradings): RatedSamples {
  const { active, places } = raterPlaces(gradings);
  const graded = sortedById(gradings.samples, "sample").filter(({ ratings }) => ratings.length > 0);
  const values = graded.flatMap(({ ratings }) => ratings.map(({ value }) => value));
  const { names, positions, placeOf } = gradeCategories(gradings.scale, values);
  const samples = graded.map(({ id, ratings }): RatedSample => {
    const byRater = ratings
      .map(({ rater, value }) => ({ rater: places.get(rater) ?? -1, category: placeOf(value) }))
      .toSorted((one, other) => one.rater - other.rater);
    const raters = Int32Array.from(byRater, ({ rater }) => rater);
    const twice = raters.find((rater, place) => rater === raters[place + 1]);
    if (twice !== undefined)
      throw new RangeError(
        `Sample "${id}" is graded twice by "${active[twice]?.id}"; a rater can grade a sample only once.`,
      );
    return { raters, categories: Int32Array.from(byRater, ({ category }) => category) };
  });
  return {
    scale: gradings.scale,
    raters: active,
    categories: names,
    positions,
    ...sortedByMultiset(samples, names),
  };
}
