import * as fc from "fast-check";

/** Marks raw JSON that no JavaScript value yields, such as `1e400`, lone surrogates and duplicate members. */
const rawJson = (text: string): string => `\u0001raw:${text}\u0001`;

const marked = /"\\u0001raw:((?:[^"\\]|\\.)*?)\\u0001"/g;

/** Returns a value's JSON; text marked by `rawJson` is inserted unchanged. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.replaceAll(marked, (_, inner: string) => String(JSON.parse(`"${inner}"`)));
}

/** Names that have a meaning in JavaScript, SQL or a template, but not for a client. */
export const hostileNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "length",
  "$ref",
  "$where",
  "",
  "0",
  "a.b",
  "a/b~c",
  "é\u2028",
  "\ud83d\ude00",
];

/** Strings that break code that makes wrong assumptions about strings. */
export const hostileTexts = [
  ...hostileNames,
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\uffff",
  "\u202e\u0007\u001b[31m",
  "e\u0301".repeat(50),
  "ﷺ".repeat(100),
  "x".repeat(201),
  "x".repeat(10_001),
  "x".repeat(70_000),
  "'; drop table projects; --",
  "${jndi:ldap://127.0.0.1/a}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "%s%n%00",
  "=1+1",
  "null",
  "undefined",
  "NaN",
  "-Infinity",
  "true",
  "0x10",
  "1e5",
  "٣",
  "9223372036854775808",
  "2026-02-30",
  "2026-01-01T00:00:00+25:00",
  "-271821-04-20T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "0000-01-01T00:00:00Z",
  "file:///etc/passwd",
  "https://user:pw@127.0.0.1:9/",
  "http://[::1]:9/",
  "javascript:alert(1)",
];

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  0.1 + 0.2,
  1e-320,
  5e-324,
  1.7976931348623157e308,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  101,
  65_536,
].map((number): unknown => number);

const hostileRaw = [
  "1e400",
  "-1e400",
  "9007199254740993",
  "-9007199254740993",
  "123456789012345678901234567890",
  "1.00000000000000000000000000000001",
  "0.1e1",
  "-0",
  "01",
  "+1",
  ".5",
  "NaN",
  "Infinity",
  "0x10",
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  String.raw`"\u0000"`,
  String.raw`"\x41"`,
  "'a'",
  "undefined",
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${"[".repeat(70)}${"]".repeat(70)}`,
  `${'{"a":'.repeat(70)}1${"}".repeat(70)}`,
  "[".repeat(20_000),
  `[${"0,".repeat(5000)}0]`,
  `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":0`).join()}}`,
].map(rawJson);

/** Generates any string of any characters, usually a short one. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);

/** Generates any value that a client may send in a field, maliciously or by mistake. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { a: 1 }),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(...hostileRaw),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);
