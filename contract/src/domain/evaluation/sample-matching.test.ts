import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type FilterableSample,
  jsonEquals,
  matchesFilter,
  pickSubset,
  type SampleConditions,
} from "./sample-matching.ts";

const deep = (inmost: unknown) => {
  let value = inmost;
  for (let level = 0; level < 100_000; level += 1) value = [value];
  return value;
};

describe("equality of JSON values", () => {
  test.each([
    [null, null, true],
    [1, 1, true],
    [0, -0, true],
    [1, "1", false],
    [0, false, false],
    [null, {}, false],
    [[], {}, false],
    [[1, 2], [2, 1], false],
    [[1], [1, 1], false],
    [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ length: 0 }, [], false],
  ])("of %j and %j is %s", (left, right, equal) => {
    expect(jsonEquals(left, right)).toBe(equal);
    expect(jsonEquals(right, left)).toBe(equal);
  });

  test("treats a member named __proto__ like any other member", () => {
    expect(jsonEquals(JSON.parse('{"__proto__":1}'), {})).toBe(false);
    expect(jsonEquals(JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}'))).toBe(true);
  });

  test("supports any depth", () => {
    expect(jsonEquals(deep(1), deep(1))).toBe(true);
    expect(jsonEquals(deep(1), deep(2))).toBe(false);
  });

  test("holds for any value after serializing and parsing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonEquals(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });
});

describe("a filter", () => {
  const sample: FilterableSample = {
    id: "smp_1",
    external_id: "call-17",
    tags: ["cardiac", "night"],
    split: "test",
    metadata: { clinic: "north", age: 62, known: true, note: null, codes: ["a"] },
  };

  test.each<[SampleConditions, boolean]>([
    [{}, true],
    [{ ids: null, external_ids: undefined, tags_any: null, split: null, metadata: null }, true],
    [{ ids: ["smp_2", "smp_1"] }, true],
    [{ ids: ["smp_2"] }, false],
    [{ ids: [] }, false],
    [{ external_ids: ["call-17"] }, true],
    [{ external_ids: ["call-18"] }, false],
    [{ tags_any: ["day", "night"] }, true],
    [{ tags_any: ["day"] }, false],
    [{ tags_any: [] }, false],
    [{ split: "test" }, true],
    [{ split: "train" }, false],
    [{ metadata: { clinic: "north", age: 62, known: true, note: null } }, true],
    [{ metadata: { age: "62" } }, false],
    [{ metadata: { clinic: "north", age: 63 } }, false],
    [{ metadata: { absent: null } }, false],
    [{ metadata: { toString: null } }, false],
    [{ metadata: { codes: "a" } }, false],
    [{ metadata: {} }, true],
    [{ ids: ["smp_1"], split: "train" }, false],
  ])("%j matches the sample: %s", (filter, through) => {
    expect(matchesFilter(sample, filter)).toBe(through);
  });

  test("by external id excludes samples without one", () => {
    expect(matchesFilter({ ...sample, external_id: null }, { external_ids: ["call-17"] })).toBe(false);
  });

  test("by split excludes samples without one", () => {
    expect(matchesFilter({ ...sample, split: null }, { split: "test" })).toBe(false);
  });
});

describe("a random subset", () => {
  const ids = Array.from({ length: 50 }, (_, place) => `smp_${place}`);

  test("is equal for equal seeds, on every machine and in every release", () => {
    // A Python program with the same generators and shuffle computed the positions 7, 12, 18, 19, 28.
    expect(pickSubset(ids, 5, 7)).toEqual(["smp_7", "smp_12", "smp_18", "smp_19", "smp_28"]);
  });

  test("differs for a different seed", () => {
    expect(pickSubset(ids, 10, 1)).not.toEqual(pickSubset(ids, 10, 2));
  });

  test("keeps the input order and draws the requested number of distinct ids", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(2 ** 32 - 1), (limit, seed) => {
        const places = pickSubset(ids, limit, seed).map((id) => ids.indexOf(id));
        expect(places).toHaveLength(Math.min(limit, ids.length));
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
      }),
    );
  });

  test("grows with the limit and contains the smaller subset", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.nat(), (one, other, seed) => {
        const larger = pickSubset(ids, Math.max(one, other), seed);
        expect(larger).toEqual(expect.arrayContaining(pickSubset(ids, Math.min(one, other), seed)));
      }),
    );
  });

  test("selects every sample with about equal frequency", () => {
    const times = new Map(ids.map((id) => [id, 0]));
    for (let seed = 0; seed < 5000; seed += 1) {
      for (const id of pickSubset(ids, 10, seed)) times.set(id, (times.get(id) ?? 0) + 1);
    }
    // Expected: 5,000·10/50 = 1,000, standard deviation √(5,000·0.2·0.8) = 28.3. Each count is within six of
    // these.
    for (const count of times.values()) expect(Math.abs(count - 1000)).toBeLessThan(170);
  });

  test.each([-1, 0.5, Number.NaN])("of %d samples is refused", (limit) => {
    expect(() => pickSubset(ids, limit, 1)).toThrow(`Limit is ${limit}`);
  });
});
