import { seededIntegers } from "../statistics/seeded-random.ts";

/** The sample properties that a filter reads. */
export interface FilterableSample {
  id: string;
  external_id: string | null;
  tags: readonly string[];
  split: string | null;
  metadata: Readonly<Record<string, unknown>>;
}

type Scalar = string | number | boolean | null;

/**
 * The conditions that select an evaluation's samples. All conditions must hold; an absent or `null` condition
 * matches every sample.
 */
export interface SampleConditions {
  ids?: readonly string[] | null | undefined;
  external_ids?: readonly string[] | null | undefined;
  /** Samples with at least one of these tags. */
  tags_any?: readonly string[] | null | undefined;
  split?: string | null | undefined;
  /** Samples whose metadata contains each of these keys with exactly this value. */
  metadata?: Readonly<Record<string, Scalar>> | null | undefined;
}

type Pair = readonly [unknown, unknown];

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Returns the pairs of parts that must be equal for two objects to be equal; `null` if the objects differ in
 * shape.
 */
function parts(left: object, right: object): Pair[] | null {
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return null;
    return left.map((item: unknown, index): Pair => [item, right[index]]);
  }
  const entries: [string, unknown][] = Object.entries(left);
  const others = new Map<string, unknown>(Object.entries(right));
  if (entries.length !== others.size || entries.some(([key]) => !others.has(key))) return null;
  return entries.map(([key, value]): Pair => [value, others.get(key)]);
}

/**
 * Returns whether two JSON values are equal. The order of array items matters and the order of object keys
 * does not; 0 equals −0.
 *
 * @param left a JSON value of any depth.
 * @param right another JSON value.
 */
export function jsonEquals(left: unknown, right: unknown): boolean {
  const open: Pair[] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (!isObject(one) || !isObject(other)) return false;
    const inner = parts(one, other);
    if (inner === null) return false;
    for (const next of inner) open.push(next);
  }
  return true;
}

const allows = <Value>(wanted: readonly Value[] | null | undefined, value: Value): boolean =>
  wanted === undefined || wanted === null || wanted.includes(value);

/**
 * Returns whether a sample meets every condition of a filter.
 *
 * @param sample the sample.
 * @param filter the conditions. An empty list of ids or tags matches no sample. `metadata` values are
 *   compared as JSON scalars: `1` does not equal `"1"`, and `null` requires a key that exists with the value
 *   `null`.
 */
export function matchesFilter(sample: FilterableSample, filter: SampleConditions): boolean {
  const { tags_any: tags, split, metadata } = filter;
  if (!allows(filter.ids, sample.id)) return false;
  if (!allows<string | null>(filter.external_ids, sample.external_id)) return false;
  if (tags !== undefined && tags !== null && !tags.some((tag) => sample.tags.includes(tag))) return false;
  if (split !== undefined && split !== null && sample.split !== split) return false;
  return Object.entries(metadata ?? {}).every(
    ([key, value]) => Object.hasOwn(sample.metadata, key) && jsonEquals(sample.metadata[key], value),
  );
}

/**
 * Draws a random subset that depends only on the arguments, with the first steps of the Fisher-Yates shuffle.
 * With the same seed, the result for a smaller limit is a subset of the result for a larger limit.
 *
 * @param ids the ids to draw from, in a fixed order.
 * @param limit number of ids to draw (an integer from 0). A limit above the number of ids draws all of them.
 * @param seed an integer; the same seed draws the same subset.
 * @returns the drawn ids, in input order.
 * @throws {RangeError} if `limit` or `seed` is not an integer in its range.
 * @see Durstenfeld, R. (1964). Algorithm 235: random permutation. Communications of the ACM 7(7), 420.
 */
export function pickSubset<Id>(ids: readonly Id[], limit: number, seed: number): Id[] {
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new RangeError(`Limit is ${limit}; it must be a whole number from 0.`);
  }
  const draw = seededIntegers(seed);
  if (limit >= ids.length) return [...ids];
  const places = Uint32Array.from(ids.keys());
  for (let taken = 0; taken < limit; taken += 1) {
    const drawn = taken + draw(places.length - taken);
    const place = places[drawn] ?? 0;
    places[drawn] = places[taken] ?? 0;
    places[taken] = place;
  }
  const chosen = new Set(places.subarray(0, limit));
  return ids.filter((_, place) => chosen.has(place));
}
