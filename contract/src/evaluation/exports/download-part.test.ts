import { expect, test } from "vitest";
import { downloadPart } from "./download-part.ts";

const file = {
  size: 100,
  etag: "abc",
  contentType: "text/csv",
  fileName: "scores.csv",
  async *read() {},
};
const ask = (headers: Record<string, string> = {}, method = "GET") =>
  downloadPart({ method, header: (name) => headers[name] }, file);

test("a file is sent whole, or only the requested range", () => {
  const headers = {
    ETag: '"abc"',
    "Content-Type": "text/csv",
    "Content-Disposition": 'attachment; filename="scores.csv"',
    "Accept-Ranges": "bytes",
  };
  expect(ask()).toEqual({
    status: 200,
    headers: { ...headers, "Content-Length": "100" },
    bytes: { start: 0, end: 100 },
  });
  expect(ask({ range: "bytes=10-19" })).toEqual({
    status: 206,
    headers: { ...headers, "Content-Length": "10", "Content-Range": "bytes 10-19/100" },
    bytes: { start: 10, end: 20 },
  });
  expect(ask({ range: "bytes=10-19", "if-range": '"old"' }).status).toBe(200);
});

test("nothing is sent to a client that has the file, and a range outside it is refused", () => {
  expect(ask({ "if-none-match": '"abc"', range: "bytes=200-" })).toEqual({
    status: 304,
    headers: { ETag: '"abc"' },
    bytes: undefined,
  });
  expect(() => ask({ range: "bytes=200-" })).toThrow(expect.objectContaining({ status: 416 }));
});
