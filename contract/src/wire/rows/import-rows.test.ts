import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { ApiError } from "../../platform/errors.ts";
import type { RowOutcome } from "../json/json-rows.ts";
import { type ImportRow, readImportRows } from "./import-rows.ts";
import { readOutputRows } from "./output-rows.ts";

const lines = "application/x-ndjson";
const array = "application/json";

async function* chunksOf(content: string | Uint8Array, size = 64): AsyncGenerator<Uint8Array> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function rowsOf(content: string | Uint8Array, contentType = lines): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for await (const batch of readImportRows(chunksOf(content), contentType)) rows.push(...batch);
  return rows;
}

const faultsOf = (rows: readonly ImportRow[]) => rows.flatMap((row) => (row.ok ? [] : row.errors));
const messagesOf = async (content: string, contentType = lines) =>
  faultsOf(await rowsOf(content, contentType)).map(
    ({ line, path, message }) => `${line} ${path}: ${message}`,
  );

describe("rows", () => {
  const two = [
    { id: "a", input: { text: "x" }, tags: ["t"], output: null },
    { external_id: "b", input: 1, metadata: { k: 1 } },
  ];

  test.each([
    [lines, two.map((row) => JSON.stringify(row)).join("\n"), [1, 2]],
    [array, JSON.stringify(two), [1, 1]],
    [`${array}; charset=utf-8`, JSON.stringify(two, null, 1), [2, 12]],
    [
      "Application/X-NDJSON ;charset=utf-8",
      `${two.map((row) => JSON.stringify(row)).join("\r\n")}\r\n`,
      [1, 2],
    ],
  ])("of %s are samples, and `id` is the external id", async (contentType, content, [first, second]) => {
    // In an array, the path of a row is its index, because several rows can be on the same line.
    const [path, next] = contentType.startsWith(array) ? ["/0", "/1"] : ["", ""];
    const a = { id: "a", external_id: "a", input: { text: "x" }, tags: ["t"], output: null };
    expect(await rowsOf(content, contentType)).toEqual([
      { line: first, path, ok: true, row: a },
      { line: second, path: next, ok: true, row: { external_id: "b", input: 1, metadata: { k: 1 } } },
    ]);
  });

  test("have ids as text, even if the ids are numbers in the file", async () => {
    const ids = async (content: string, type = lines) =>
      (await rowsOf(content, type)).map((row) => (row.ok ? row.row.external_id : row.errors[0]?.message));
    expect(await ids('{"id":3,"input":1}\n{"external_id":0,"input":1}\n{"id":"3","input":1}')).toEqual([
      "3",
      "0",
      "3",
    ]);
    expect(await ids("id,input\n3,x\n", "text/csv")).toEqual(["3"]);
    expect(await ids("id\tinput\n3\tx\n", "text/tab-separated-values")).toEqual(["3"]);
    expect(await ids('{"id":3,"input":1}', "application/jsonl")).toEqual(["3"]);
    // A number whose digits a JSON parser may change cannot be an id.
    expect(await ids('{"id":9007199254740993,"input":1}\n{"id":true,"input":1}')).toEqual([
      expect.stringContaining("or be sent as a string"),
      "id is true; it must be a string or an integer.",
    ]);
  });

  test("are refused for ids that are neither texts nor whole numbers, with both types", async () => {
    const messages = async (rows: AsyncIterable<readonly RowOutcome<unknown>[]>): Promise<string[]> => {
      const found: string[] = [];
      for await (const batch of rows)
        for (const row of batch) if (!row.ok) found.push(...row.errors.map(({ message }) => message));
      return found;
    };
    const samples = '{"external_id":3.5,"input":1}\n{"cluster_id":[],"input":1}\n{"cluster_id":7,"input":1}';
    expect(await messages(readImportRows(chunksOf(samples), lines))).toEqual([
      "external_id is 3.5; it must be a string or an integer.",
      "cluster_id is []; it must be a string or an integer.",
    ]);
    const outputs = '{"external_id":3.5,"run":0,"output":1}\n{"external_id":3,"output":1}';
    expect(await messages(readOutputRows(chunksOf(outputs), lines))).toEqual([
      "external_id is 3.5; it must be a string or an integer.",
      "run is 0; it must be at least 1.",
    ]);
  });

  test.each([
    ["gzip", [0x1f, 0x8b, 8, 0, 0, 0], "compressed with gzip; send it with Content-Encoding: gzip"],
    ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd, 4, 0], "compressed with Zstandard; decompress it first"],
    ["ZIP", [0x50, 0x4b, 3, 4, 20, 0], "ZIP archive or a spreadsheet (.xlsx)"],
    ["XLS", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], "Microsoft Office document (.xls)"],
    ["Parquet", [0x50, 0x41, 0x52, 0x31, 0x15, 4], "in Parquet format"],
    ["PDF", [...new TextEncoder().encode("%PDF-1.7")], "a PDF document"],
  ])(
    "in a %s file are refused once, with the conversion that makes the file readable",
    async (_name, bytes, text) => {
      const file = Uint8Array.from([...bytes, 10, 255, 10, 254]);
      for (const type of [lines, array, "text/csv"]) {
        const faults = faultsOf(await rowsOf(file, type));
        expect(faults).toEqual([
          expect.objectContaining({
            line: 1,
            code: "invalid_encoding",
            message: expect.stringContaining(text),
          }),
        ]);
      }
    },
  );

  test("of a table are read even if its first column has the name of a file format", async () => {
    const [row] = await rowsOf("id,input\nPAR1,x\n", "text/csv");
    expect(row).toMatchObject({ ok: true, row: { external_id: "PAR1" } });
    expect(faultsOf(await rowsOf("PAR1,input\n1,x\n", "text/csv"))[0]?.message).toContain("PAR1");
  });

  test("are validated one by one, each fault with its line and path", async () => {
    const content = [
      '{"id":"a","input":1}',
      '{"id":5.5,"input":1,"color":"red"}',
      "{}",
      '{"input":{"n":1e999}}',
      "7",
    ];
    expect(await messagesOf(content.join("\n"))).toEqual([
      "2 /id: id is 5.5; it must be a string or an integer.",
      "2 /color: color is not a field that a row accepts; accepted: id, external_id, input, output, expected, metadata, tags, split, cluster_id.",
      "3 /input: input is required.",
      "4 /input/n: n is 1e999; a number must be from -1.7976931348623157e+308 to 1.7976931348623157e+308.",
      "5 : The row is 7; it must be an object.",
    ]);
    expect(await messagesOf('[\n {"input":1},\n {"a" 1}, 7]', array)).toEqual([
      '3 /1: Not valid JSON at line 3, column 7: found "1" where ":" was expected.',
      "3 /2: The row is 7; it must be an object.",
    ]);
  });

  test("in an array sent as lines are rejected with the content type to use", async () => {
    expect(await messagesOf('[{"input":1}]')).toEqual([
      "1 : Line 1 is a JSON array; send the file as application/json.",
    ]);
    const [first] = await messagesOf('[\n{"input":1}\n]');
    expect(first).toBe(
      '1 : Not valid JSON at line 1, column 2: the text ends where a value or "]" was expected. If the file is one JSON array, send it as application/json.',
    );
  });

  test("after a structural fault of an array are not read, and the fault is fatal", async () => {
    const rows = await rowsOf('[{"input":1} {"input":2}, {"input":3}]', array);
    expect(rows.map(({ ok }) => ok)).toEqual([true, false]);
    expect(rows[1]).toMatchObject({ fatal: true, errors: [{ line: 1, path: "", code: "malformed_json" }] });
  });

  test("of a table are validated like rows of other files", async () => {
    const table = "id,input.text,tags\na,x,t\n,,\nb,y,\n";
    expect(await rowsOf(table, "text/csv; charset=utf-8")).toEqual([
      { line: 2, path: "", ok: true, row: { id: "a", external_id: "a", input: { text: "x" }, tags: ["t"] } },
      {
        line: 3,
        path: "",
        ok: false,
        errors: [{ path: "/input", code: "required", message: "input is required.", line: 3 }],
      },
      { line: 4, path: "", ok: true, row: { id: "b", external_id: "b", input: { text: "y" } } },
    ]);
    expect(await messagesOf("id,input\nx,1\n", "text/csv; delimiter=semicolon")).toEqual([]);
    expect(await messagesOf("id;input\nx;1\n", "Text/CSV")).toEqual([]);
  });

  test("of any other content type are refused", async () => {
    for (const contentType of [
      "text/plain",
      "text/csv; charset=iso-8859-1",
      "",
      undefined,
      "application/jsonx",
      "constructor",
    ]) {
      const refusal = await readImportRows(chunksOf("{}"), contentType)
        .next()
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal).toMatchObject({ status: 415 });
    }
  });
});

