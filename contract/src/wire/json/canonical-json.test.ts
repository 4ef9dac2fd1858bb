import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalize, CanonicalJsonError, keepCanonical } from "./canonical-json.ts";

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe("canonical JSON", () => {
  test.each([2, 16, 17, 40])("sorts %d keys in any order", (count) => {
    const sorted = Array.from({ length: count }, (_, index) => `k${String(index).padStart(2, "0")}`);
    const orders = [sorted, sorted.toReversed(), [...sorted.slice(count / 2), ...sorted.slice(0, count / 2)]];
    const expected = `{${sorted.map((name) => `"${name}":1`).join(",")}}`;
    for (const names of orders)
      expect(canonicalize(Object.fromEntries(names.map((name) => [name, 1])))).toBe(expected);
  });

  test("has no white space and sorts keys by UTF-16 code units", () => {
    // RFC 8785, section 3.2.3: the keys from the sorting example, in the order of that example.
    const value = {
      "€": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "😀": "Emoji: Grinning Face",
      "\u0080": "Control",
      ö: "Latin Small Letter O With Diaeresis",
    };
    expect(canonicalize(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  test("writes numbers as ECMAScript does", () => {
    // RFC 8785, section 3.2.2, with the input 333333333.33333329, 1E30, 4.50, 2e-3,
    // 0.000000000000000000000000001.
    expect(
      canonicalize([Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0]),
    ).toBe("[333333333.3333333,1e+30,4.5,0.002,1e-27,0]");
  });

  test("escapes only what must be escaped in strings", () => {
    // RFC 8785, section 3.2.2, with the input "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/".
    expect(canonicalize("\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/")).toBe(
      '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    );
  });

  test("writes null, truth values and empty containers", () => {
    expect(canonicalize([null, true, false, [], {}, ""])).toBe('[null,true,false,[],{},""]');
  });

  test("treats members named __proto__ or toJSON as data", () => {
    expect(canonicalize(JSON.parse('{"toJSON":"x","__proto__":{"b":1}}'))).toBe(
      '{"__proto__":{"b":1},"toJSON":"x"}',
    );
  });

  test("accepts objects without a prototype and objects of another realm", () => {
    const bare: unknown = Object.assign(Object.create(null), { b: 1, a: 2 });
    expect(canonicalize(bare)).toBe('{"a":2,"b":1}');
    const foreign: unknown = Object.create(Object.create(null), { a: { value: 1, enumerable: true } });
    expect(canonicalize(foreign)).toBe('{"a":1}');
  });

  test("keeps text that only looks like an escaped surrogate", () => {
    expect(canonicalize("\\ud800")).toBe('"\\\\ud800"');
  });

  test.each<[string, unknown, string, string]>([
    ["NaN", Number.NaN, "", 'The value at "" is NaN, which JSON cannot represent.'],
    [
      "an infinity",
      { a: [1, -Infinity] },
      "/a/1",
      'The value at "/a/1" is -Infinity, which JSON cannot represent.',
    ],
    [
      "undefined",
      { a: undefined },
      "/a",
      'The value at "/a" is of type undefined, which JSON cannot represent.',
    ],
    ["a hole", [1, , 3], "/1", 'The value at "/1" is of type undefined, which JSON cannot represent.'], // oxlint-disable-line no-sparse-arrays
    ["a bigint", [1n], "/0", 'The value at "/0" is of type bigint, which JSON cannot represent.'],
    [
      "a function",
      { f: () => 1 },
      "/f",
      'The value at "/f" is of type function, which JSON cannot represent.',
    ],
    ["a symbol", [Symbol("s")], "/0", 'The value at "/0" is of type symbol, which JSON cannot represent.'],
    ["a date", { at: new Date(0) }, "/at", 'The value at "/at" must be a plain object or an array.'],
    [
      "half a surrogate pair",
      { "a/b~": ["\ud83d"] },
      "/a~1b~0/0",
      'The value at "/a~1b~0/0" contains half of a surrogate pair, which is not Unicode text.',
    ],
    [
      "half a surrogate pair in a name",
      { "\ude00": 1 },
      "/\ude00",
      'The value at "/\ude00" has a name with half of a surrogate pair, which is not Unicode text.',
    ],
  ])("rejects %s and states the path", (_, value, path, message) => {
    expect(() => canonicalize(value)).toThrow(message);
    expect(() => canonicalize(value)).toThrow(expect.objectContaining({ path }));
    expect(() => canonicalize(value)).toThrow(CanonicalJsonError);
  });

  test("accepts 1,000 levels and rejects more, without a stack overflow", () => {
    expect(canonicalize(nested(1000))).toBe(`${"[".repeat(1000)}1${"]".repeat(1000)}`);
    for (const levels of [1001, 1_000_000]) {
      expect(() => canonicalize(nested(levels))).toThrow(
        "is nested deeper than 1000 levels, or contains itself",
      );
    }
  });

  test("rejects a value that contains itself", () => {
    const value: { self?: unknown } = {};
    value.self = value;
    expect(() => canonicalize(value)).toThrow("or contains itself");
  });
});

test("a value with a cached text has the same text everywhere, and cannot be changed", () => {
  const value = keepCanonical({ b: [{ d: "\u00e9", c: null }], a: {} });
  expect(canonicalize({ z: 1, value })).toBe('{"value":{"a":{},"b":[{"c":null,"d":"\u00e9"}]},"z":1}');
  expect(canonicalize(value)).toBe(canonicalize(structuredClone(value)));
  expect(Object.isFrozen(value.b[0])).toBe(true);
  expect(() => keepCanonical({ far: Number.NaN })).toThrow(CanonicalJsonError);
  const large = keepCanonical({ list: Array.from({ length: 200_000 }, () => 1) });
  expect(Object.isFrozen(large.list)).toBe(true);
});

describe("any JSON value", () => {
  const values = fc.jsonValue({ stringUnit: "binary" });

  test("is equal after parsing its canonical text", () => {
    fc.assert(
      fc.property(values, (value) => {
        const read: unknown = JSON.parse(JSON.stringify(value)); // −0 becomes 0
        expect(JSON.parse(canonicalize(value))).toEqual(read);
      }),
    );
  });

  test("has a canonical text that differs from the text of every other value", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalize(value);
        expect(canonicalize(JSON.parse(text))).toBe(text);
      }),
    );
  });

  const turnedAround = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turnedAround);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, member]) => [key, turnedAround(member)]),
    );
  };

  test("has the same text for any order of its keys", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(canonicalize(turnedAround(value))).toBe(canonicalize(value));
      }),
    );
  });
});
