const WORD = 2 ** 32;

/**
 * Derives four words of state from one seed by SplitMix64, as xoshiro's authors recommend. Each 64-bit value
 * supplies its low half first.
 *
 * @param seed an integer.
 * @see Steele, G. L., Lea, D. & Flood, C. H. (2014). Fast splittable pseudorandom number generators. OOPSLA
 *   '14.
 */
export function splitMixWords(seed: number): Uint32Array {
  const words = new Uint32Array(4);
  let state = BigInt.asUintN(64, BigInt(seed));
  for (let at = 0; at < words.length; at += 2) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    mixed ^= mixed >> 31n;
    words[at] = Number(BigInt.asUintN(32, mixed));
    words[at + 1] = Number(mixed >> 32n);
  }
  return words;
}

const rotateLeft = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/**
 * Creates a generator (xoshiro128**) that returns the same numbers for the same seed on every platform. Use
 * it for sampling, not for secrets.
 *
 * @param state four words, not all 0.
 * @returns a function that returns the next integer from 0 to 2³² − 1.
 * @see Blackman, D. & Vigna, S. (2021). Scrambled linear pseudorandom number generators. ACM Transactions on
 *   Mathematical Software 47(4), article 36.
 */
export function xoshiro128(state: Uint32Array): () => number {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

/**
 * Fills an array with the next numbers of {@link xoshiro128}, about three times as fast.
 *
 * @param state four words, not all 0. They are updated, so the next call continues the sequence.
 * @param words the array to fill with integers from 0 to 2³² − 1.
 */
export function xoshiro128Words(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let at = 0; at < words.length; at += 1) {
    words[at] = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
  }
  state.set([a, b, c, d]);
}

/**
 * Creates a generator of uniformly distributed integers that returns the same integers for the same seed.
 *
 * @param seed an integer within ±(2⁵³ − 1).
 * @returns a function that returns an integer from 0 to `bound` − 1, where `bound` is from 1 to 2³².
 * @throws {RangeError} if the seed is outside this range.
 */
export function seededIntegers(seed: number): (bound: number) => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`Seed is ${seed}; it must be a whole number.`);
  const next = xoshiro128(splitMixWords(seed));
  return (bound) => {
    // Rejects words beyond the last complete multiple of the bound; otherwise small results would be more
    // likely.
    const even = WORD - (WORD % bound);
    let word = next();
    while (word >= even) word = next();
    return word % bound;
  };
}

const FNV_PRIME = 0x100000001b3n;

/**
 * Derives a seed from a string. Equal strings give equal seeds.
 *
 * @returns an integer from 0 to 2⁵³ − 1: the FNV-1a hash of the string's characters, cut to 53 bits.
 * @see Fowler, G., Noll, L. C. & Vo, K.-P. The FNV non-cryptographic hash algorithm (IETF draft).
 */
export function textSeed(text: string): number {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * FNV_PRIME);
  }
  return Number(BigInt.asUintN(53, hash));
}
