import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJsonFault } from "./json-scan.ts";
import { decodeUtf8, readJsonText } from "./json-text.ts";

function messageOf(text: string): string {
  const reading = readJsonText(text);
  return reading.ok ? "taken" : reading.message;
}

/** Returns the fault in a text, with code, path and message. */
function refusalOf(text: string) {
  const { ok: _ok, ...refusal } = readJsonText(text) as { ok: boolean };
  return refusal;
}

const marks = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "0",
  "e",
  "-",
  "+",
  ".",
  "t",
  "u",
  " ",
  "\n",
  "\u0007",
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("malformed text", () => {
  test.each([
    ["", "line 1, column 1: the text ends where a value was expected"],
    ["[1 true]", 'line 1, column 4: found "true" where "," or "]" was expected'],
    ["[1,]", 'line 1, column 4: found "]" where a value was expected'],
    ['{"a":1,}', 'line 1, column 8: found "}" where a key in double quotes was expected'],
    ["{'a':0}", `line 1, column 2: found "'" where a key in double quotes or "}" was expected`],
    ['{"a" 1}', 'line 1, column 6: found "1" where ":" was expected'],
    ['{"a":"b"}//', 'line 1, column 10: found "/" where the end of the text was expected'],
    ["[012]", 'line 1, column 2: "012" is not a JSON number'],
    ["[-]", 'line 1, column 2: "-" is not a JSON number'],
    ["[NaN]", 'line 1, column 2: found "NaN" where a value or "]" was expected'],
    ["[\u2060]", 'line 1, column 2: found U+2060 where a value or "]" was expected'],
    ['["a\tb"]', "line 1, column 4: U+0009 inside a string must be written as an escape"],
    ['["\\x00"]', 'line 1, column 3: a backslash before "x" is not an escape'],
    ['["\\u12"]', "line 1, column 3: \\u must be followed by four hexadecimal digits"],
    ['["a', "line 1, column 2: the string that starts here is not closed"],
    ['["\\', "line 1, column 2: the string that starts here is not closed"],
    // Two characters precede the fault on the third line, one of them outside the basic plane.
    ['{\r\n"a":\n "💥" x}', 'line 3, column 6: found "x" where "," or "}" was expected'],
  ])("%j is rejected with its position and the text found there", (text, what) => {
    expect(refusalOf(text)).toEqual({
      code: "malformed_json",
      path: "",
      message: `Not valid JSON at ${what}.`,
    });
  });

  test("is reported with the position in its file", () => {
    const start = { line: 7, column: 20 };
    expect(findJsonFault("[1,]", start)?.message).toContain("line 7, column 23");
    expect(findJsonFault("[1,\n]", start)?.message).toContain("line 8, column 1");
  });

  test("is rejected exactly if JSON.parse rejects it", () => {
    const changed = fc
      .tuple(fc.json({ stringUnit: "grapheme" }), fc.nat(), fc.constantFrom(...marks), fc.boolean())
      .map(([text, at, character, replace]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + character + text.slice(replace ? place + 1 : place);
      });
    fc.assert(
      fc.property(changed, (text) => {
        const fault = findJsonFault(text, { line: 1, column: 1 });
        expect(fault?.code === "malformed_json").toBe(!isJson(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("values that could not be stored exactly", () => {
  test("integers beyond ±(2^53 − 1) are rejected with their path, others are accepted", () => {
    expect(readJsonText("[9007199254740991, -9007199254740991]").ok).toBe(true);
    expect(refusalOf('{"a":{"b/c":[1,{"d~":9007199254740992}]}}')).toEqual({
      code: "validation_failed",
      path: "/a/b~1c/1/d~0",
      message:
        "d~ is 9007199254740992; an integer must be from -9007199254740991 to 9007199254740991, or be sent as a string.",
    });
    expect(refusalOf("-12345678901234567890")).toMatchObject({ path: "" });
    expect(readJsonText('["12345678901234567890", 0.12345678901234567890, 1e20]').ok).toBe(true);
  });

  test("digits that a double would round are rejected, even in numbers with a fraction or an exponent", () => {
    for (const literal of [
      "9007199254740993.0",
      "12345678901234567890.5",
      "9.007199254740993e15",
      "90071992547409930e-1",
    ]) {
      expect(refusalOf(`[${literal}]`), literal).toMatchObject({ code: "validation_failed", path: "/0" });
    }
    expect(readJsonText("[9007199254740991.0, 1.5e300, 0.1234567890123456789, 33.33333333333333]").ok).toBe(
      true,
    );
  });

  test("numbers that overflow or underflow are rejected", () => {
    expect(refusalOf("[0, -1e400]")).toMatchObject({ code: "validation_failed", path: "/1" });
    expect(refusalOf(`[${"9".repeat(210)}.5e99]`)).toMatchObject({ code: "validation_failed", path: "/0" });
    expect(refusalOf("[5e-400]")).toMatchObject({ code: "validation_failed", path: "/0" });
    expect(readJsonText("[0e-400, 5e-324, 1e0307]")).toEqual({ ok: true, value: [0, 5e-324, 1e307] });
  });

  test("U+0000 and half surrogate pairs are rejected in strings and keys, pairs are accepted", () => {
    expect(messageOf('{"note":["\\u0000"]}')).toBe("note[0] contains U+0000, which cannot be stored.");
    expect(refusalOf('{"a":{"k\\uD800":1}}')).toEqual({
      code: "validation_failed",
      path: "/a",
      message: "A key of a contains half of a surrogate pair, which cannot be stored.",
    });
    for (const half of [
      '"\\uDC00"',
      '"\\uD800\\n"',
      '"\\uD800\\uD800\\uDC00"',
      '"\\\\uD800\\uDC00"',
      '"\uD800"',
    ]) {
      expect(refusalOf(half)).toMatchObject({ code: "validation_failed", path: "" });
    }
    expect(readJsonText('["\\ud83d\\ude39", "💥", "\\\\u0000"]')).toEqual({
      ok: true,
      value: ["😹", "💥", "\\u0000"],
    });
  });

  test("64 levels are accepted, 65 are rejected", () => {
    expect(readJsonText("[".repeat(64) + "]".repeat(64)).ok).toBe(true);
    expect(refusalOf("[".repeat(65) + "]".repeat(65))).toEqual({
      code: "validation_failed",
      path: "",
      message: "The JSON is nested too deep at line 1, column 65; it must have at most 64 levels.",
    });
    expect(readJsonText(`[${"[],".repeat(1000)}1]`).ok).toBe(true);
  });

  test("a syntax error takes precedence", () => {
    expect(refusalOf("[12345678901234567890, }")).toMatchObject({ code: "malformed_json" });
  });

  test("__proto__ is treated like any other key", () => {
    const reading = readJsonText('{"__proto__":{"a":1}}');
    expect(reading.ok && Object.keys(reading.value ?? {})).toEqual(["__proto__"]);
  });
});

describe("bytes", () => {
  test("are decoded as UTF-8 without the byte order mark, or not at all", () => {
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toBe("{}");
    expect(decodeUtf8(Uint8Array.of(0xff))).toBeUndefined();
    expect(decodeUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBeUndefined();
    expect(decodeUtf8(Uint8Array.of(0xc3, 0xa9))).toBe("é");
  });
});

describe("a possible secret", () => {
  const notShown = "the text there is not shown";
  test.each([
    ['{"apiKey":sk-canary-1}', `Not valid JSON at line 1, column 11: ${notShown}.`],
    ['{"apiKey":"a"sk-canary-1}', `Not valid JSON at line 1, column 14: ${notShown}.`],
    ['{"apiKey":7-canary-1}', `Not valid JSON at line 1, column 11: ${notShown}.`],
    ['{"token" canary-1}', `Not valid JSON at line 1, column 10: ${notShown}.`],
    ["sk-canary-1", `Not valid JSON at line 1, column 1: ${notShown}.`],
    ['{"apiKey":12345678901234567890}', "apiKey cannot be stored exactly; the value is not shown."],
    ['{"a":{"secret":[1e999]}}', "secret[0] cannot be stored exactly; the value is not shown."],
  ])("%s is rejected without showing the text at the fault", (text, message) => {
    expect(readJsonText(text)).toMatchObject({ ok: false, message });
  });

  test.each([
    ["undefined", 'found "undefined" where a value was expected'],
    ['{"apiKey":"a",}', 'found "}" where a key in double quotes was expected'],
    ['{"name":canary}', 'found "canary" where a value was expected'],
  ])("%s is rejected with the text at the fault, because the text is not a secret", (text, message) => {
    expect(readJsonText(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("repeated members", () => {
  const repeated: [text: string, path: string, line: number, column: number][] = [
    ['{"a":1,"a":2}', "/a", 1, 8],
    ['{"a":1,"a":1}', "/a", 1, 8],
    ['{"a":1,"\\u0061":2}', "/a", 1, 8],
    ['{"\\u0061":1, "a" : 2}', "/a", 1, 14],
    ['{"x":[{"b":{}},\n  {"b":"a:b",\n   "b" :null}]}', "/x/1/b", 3, 4],
    ['{"":1,"":2}', "/", 1, 7],
    ['{"__proto__":1,"__proto__":2}', "/__proto__", 1, 16],
    ['{"\\"":1,"\\u0022":2}', '/"', 1, 9],
    ['{"\\\\":":","\\u005c":"\\\\"}', "/\\", 1, 11],
    ['{"\\/":1,"/":2}', "/~1", 1, 9],
    [`{"a":"${"[".repeat(70)}","a":2}`, "/a", 1, 79],
  ];
  test.each(repeated)("%s is refused with path and position", (text, path, line, column) => {
    const reading = readJsonText(text);
    expect(reading).toMatchObject({ ok: false, code: "malformed_json", path, duplicate: { line, column } });
  });

  test("are counted from the start of the text in its file", () => {
    expect(readJsonText('{"a":1,"a":2}', { line: 7, column: 3 })).toMatchObject({
      message: "a is repeated; each member must be unique.",
      duplicate: { line: 7, column: 10 },
    });
  });

  test.each([
    '{"a":{"a":{"a":1}},"A":1,"b":[{"a":1},{"a":1}]}',
    '{"a":"\\"a\\":1,","b":"x\\\\","c":":"}',
    '["a:",":b","\\":","\\\\",":"]',
    '{"e\u0301":1,"\u00e9":2}',
    '"a:"',
    '{"a" \n:\t{}}',
    '{"constructor":1,"toString":[],"hasOwnProperty":{}}',
  ])("do not occur in %s", (text) => {
    const value: unknown = JSON.parse(text);
    expect(readJsonText(text)).toEqual({ ok: true, value });
  });

  test("are found in any text exactly if a parser that keeps all members finds them", () => {
    const key = fc.constantFrom("a", "\\u0061", "b", 'q\\"', "\\\\", ":", "");
    const text = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom("1", '""', '":"', '"\\\\"', '"\\":"', "null"),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
        fc
          .array(fc.tuple(key, tie("value")), { maxLength: 3 })
          .map((members) => `{${members.map(([name, value]) => `"${name}" :${value}`).join(",")}}`),
      ),
    })).value;
    fc.assert(
      fc.property(text, (written) => {
        const fault = findJsonFault(written, { line: 1, column: 1 }, { uniqueKeys: true });
        expect(readJsonText(written).ok).toBe(fault === undefined);
      }),
      { seed: 3, numRuns: 500 },
    );
  });
});

describe("exact numbers", () => {
  const isExact = (text: string) =>
    findJsonFault(text, { line: 1, column: 1 }, { exactNumbers: true }) === undefined;

  test("are all numbers that JavaScript writes, also with 17 digits, with any number of zeros and any exponent", () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.nat(5), (double, zeros) => {
        // Integers beyond ±(2^53 − 1) are refused for another reason.
        if (Math.abs(double) > Number.MAX_SAFE_INTEGER) return;
        expect(isExact(String(double))).toBe(true);
        expect(isExact(double.toPrecision(17))).toBe(true);
        const [digits = "", exponent = ""] = double.toExponential().split("e");
        const point = digits.includes(".") ? "" : ".";
        expect(isExact(`${digits}${point}0${"0".repeat(zeros)}E${exponent}`)).toBe(true);
        const decimals = digits.split(".")[1]?.length ?? 0;
        const whole = BigInt(digits.replace(".", "")) * 10n ** BigInt(zeros);
        expect(isExact(`${whole}e${Number(exponent) - decimals - zeros}`)).toBe(true);
      }),
      { seed: 4, numRuns: 2000 },
    );
  });

  test("are not numbers with further digits, which only rounding removes", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat(9), (whole, digit) => {
        const written = `${whole}.000000000000000000000000${digit}`;
        expect(Number(written)).toBe(whole === 0 && digit > 0 ? Number(written) : whole);
        expect(isExact(written)).toBe(whole === 0 || digit === 0);
        expect(isExact(`[${written}]`)).toBe(whole === 0 || digit === 0);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