const readCase = (name: string) => readFileSync(join(casesDir, "F-files", "jsonl", name));

describe.skipIf(!haveCases)("real files", () => {
  test.each(["bom", "crlf", "blank-lines", "no-final-newline"])("%s.jsonl has 6 rows", async (name) => {
    const rows = await rowsOf(readCase(`${name}.jsonl`));
    expect(rows.map((row) => row.ok && row.row.external_id)).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `semigran-0${number}`),
    );
  });

  test("truncated-last.jsonl has 5 rows and a last line that is not closed", async () => {
    const rows = await rowsOf(readCase("truncated-last.jsonl"));
    expect(rows.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
    expect(faultsOf(rows)).toMatchObject([{ line: 6, code: "malformed_json" }]);
    expect(faultsOf(rows)[0]?.message).toContain("the string that starts here is not closed");
  });

  test("trailing-comma.jsonl is rejected on lines 1 to 5, at the comma", async () => {
    const rows = await rowsOf(readCase("trailing-comma.jsonl"));
    expect(rows.map(({ ok }) => ok)).toEqual([false, false, false, false, false, true]);
    for (const { message } of faultsOf(rows))
      expect(message).toContain('found "," where the end of the text was expected');
  });

  test("array-file.jsonl is rejected as lines, and has 6 rows as an array", async () => {
    const file = readCase("array-file.jsonl");
    expect(faultsOf(await rowsOf(file)).map(({ message }) => message)).toEqual([
      "Line 1 is a JSON array; send the file as application/json.",
    ]);
    expect((await rowsOf(file, array)).map(({ ok }) => ok)).toEqual(Array.from({ length: 6 }, () => true));
  });

  test("mixed.jsonl is rejected on every line, each with its number", async () => {
    const expected: { line: number; expect: string }[] = JSON.parse(
      readCase("mixed.expected.json").toString(),
    );
    const rows = await rowsOf(readCase("mixed.jsonl"));
    expect(rows.map(({ line, ok }) => ({ line, expect: ok ? "accept" : "reject" }))).toEqual(
      expected.map(({ line, expect: wanted }) => ({ line, expect: wanted })),
    );
    const lineNumbers = faultsOf(rows).map(({ line }) => line);
    expect([...new Set(lineNumbers)]).toEqual(expected.map(({ line }) => line));
  });
});
