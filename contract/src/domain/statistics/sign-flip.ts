import { splitMixWords, textSeed, xoshiro128Words } from "./seeded-random.ts";
import type { Steps } from "../comparison/steps.ts";
import { exactSum } from "./exact-sum.ts";

/** Maximum number of non-zero differences for which all 2ⁿ sign patterns are tested. */
const MAX_EXACT = 15;

/** Number of random sign patterns if there are more non-zero differences. */
const DRAWS = 100_000;

/** Sums that differ by less than this share of Σ|d| count as equal; the difference is a rounding error. */
const TIE = 1e-12;

/** The result of a sign-flip test. */
export interface SignFlip {
  /** Two-sided p in (0, 1]; 1 if every difference is 0. */
  p: number;
  /** Whether all patterns were tested. If not, 100,000 random patterns were drawn. */
  exact: boolean;
}

/** Counts the patterns, with the first sign fixed, whose sum is at least as far from 0 as `least`. */
function countAll(sizes: Float64Array, least: number): number {
  const count = (at: number, sum: number): number => {
    const size = sizes[at];
    if (size === undefined) return Math.abs(sum) >= least ? 1 : 0;
    return count(at + 1, sum + size) + count(at + 1, sum - size);
  };
  return count(1, sizes[0] ?? 0);
}

/** Differences of one size. */
interface SizeGroup {
  size: number;
  count: number;
}

/** Groups sizes, which are in ascending order. */
function groupSizes(sizes: Float64Array): SizeGroup[] {
  const groups: SizeGroup[] = [];
  for (const size of sizes) {
    const last = groups.at(-1);
    if (last?.size === size) last.count += 1;
    else groups.push({ size, count: 1 });
  }
  return groups;
}

/**
 * Returns the seed of the random patterns. It depends only on the sizes of the differences, so equal data have
 * equal results under any names.
 */
const seedOf = (groups: readonly SizeGroup[]): number =>
  textSeed(groups.map(({ size, count }) => `${size}:${count}`).join("\n"));

const BYTE = 256;
/** Number of random signs in one random word. */
const WORD_BITS = 32;

/** Returns twice the sum of every subset of eight sizes. The bits of the index select the subset. */
function subsetSums(sizes: Float64Array, start: number): Float64Array {
  const sums = new Float64Array(BYTE);
  for (let bits = 1; bits < BYTE; bits += 1) {
    const highest = 31 - Math.clz32(bits);
    sums[bits] = (sums[bits ^ (1 << highest)] ?? 0) + 2 * (sizes[start + highest] ?? 0);
  }
  return sums;
}

/** Adds twice the positive ones of 32 sizes to the sum of each pattern. */
function addMixed(sums: Float64Array, words: Uint32Array, sizes: Float64Array): void {
  const [a, b, c, d] = [0, 8, 16, 24].map((offset) => subsetSums(sizes, offset));
  if (!a || !b || !c || !d) return;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const word = words[draw] ?? 0;
    const low = (a[word & 255] ?? 0) + (b[(word >>> 8) & 255] ?? 0);
    const high = (c[(word >>> 16) & 255] ?? 0) + (d[word >>> 24] ?? 0);
    sums[draw] = (sums[draw] ?? 0) + low + high;
  }
}

/** Adds the number of 1 bits in each pattern's word to the pattern's count, without a table of the sizes. */
function addBits(counts: Uint32Array, words: Uint32Array): void {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let word = words[draw] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    word = (word + (word >>> 4)) & 0x0f0f0f0f;
    counts[draw] = (counts[draw] ?? 0) + (Math.imul(word, 0x01010101) >>> 24);
  }
}

/**
 * Computes the sums of 100,000 random patterns. Processes 32 differences at a time for all patterns, and
 * pauses after them (about 1 ms). Differences of one size only need the number of positive signs. 100,000
 * differences take 2 to 3 seconds of CPU time and 2 MB.
 */
function* drawnSums(groups: readonly SizeGroup[], total: number): Steps<Float64Array> {
  const state = splitMixWords(seedOf(groups));
  const words = new Uint32Array(DRAWS);
  const sums = new Float64Array(DRAWS).fill(-total);
  const positive = new Uint32Array(DRAWS);
  for (const { size, count } of groups) {
    if (count < WORD_BITS) continue;
    positive.fill(0);
    for (let rest = count; rest >= WORD_BITS; rest -= WORD_BITS) {
      xoshiro128Words(state, words);
      addBits(positive, words);
      yield;
    }
    for (let draw = 0; draw < DRAWS; draw += 1)
      sums[draw] = (sums[draw] ?? 0) + 2 * size * (positive[draw] ?? 0);
  }
  const others = Float64Array.from(
    groups.flatMap(({ size, count }) => Array.from({ length: count % WORD_BITS }, () => size)),
  );
  for (let start = 0; start < others.length; start += WORD_BITS) {
    xoshiro128Words(state, words);
    addMixed(sums, words, others.subarray(start, start + WORD_BITS));
    yield;
  }
  return sums;
}

/**
 * Computes the two-sided sign-flip permutation test for paired differences: the probability of a sum at least
 * as far from 0 as the observed sum, if each difference is equally likely to have either sign. The signs are
 * equally likely if both systems are equal. The test assumes no distribution.
 *
 * @param differences one difference for each independent unit, which is a pair or the sum over a cluster of
 *   pairs. Zeros are ignored. Neither their order nor a negation of all differences changes the result.
 * @returns an exact p for up to 15 non-zero differences. For more, p is estimated from 100,000 random patterns
 *   as (1 + as far) / (1 + 100,000), which is never 0. The patterns depend only on the sizes of the
 *   differences. Sums within 10⁻¹² of Σ|d| count as equal.
 * @see Fisher, R. A. (1935). The Design of Experiments, section 21; Phipson, B. & Smyth, G. K. (2010).
 *   Statistical Applications in Genetics and Molecular Biology 9(1), article 39 (why 1 is added).
 */
export function* signFlipTest(differences: Float64Array): Steps<SignFlip> {
  const sizes = differences
    .filter((difference) => difference !== 0)
    .map(Math.abs)
    .sort();
  const total = exactSum(sizes);
  const least = Math.abs(exactSum(differences)) - TIE * total;
  if (sizes.length === 0) return { p: 1, exact: true };
  if (sizes.length <= MAX_EXACT) return { p: countAll(sizes, least) / 2 ** (sizes.length - 1), exact: true };
  let asFar = 0;
  for (const sum of yield* drawnSums(groupSizes(sizes), total)) if (Math.abs(sum) >= least) asFar += 1;
  return { p: (1 + asFar) / (1 + DRAWS), exact: false };
}
