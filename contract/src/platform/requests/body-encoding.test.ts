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
      const size = new FileSize(encoding);
      size.addReceived(limits.importBytes);
      size.add(limits.importBytes);
      expect(size.bytes).toBe(limits.importBytes);
      expect(() => size.add(1)).toThrow(tooLarge);
    }
  });

  test("whose bytes beyond 10 MiB were compressed by more than 200 : 1 is refused", () => {
    const size = new FileSize("gzip");
    size.addReceived(1);
    size.add(10 * mebibyte);
    expect(() => size.add(1)).toThrow(tooLarge);
    const allowed = new FileSize("gzip");
    allowed.addReceived(mebibyte);
    allowed.add(200 * mebibyte);
    expect(() => allowed.add(1)).toThrow(tooLarge);
    const plain = new FileSize("identity");
    expect(() => plain.add(20 * mebibyte)).not.toThrow();
  });
});
