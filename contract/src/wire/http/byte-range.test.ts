import { describe, expect, test } from "vitest";
import { isUnchanged, requestedRange } from "./byte-range.ts";

const file = { size: 100, etag: "abc" };
const ask = (range: string | undefined, ifRange?: string, method = "GET") =>
  requestedRange({ method, range, ifRange }, file);

describe("a range of bytes", () => {
  test.each([
    ["bytes=0-0", { start: 0, end: 1 }],
    ["bytes=0-99", { start: 0, end: 100 }],
    ["bytes=99-", { start: 99, end: 100 }],
    ["bytes=10-19", { start: 10, end: 20 }],
    ["bytes=90-500", { start: 90, end: 100 }],
    ["bytes=-1", { start: 99, end: 100 }],
    ["bytes=-500", { start: 0, end: 100 }],
    ["BYTES= 1-2 ", { start: 1, end: 3 }],
  ])("%s is a part of the file", (range, part) => {
    expect(ask(range)).toEqual(part);
  });

  test.each(["bytes=100-", "bytes=100-200", "bytes=-0"])("%s is outside of the file", (range) => {
    expect(ask(range)).toBe("outside");
  });

  test.each([
    undefined,
    "",
    "bytes=",
    "bytes=-",
    "bytes=a-b",
    "bytes=5-4",
    "bytes=0-1,5-6",
    "bytes 0-1",
    "lines=0-1",
    `bytes=${"9".repeat(16)}-`,
  ])("%j is ignored: the whole file is sent", (range) => {
    expect(ask(range)).toBeUndefined();
  });

  test("applies only to GET, and with If-Range only if the file has not changed", () => {
    expect(ask("bytes=0-1", undefined, "HEAD")).toBeUndefined();
    expect(ask("bytes=0-1", '"abc"')).toEqual({ start: 0, end: 2 });
    for (const other of ['"abd"', "abc", 'W/"abc"', "Sat, 28 Nov 2026 03:00:00 GMT", ""]) {
      expect(ask("bytes=0-1", other)).toBeUndefined();
      // A range outside a file is also accepted if the file has changed.
      expect(ask("bytes=100-", other)).toBeUndefined();
    }
  });
});

describe("If-None-Match", () => {
  test.each(['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" ,"y"', "*", " * "])(
    "%s matches the file",
    (given) => {
      expect(isUnchanged(given, file)).toBe(true);
    },
  );

  test.each([undefined, null, "", "abc", '"abcd"', '"x", "y"', '"*"'])(
    "%j does not match the file",
    (given) => {
      expect(isUnchanged(given, file)).toBe(false);
    },
  );
});
