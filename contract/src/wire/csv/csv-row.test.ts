import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { type CsvOptions, type CsvRecord, readCsvRecords } from "./csv-row.ts";
import type { RowFault } from "../rows/row-bytes.ts";

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function recordsOf(
  content: string,
  options: CsvOptions = {},
  size = 64,
): Promise<(CsvRecord | RowFault)[]> {
  const records: (CsvRecord | RowFault)[] = [];
  for await (const batch of readCsvRecords(inChunks(new TextEncoder().encode(content), size), options)) {
    if (Array.isArray(batch)) records.push(...batch);
    else records.push(batch);
  }
  return records;
}
const cellsOf = async (content: string, options?: CsvOptions): Promise<unknown[]> =>
  (await recordsOf(content, options)).map((record) => ("cells" in record ? record.cells : record.message));

describe("records", () => {
  test("end with LF or CRLF, which is optional for the last record; a line break in quotes stays unchanged", async () => {
    const content = 'a,b\r\n1,"x\r\ny"\n"2",\r\n"","q""q"';
    expect(await recordsOf(content)).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["1", "x\r\ny"] },
      { line: 4, cells: ["2", ""] },
      { line: 5, cells: ["", 'q"q'] },
    ]);
  });

  test("keep their line numbers across empty lines", async () => {
    expect(await recordsOf("\n\r\n\na,b\n\n1,2\n\n")).toEqual([
      { line: 4, cells: ["a", "b"] },
      { line: 6, cells: ["1", "2"] },
    ]);
    expect(await recordsOf("\n")).toEqual([]);
    expect(await recordsOf("")).toEqual([]);
  });

  test("keep white space, and a byte order mark at the start of a later record", async () => {
    expect(await cellsOf(' a ,b\t\n\uFEFFc,"\uFEFF"\n')).toEqual([
      [" a ", "b\t"],
      ["\uFEFFc", "\uFEFF"],
    ]);
  });
});

describe("the delimiter", () => {
  test("is the most frequent delimiter in the header, outside quotes", async () => {
    expect(await cellsOf('"a,b";c\n1;2,3')).toEqual([
      ["a,b", "c"],
      ["1", "2,3"],
    ]);
    expect(await cellsOf("\n\na\tb,c\td\n1\t2\t3")).toEqual([
      ["a", "b,c", "d"],
      ["1", "2", "3"],
    ]);
    expect(await cellsOf("a,b;c,d\n")).toEqual([["a", "b;c", "d"]]);
    // The comma is used if delimiters are equally frequent or absent.
    expect(await cellsOf("a,b;c\n")).toEqual([["a", "b;c"]]);
    expect(await cellsOf("a\n1;2,3\n")).toEqual([["a"], ["1;2", "3"]]);
  });

  test("can be set by the caller", async () => {
    expect(await cellsOf("a,b;c", { delimiter: ";" })).toEqual([["a,b", "c"]]);
    expect(await cellsOf("a,b\tc,d,e", { delimiter: "tab" })).toEqual([["a,b", "c,d,e"]]);
    expect(await cellsOf("a;b;c,d", { delimiter: "," })).toEqual([["a;b;c", "d"]]);
  });
});

