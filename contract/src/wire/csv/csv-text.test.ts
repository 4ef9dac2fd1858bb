import { describe, expect, test } from "vitest";
import { decodeText } from "./csv-text.ts";

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Returns the text before the fault, and the message for the fault at line 9, column 9. */
async function decoded(bytes: Uint8Array, size = 7): Promise<[string, string?]> {
  let text = "";
  for await (const piece of decodeText(inChunks(bytes, size))) {
    if (typeof piece !== "string") return [text, piece.message({ line: 9, column: 9 })];
    text += piece;
  }
  return [text];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, order: "le" | "be"): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
};
const text = "\uFEFFid,é,€,🩺\n";

describe("text", () => {
  test.each([
    ["UTF-8", utf8(text)],
    ["UTF-16 little-endian", utf16(text, "le")],
    ["UTF-16 big-endian", utf16(text, "be")],
  ])("in %s with a byte order mark is the same for all chunk sizes", async (_, bytes) => {
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(await decoded(bytes, size)).toEqual([text.slice(1)]);
    }
  });

  test("in UTF-8 does not need a byte order mark, and keeps a mark after the start", async () => {
    expect(await decoded(utf8("a\uFEFFb"))).toEqual(["a\uFEFFb"]);
    expect(await decoded(utf8(""))).toEqual([""]);
    expect(await decoded(utf8("é"), 1)).toEqual(["é"]);
    expect(await decoded(utf8("\uFEFF"), 1)).toEqual([""]);
  });

  // 0xE9 is é in Latin-1. In UTF-8 it starts a character with three bytes, which "," cannot continue.
  test.each([
    [[0x61, 0xe9, 0x2c], "a", "0xE9"],
    [[0x61, 0xe9], "a", "0xE9"],
    [[0x61, 0xff, 0x61], "a", "0xFF"],
    // A surrogate in UTF-8, and an overlong encoding of a slash.
    [[0x61, 0xed, 0xa0, 0x80], "a", "0xED"],
    [[0xc0, 0xaf], "", "0xC0"],
    [[0x61, 0x80], "a", "0x80"],
  ])(
    "that is not UTF-8 (%j) ends before the invalid byte, which is never replaced",
    async (bytes, before, byte) => {
      for (const size of [1, 2, 7]) {
        expect(await decoded(Uint8Array.from(bytes), size)).toEqual([
          before,
          `Byte ${byte} at line 9, column 9 is not UTF-8; save the file as UTF-8.`,
        ]);
      }
    },
  );

  test("in UTF-16 must not contain half of a surrogate pair or end in the middle of a unit", async () => {
    const message =
      "The text at line 9, column 9 is not UTF-16, which the byte order mark of the file announces; save the file as UTF-8.";
    for (const order of ["le", "be"] as const) {
      for (const half of ["a\uD83E", "a\uD83Eb", "a\uDE7A"]) {
        expect(await decoded(utf16(`\uFEFF${half}`, order), 1)).toEqual(["a", message]);
      }
    }
    expect(await decoded(Uint8Array.from([0xff, 0xfe, 0x61, 0x00, 0x62]))).toEqual(["a", message]);
  });

  test("ends at U+0000, which UTF-16 without a byte order mark contains", async () => {
    const message =
      "U+0000 at line 9, column 9 cannot be stored; the file must be text in UTF-8, or in UTF-16 with a byte order mark.";
    expect(await decoded(utf8("ab\0c"))).toEqual(["ab", message]);
    expect(await decoded(utf16("ab", "le"))).toEqual(["a", message]);
    expect(await decoded(utf16("ab", "be"))).toEqual(["", message]);
    // UTF-32 starts with the byte order mark of UTF-16.
    expect(await decoded(Uint8Array.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).toEqual(["", message]);
  });
});
