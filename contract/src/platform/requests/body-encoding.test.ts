import { describe, expect, test } from "vitest";
import { limits } from "../limits.ts";
import { bodyEncodingOf, FileSize } from "./body-encoding.ts";

const tooLarge = expect.objectContaining({ status: 413 });
const mebibyte = 1024 * 1024;

test("a body may be compressed with gzip; other encodings are refused with the accepted one", () => {
  for (const plain of [undefined, null, "", "identity", "Identity"])
    expect(bodyEncodingOf(plain)).toBe("identity");
  expect(bodyEncodingOf("GZIP")).toBe("gzip");
  for (const other of ["br", "deflate", "x-gzip", "gzip, gzip"])
    expect(() => bodyEncodingOf(other)).toThrow(
      expect.objectContaining({ status: 415, headers: { "Accept-Encoding": "gzip" } }),
    );
});

describe("a file", () => {
  test("of more than 1 GiB is refused, with or without compression", () => {
    for (const encoding of ["identity", "gzip"] as const) {
      const size = new FileSize(encoding, limits.importBytes);
      size.add(limits.importBytes);
      expect(size.bytes).toBe(limits.importBytes);
      expect(() => size.add(1)).toThrow(tooLarge);
    }
  });

  /** Counts a file in chunks of received and decompressed bytes. @returns whether it is refused. */
  function isRefused(chunks: readonly (readonly [received: number, bytes: number])[], declared?: number) {
    const size = new FileSize("gzip", declared);
    try {
      for (const [received, bytes] of chunks) {
        size.addReceived(received);
        size.add(bytes);
      }
      return false;
    } catch (error) {
      expect(error).toEqual(tooLarge);
      return true;
    }
  }

  test("of more than 10 MiB may have at most 200 times its compressed size", () => {
    for (const declared of [true, false]) {
      const isLarge = (received: number, bytes: number) =>
        isRefused([[received, bytes]], declared ? received : undefined);
      expect(isLarge(1, 10 * mebibyte)).toBe(false);
      expect(isLarge(1, 10 * mebibyte + 1)).toBe(true);
      expect(isLarge(mebibyte, 200 * mebibyte)).toBe(false);
      expect(isLarge(mebibyte, 200 * mebibyte + 1)).toBe(true);
    }
    const plain = new FileSize("identity", 1);
    expect(() => plain.add(20 * mebibyte)).not.toThrow();
  });

  test("with a declared size is refused or not independent of the order of its chunks", () => {
    // 12 MiB of one character take 12 KiB, and 1 MiB of random bytes takes 1 MiB.
    const [flat, random] = [[12_288, 12 * mebibyte] as const, [mebibyte, mebibyte] as const];
    const declared = flat[0] + random[0];
    expect(isRefused([random, flat], declared)).toBe(false);
    expect(isRefused([flat, random], declared)).toBe(false);
    expect(isRefused([flat, flat], 2 * flat[0])).toBe(true);
    // Without the size, the bytes that have arrived decide.
    expect(isRefused([random, flat])).toBe(false);
    expect(isRefused([flat, random])).toBe(true);
  });
});