describe("a fault", () => {
  const quoteIn = "inside an unquoted cell; it must be written as";
  const spread = 'a,b\n"x\ny"z';
  const faults: [string, number, string][] = [
    [
      'id,input\n1,{"answer": "03/09/2024"}\n',
      2,
      `Found a quote at line 2, column 4 ${quoteIn} "{""answer"": ""03/09/2024""}"`,
    ],
    [
      'id,input,tags\n1,{"a": [1, "}"], "b": 2},x',
      2,
      `Found a quote at line 2, column 4 ${quoteIn} "{""a"": [1, ""}""], ""b"": 2}"`,
    ],
    ['a,b\n1,5" tall\n', 2, `Found a quote at line 2, column 4 ${quoteIn} "5"" tall"`],
    ['a,b\n1, "x"\n', 2, `Found a quote at line 2, column 4 ${quoteIn} " ""x"""`],
    [
      `${spread},2\n`,
      3,
      'Found "z" at line 3, column 3, after the closing quote of a cell; a quote inside a quoted cell must be doubled.',
    ],
    [
      'a,b\n"x" ,2\n',
      2,
      "Found U+0020 at line 2, column 4, after the closing quote of a cell; a quote inside a quoted cell must be doubled.",
    ],
    [
      'a,b\n1,2\n3,"x\n4,5\n',
      3,
      "The quote at line 3, column 3 is not closed; each quoted cell must end with a quote.",
    ],
    [
      "a,b\r1,2\r",
      1,
      "Found a carriage return without a line feed at line 1, column 4; lines must end with LF or CRLF.",
    ],
    [
      "a,b\n1,2\n3,\0\n",
      3,
      "U+0000 at line 3, column 3 cannot be stored; the file must be text in UTF-8, or in UTF-16 with a byte order mark.",
    ],
  ];
  test.each(faults)(
    "in %j is reported with line and column, regardless of the chunks",
    async (content, line, message) => {
      for (let size = 1; size <= content.length + 1; size += 1) {
        const records = await recordsOf(content, {}, size);
        expect(records.at(-1)).toMatchObject({ line, message, fatal: true });
        // Records before the fault are read. Each takes one line, except the record with the fault.
        const before = content.split("\n").slice(0, content.startsWith(spread) ? 1 : line - 1);
        expect(records.slice(0, -1)).toEqual(await recordsOf(before.join("\n")));
      }
    },
  );

  test("is reported at the end of the line, or after a thousand characters of a long cell", async () => {
    const [, fault] = await recordsOf(`a\nx"${"y".repeat(5000)}`);
    expect(fault).toMatchObject({ line: 2 });
    const chunked = await Promise.all(
      [1, 13, 4000, 9000].map((size) => recordsOf(`a\nx"${"y".repeat(5000)}\nz\n`, {}, size)),
    );
    for (const records of chunked) expect(records[1]).toEqual(fault);
  });

  test("is reported for a record that is too large, regardless of the chunks", async () => {
    const options = { maxRecordLength: 10 };
    for (const size of [1, 3, 10, 100]) {
      expect(await recordsOf("a\n1234567890\n", options, size)).toHaveLength(2);
      expect((await recordsOf("a\n12345678901\nb\n", options, size)).slice(1)).toEqual([
        {
          line: 2,
          code: "row_too_large",
          message: "The row is larger than 10 characters, the maximum; check for a quote that is not closed.",
          fatal: true,
        },
      ]);
    }
  });
});

// Cells with quotes, delimiters, line ends, byte order marks and other text, without lone surrogates.
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "\r\n", " ", "a", "é", "🩺", "\uFEFF", "'"),
  }),
  fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  );

describe("a table", () => {
  test("is equal after writing and reading, for each delimiter, line end and chunk size", async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom([",", ","] as const, [";", ";"] as const, ["tab", "\t"] as const),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        async (rows, [delimiter, character], newline, quotes, size) => {
          // Papa does not quote cells that contain a carriage return, although RFC 4180 requires it.
          const mustQuote = rows.flat().some((text) => text.includes("\r"));
          const content = Papa.unparse(rows, { delimiter: character, newline, quotes: quotes || mustQuote });
          // A byte order mark at the start would be read as the mark of the file.
          const records = await recordsOf(content.replace(/^\uFEFF/, "\uFEFF\uFEFF"), { delimiter }, size);
          expect(records.map((record) => ("cells" in record ? record.cells : record))).toEqual(rows);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("has the same records and the same fault for all chunk sizes", async () => {
    const unit = fc.constantFrom('"', '""', ",", "\n", "\r\n", "\r", "a", '"\n', ',"', '",', "é", "\0");
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (content, size) => {
          expect(await recordsOf(content, {}, size)).toEqual(await recordsOf(content, {}, 1000));
        },
      ),
      { numRuns: 500 },
    );
  });
});
