import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  concatBytes,
  equalBytes,
  fromBase64,
  fromBase64Url,
  fromHex,
  toBase64,
  toBase64Url,
  toHex,
} from "./bytes.ts";

const bytes = fc.uint8Array({ maxLength: 100 });
/** Creates strings from an alphabet and a few other characters. */
const almost = (alphabet: string) =>
  fc.string({ unit: fc.constantFrom(...alphabet.split(""), "=", "é", "\u0100", " "), maxLength: 12 });

describe("bytes", () => {
  test("are encoded and decoded as in Node.js", () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const { length } = given;
        const [hex, base64, base64Url] = (["hex", "base64", "base64url"] as const).map((encoding) =>
          Buffer.from(given).toString(encoding),
        );
        expect([toHex(given), toBase64(given), toBase64Url(given)]).toEqual([hex, base64, base64Url]);
        expect(fromHex(hex ?? "", length)).toEqual(given);
        expect(fromBase64(base64 ?? "")).toEqual(given);
        expect(fromBase64Url(base64Url ?? "")).toEqual(given);
      }),
    );
  });

  test("have a single accepted form in each encoding", () => {
    const base64 = "AQZagz09+/";
    fc.assert(
      fc.property(almost("0159afAFg"), almost(base64), almost(`${base64}-_`), (hex, padded, bare) => {
        const read = {
          hex: fromHex(hex, hex.length / 2),
          padded: fromBase64(padded),
          bare: fromBase64Url(bare),
        };
        expect(read.hex === undefined ? undefined : toHex(read.hex)).toBe(
          /^([0-9a-f]{2})*$/.test(hex) ? hex : undefined,
        );
        const once = (text: string, encoding: "base64" | "base64url") =>
          Buffer.from(text, encoding).toString(encoding) === text ? text : undefined;
        expect(read.padded && toBase64(read.padded)).toBe(once(padded, "base64"));
        expect(read.bare && toBase64Url(read.bare)).toBe(once(bare, "base64url"));
      }),
      { numRuns: 2000 },
    );
    expect(fromHex("AB", 1)).toBeUndefined();
    expect(fromHex("abcd", 1)).toBeUndefined();
    // Each text has unused bits that are not zero, a character that does not complete a byte, or invalid
    // characters or padding.
    for (const text of ["QR==", "QUF=", "Q", "A===", "====", "QQ", "QQ=", "Q-==", "QQ==\n"])
      expect(fromBase64(text), text).toBeUndefined();
    for (const text of ["QR", "QUF", "Q", "QQ==", "Q+", "QQ\n"])
      expect(fromBase64Url(text), text).toBeUndefined();
  });

  test("can be concatenated, and are equal only if every byte is equal", () => {
    expect(concatBytes(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3))).toEqual(
      Uint8Array.of(1, 2, 3),
    );
    expect(concatBytes()).toEqual(new Uint8Array());
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(equalBytes(one, one.slice())).toBe(true);
        expect(equalBytes(one, other)).toBe(Buffer.compare(one, other) === 0);
        expect(equalBytes(one, concatBytes(one, Uint8Array.of(0)))).toBe(false);
        expect(equalBytes(concatBytes(one, Uint8Array.of(0)), one)).toBe(false);
      }),
    );
  });
});
