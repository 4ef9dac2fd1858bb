import { describe, expect, test } from "vitest";
import { seededIntegers, splitMixWords, textSeed, xoshiro128, xoshiro128Words } from "./seeded-random.ts";

describe("xoshiro128**", () => {
  test("returns the reference program's numbers from the state 1, 2, 3, 4", () => {
    // The test vector from the rand_xoshiro crate, computed with the authors' xoshiro128starstar.c.
    const next = xoshiro128(Uint32Array.of(1, 2, 3, 4));
    expect(Array.from({ length: 10 }, next)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  test("fills an array with the same numbers, and continues where the last array ended", () => {
    const next = xoshiro128(Uint32Array.of(1, 2, 3, 4));
    const state = Uint32Array.of(1, 2, 3, 4);
    for (const length of [7, 5]) {
      const words = new Uint32Array(length);
      xoshiro128Words(state, words);
      expect([...words]).toEqual(Array.from({ length }, next));
    }
  });
});

describe("SplitMix64", () => {
  test("returns the published numbers for the seed 1234567", () => {
    // The expected words are 6457827717110365317 and 3203168211198807973, each with its low half before its
    // high half.
    const halves = [6457827717110365317n, 3203168211198807973n].flatMap((word) => [
      word & 0xffffffffn,
      word >> 32n,
    ]);
    expect([...splitMixWords(1234567)]).toEqual(halves.map(Number));
  });
});

const draws = (seed: number, bound: number, count: number) => {
  const draw = seededIntegers(seed);
  return Array.from({ length: count }, () => draw(bound));
};

describe("seeded integers", () => {
  test("are equal for equal seeds, and differ for different ones", () => {
    expect(draws(7, 1000, 20)).toEqual(draws(7, 1000, 20));
    expect(draws(7, 1000, 20)).not.toEqual(draws(8, 1000, 20));
    expect(draws(2 ** 32 + 7, 1000, 20)).not.toEqual(draws(7, 1000, 20));
  });

  test("are below their bound, and reach every number below it", () => {
    expect(new Set(draws(1, 6, 200))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(draws(1, 1, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  test("are evenly distributed over a bound that does not divide 2³²", () => {
    // For the bound 3·2³⁰, taking only the remainder would return a number in the lowest third in half of the
    // draws instead of in a third of them.
    const third = 2 ** 30;
    const lowest = draws(3, 3 * third, 30_000).filter((value) => value < third).length;
    // The expected count is 10,000, the standard deviation √(30,000·⅓·⅔) = 81.6. The count is within five of
    // these.
    expect(Math.abs(lowest - 10_000)).toBeLessThan(408);
  });

  test.each([0.5, Number.NaN, Infinity])("reject the seed %d", (seed) => {
    expect(() => seededIntegers(seed)).toThrow(`Seed is ${seed}`);
  });
});

describe("the seed of a text", () => {
  test("is its FNV-1a hash, cut to 53 bits", () => {
    // Published FNV-1a hashes (64 bits): cbf29ce484222325 for the empty string, af63dc4c8601ec8c for "a" and
    // 85944171f73967e8 for "foobar".
    const cut = (hash: bigint) => Number(BigInt.asUintN(53, hash));
    expect(textSeed("")).toBe(cut(0xcbf29ce484222325n));
    expect(textSeed("a")).toBe(cut(0xaf63dc4c8601ec8cn));
    expect(textSeed("foobar")).toBe(cut(0x85944171f73967e8n));
  });
});
