import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitRows, type SplitRow } from "./row-splitter.ts";

const encoder = new TextEncoder();

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const sources = { lines: "lines", array: { records: "", keyed: false } } as const;

async function rowsOf(
  content: string | Uint8Array,
  format: keyof typeof sources,
  { size = 7, maxRowBytes = 1000 } = {},
) {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  const rows: SplitRow[] = [];
  for await (const batch of splitRows(chunked(bytes, size), sources[format], maxRowBytes))
    rows.push(...batch);
  return rows;
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
const shortened = (row: SplitRow) =>
  "text" in row ? [row.line, row.column, row.text] : [row.line, row.message];
const linesOf = async (content: string | Uint8Array) => (await rowsOf(content, "lines")).map(shortened);
const elementsOf = async (content: string) => (await rowsOf(content, "array")).map(shortened);

describe("JSON Lines", () => {
  test("end with LF or CRLF, which is optional for the last line; blank lines are skipped and counted", async () => {
    expect(await linesOf('{"a":1}\r\n\n  \t\n{"b":2}\n{"c":3}')).toEqual([
      [1, 1, '{"a":1}'],
      [4, 1, '{"b":2}'],
      [5, 1, '{"c":3}'],
    ]);
    expect(await linesOf("")).toEqual([]);
    expect(await linesOf("\n\n")).toEqual([]);
    expect(await linesOf("1")).toEqual([[1, 1, "1"]]);
  });

  test("can start with a byte order mark; later marks stay", async () => {
    expect(await linesOf("\uFEFF{}\n\uFEFF{}")).toEqual([
      [1, 1, "{}"],
      [2, 1, "\uFEFF{}"],
    ]);
    expect(await linesOf("\uFEFF")).toEqual([]);
  });

  test("that are not UTF-8 are rejected one by one", async () => {
    const bytes = new Uint8Array([...encoder.encode("1\n2\n"), 0xff, 0x0a, ...encoder.encode("4\n"), 0xc3]);
    const fault = "The row is not valid UTF-8; save the file as UTF-8.";
    expect(await linesOf(bytes)).toEqual([
      [1, 1, "1"],
      [2, 1, "2"],
      [3, fault],
      [4, 1, "4"],
      [5, fault],
    ]);
  });

  test("in UTF-16, with or without a mark, are rejected as a whole", async () => {
    for (const bytes of [
      utf16("\uFEFF{}\n{}"),
      utf16("{}\n{}"),
      utf16("{}\n").map((_, i, all) => all[i ^ 1] ?? 0),
    ]) {
      const rows = await rowsOf(bytes, "lines");
      expect(rows).toEqual([
        {
          line: 1,
          code: "invalid_encoding",
          message: "The file is not UTF-8; save it as UTF-8.",
          fatal: true,
        },
      ]);
    }
  });

  test("longer than the limit are rejected, and the next ones are read", async () => {
    const content = `${"a".repeat(20)}\n${"b".repeat(21)}\n${"c".repeat(5000)}\nd`;
    expect((await rowsOf(content, "lines", { maxRowBytes: 20 })).map(shortened)).toEqual([
      [1, 1, "a".repeat(20)],
      [2, "The row is larger than 20 bytes, the maximum."],
      [3, "The row is larger than 20 bytes, the maximum."],
      [4, 1, "d"],
    ]);
  });
});

describe("one JSON array", () => {
  test("is split into its elements, each with the line and column of its start", async () => {
    expect(await elementsOf(' [\n {"a":[1,"]"]},\n\t{"é":"\\"}"} , 12,\n true,"x,]"\n, [[]] ] \n')).toEqual([
      [2, 2, '{"a":[1,"]"]}'],
      [3, 2, '{"é":"\\"}"}'],
      [3, 16, "12"],
      [4, 2, "true"],
      [4, 7, '"x,]"'],
      [5, 3, "[[]]"],
    ]);
    expect(await elementsOf("[]")).toEqual([]);
    expect(await elementsOf("\uFEFF[ \r\n ]\n")).toEqual([]);
  });

  test.each([
    [
      "",
      1,
      'line 1, column 1: the file ends where "[" was expected: the file must be one JSON array of rows',
    ],
    [
      '{"a":1}',
      1,
      'line 1, column 1: found "{" where "[" was expected: the file must be one JSON array of rows; ' +
        "rows inside an object need records (a JSON Pointer to their array) or keyed=true, and JSON Lines " +
        "need the content type application/x-ndjson",
    ],
    ["[1 2]", 1, 'line 1, column 4: found "2" where "," or "]" was expected'],
    ["[1,\n,2]", 2, 'line 2, column 1: found "," where a row was expected'],
    ["[,1]", 1, 'line 1, column 2: found "," where a row or "]" was expected'],
    ["[1,]", 1, 'line 1, column 4: found "]" where a row was expected'],
    ["[1]\n x", 2, 'line 2, column 2: found "x" where the end of the file was expected'],
    ["[1] é", 1, "line 1, column 5: found byte 0xC3 where the end of the file was expected"],
    ["[1", 1, "line 1, column 3: the file ends inside the row that starts at line 1, column 2"],
    ["[1,", 1, "line 1, column 4: the file ends where a row was expected"],
    ['["é"\n', 2, 'line 2, column 1: the file ends where "," or "]" was expected'],
    [
      '[{"a":1},\n {"b":"}]',
      2,
      "line 2, column 10: the file ends inside the row that starts at line 2, column 2",
    ],
  ])("%j is rejected with the position of the fault, which is fatal", async (content, line, what) => {
    const last = (await rowsOf(content, "array")).at(-1);
    expect(last).toEqual({
      line,
      code: "malformed_json",
      message: `Not valid JSON at ${what}.`,
      fatal: true,
    });
  });

  test("leaves faults inside an element to its parser, and continues", async () => {
    expect(await elementsOf('[{"a":1], tru}e, {"b" 2}, 3]')).toEqual([
      [1, 2, '{"a":1]'],
      [1, 11, "tru}e"],
      [1, 18, '{"b" 2}'],
      [1, 27, "3"],
    ]);
  });

  test("rejects an element that is too large, and continues", async () => {
    const rows = await rowsOf(`["${"a".repeat(5000)}",\n2]`, "array", { maxRowBytes: 20 });
    expect(rows.map(shortened)).toEqual([
      [1, "The row is larger than 20 bytes, the maximum."],
      [2, 1, "2"],
    ]);
  });
});

describe("chunks", () => {
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        '"',
        "\\",
        "\n",
        "\r\n",
        " ",
        "1",
        "true",
        "\uFEFF",
        "é",
        "💥",
      ),
      fc.constantFrom('{"a":1}', '{"b":"x\\"]"}', "[1,2]", ",\n", ","),
    ),
    { maxLength: 30 },
  );
  const content = fc.oneof(
    parts.map((all) => encoder.encode(all.join(""))),
    parts.map((all) => encoder.encode(`[${all.join(",")}]`)),
    fc.uint8Array({ maxLength: 40 }),
  );

  test.each(["lines", "array"] as const)("can end anywhere: %s give the same rows", async (format) => {
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
        const whole = await rowsOf(bytes, format, { size: 1000, maxRowBytes: 12 });
        expect(await rowsOf(bytes, format, { size, maxRowBytes: 12 })).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });

  test("give at most one batch each, with the elements that JSON.parse finds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 50 }), async (values, size) => {
        for (const text of [JSON.stringify(values), JSON.stringify(values, null, 2)]) {
          const rows = await rowsOf(text, "array", { size, maxRowBytes: 100_000 });
          expect(rows.map((row) => ("text" in row ? JSON.parse(row.text) : row))).toEqual(JSON.parse(text));
        }
      }),
    );
  });

  test("can be a whole file: rows still come in batches", async () => {
    const sizes: number[] = [];
    const bytes = encoder.encode(`${"x".repeat(99)}\n`.repeat(10_000));
    for await (const batch of splitRows(chunked(bytes, bytes.length), "lines")) sizes.push(batch.length);
    // 1,000,000 bytes are split into pieces of 262,144 bytes.
    expect(sizes).toHaveLength(4);
    expect(sizes.reduce((total, size) => total + size, 0)).toBe(10_000);
  });
});
