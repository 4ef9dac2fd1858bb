import { describe, expect, test } from "vitest";
import { type CsvRow, readCsvRows } from "./csv-rows.ts";
import { samplesTable } from "./table-mapping.fixture.ts";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function rowsOf(text: string): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const batch of readCsvRows(bytesOf(text), samplesTable)) rows.push(...batch);
  return rows;
}
const valuesOf = async (text: string): Promise<unknown[]> =>
  (await rowsOf(text)).map((row) => ("value" in row ? row.value : row.errors.map(({ message }) => message)));
/** Returns the value of a cell in a column. */
async function valueOf(column: string, cell: string): Promise<unknown> {
  const [value] = await valuesOf(`id,${column}\nx,"${cell.replaceAll('"', '""')}"\n`);
  return value;
}

describe("a header", () => {
  test("contains dots for nested fields", async () => {
    const text =
      "id,input.text,expected.triage_level,output.a.b,metadata.clinic,split,cluster_id\ncall-1,Chest pain,urgent,1,north,test,p7\n";
    expect(await valuesOf(text)).toEqual([
      {
        id: "call-1",
        input: { text: "Chest pain" },
        expected: { triage_level: "urgent" },
        output: { a: { b: 1 } },
        metadata: { clinic: "north" },
        split: "test",
        cluster_id: "p7",
      },
    ]);
  });

  test("can name a field __proto__", async () => {
    const [value] = await valuesOf("input.__proto__.x\n1\n");
    expect(JSON.stringify(value)).toBe('{"input":{"__proto__":{"x":1}}}');
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  const known =
    "id, external_id, input, output, expected, metadata, tags, split, cluster_id, and input.…, output.…, expected.…, metadata.…";
  test.each([
    ["id,color", 'Column 2 is "color", which is not a field that a row accepts; accepted: ' + known + "."],
    ["id,ID", 'Column 2 is "ID", which is not a field that a row accepts; accepted: ' + known + "."],
    ["id,tags.0", 'Column 2 is "tags.0", which is not a field that a row accepts; accepted: ' + known + "."],
    ["id,input.", 'Column 2 is "input.", which is not a field that a row accepts; accepted: ' + known + "."],
    [
      "id,input..a",
      'Column 2 is "input..a", which is not a field that a row accepts; accepted: ' + known + ".",
    ],
    ["id,,input", "Column 2 has no name; it must have one."],
    ["id,input,id", 'Columns 1 and 3 are both named "id"; each name must be unique.'],
    [
      "input.text,input",
      'Column "input.text" is part of column "input"; a table must have only one of them.',
    ],
    [
      "input.a.b.c,input.a",
      'Column "input.a.b.c" is part of column "input.a"; a table must have only one of them.',
    ],
  ])("with the text %j is refused, and no row is read", async (header, message) => {
    expect(await rowsOf(`\n${header}\n1,2,3\n`)).toEqual([
      { line: 2, fatal: true, errors: [expect.objectContaining({ message, line: 2 })] },
    ]);
  });

  test("is rejected with all its faults", async () => {
    const [row] = await rowsOf("id,,id,x,input,input.a\n");
    expect(row && "errors" in row && row.errors.map(({ code, path }) => [code, path])).toEqual([
      ["required", ""],
      ["repeated", "/id"],
      ["unknown_field", "/x"],
      ["conflict", "/input/a"],
    ]);
  });
});

describe("a row", () => {
  test("with fewer or more cells than the header is rejected, and the other rows are read", async () => {
    expect(await rowsOf('id,input,split\n1,2\n1,2,3\n1,2,3,"4,5"\n')).toEqual([
      {
        line: 2,
        errors: [
          {
            path: "",
            code: "ragged_row",
            message: 'Line 2 has 2 cells; the header has 3: the cells from column "split" on are missing.',
            line: 2,
          },
        ],
      },
      { line: 3, value: { id: "1", input: 2, split: "3" } },
      {
        line: 4,
        errors: [
          {
            path: "",
            code: "ragged_row",
            message:
              'Line 4 has 4 cells; the header has 3: cell 4 is "4,5" and has no column; a cell with a delimiter must be quoted.',
            line: 4,
          },
        ],
      },
    ]);
  });

  test("has no value for an empty cell", async () => {
    expect(await valuesOf('id,input.a,input.b,expected.c,tags\n,x,"",,\n')).toEqual([{ input: { a: "x" } }]);
  });
});

describe("a cell", () => {
  test.each([
    ['{"a": [1, null]}', { a: [1, null] }],
    ["[]", []],
    ['"quoted"', "quoted"],
    ['""', ""],
    ["12", 12],
    ["-0.5", -0.5],
    ["1e+21", 1e21],
    ["1e-7", 1e-7],
    ["true", true],
    ["null", null],
    // JSON would print these numbers in another form.
    [" 12 ", " 12 "],
    ["1.10", "1.10"],
    ["1.0", "1.0"],
    ["12e3", "12e3"],
    ["-0.5e3", "-0.5e3"],
    ["1E+21", "1E+21"],
    ["-0", "-0"],
    ["1e999", "1e999"],
    // These digits are beyond 2^53 - 1, the largest integer that JSON may contain.
    ["9007199254740992", "9007199254740992"],
    ["9007199254740993", "9007199254740993"],
    // These are not JSON and are therefore kept as text.
    ["007", "007"],
    ["01", "01"],
    ["00.11", "00.11"],
    ["+5", "+5"],
    [".5", ".5"],
    ["1e", "1e"],
    ["08123", "08123"],
    ["True", "True"],
    ["NaN", "NaN"],
    ["['Influenza', 'Pneumonia']", "['Influenza', 'Pneumonia']"],
    ['{"a": 1', '{"a": 1'],
    ['"a" and "b"', '"a" and "b"'],
    ["120 any st.", "120 any st."],
    ["2024-01-01", "2024-01-01"],
    [" ", " "],
  ])("of input, output, expected or metadata with the text %j has the value %j", async (cell, value) => {
    for (const field of ["input", "output", "expected", "metadata"]) {
      expect(await valueOf(field, cell)).toEqual({ id: "x", [field]: value });
      expect(await valueOf(`${field}.a`, cell)).toEqual({ id: "x", [field]: { a: value } });
    }
  });

  test.each([
    [
      '{"a": 9007199254740993}',
      "input.n: a is 9007199254740993; an integer must be from -9007199254740991 to 9007199254740991, or be sent as a string.",
    ],
    [
      "[1e999]",
      "input.n: item [0] is 1e999; a number must be from -1.7976931348623157e+308 to 1.7976931348623157e+308.",
    ],
    ['["\\ud800"]', "input.n: item [0] contains half of a surrogate pair, which cannot be stored."],
    ['"\\u0000"', "input.n: The value contains U+0000, which cannot be stored."],
  ])("that is JSON and cannot be stored exactly is refused: %s", async (cell, message) => {
    expect(await valueOf("input.n", cell)).toEqual([message]);
  });

  test("of any other column has its text as value", async () => {
    for (const column of ["external_id", "split", "cluster_id"]) {
      for (const cell of ["01", "12", "true", "{}", '"x"']) {
        expect(await valueOf(column, cell)).toEqual({ id: "x", [column]: cell });
      }
    }
  });

  test.each([
    ["a;b c; d", ["a", "b c", "d"]],
    [";a;;", ["a"]],
    ['["a","b;c"]', ["a", "b;c"]],
    ["12", ["12"]],
    ["[a]", ["[a]"]],
    ['["a", 1]', ["a", 1]],
  ])("of tags contains a JSON array, or tags separated by semicolons: %j", async (cell, tags) => {
    expect(await valueOf("tags", cell)).toEqual({ id: "x", tags });
  });

  // An export adds one apostrophe before text that matches ^'*[=+\-@\t\r].
  test.each(["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "'=1", "''-2", "=cmd|' /C calc'!A0"])(
    "that the export guarded has the original text %j, in any column",
    async (text) => {
      expect(await valueOf("input.a", `'${text}`)).toEqual({ id: "x", input: { a: text } });
      expect(await valueOf("split", `'${text}`)).toEqual({ id: "x", split: text });
      expect(await valueOf("tags", `'${text}`)).toEqual({ id: "x", tags: [text.trim()] });
    },
  );

  test("that starts with an apostrophe that is not a guard keeps the apostrophe", async () => {
    expect(await valueOf("input", "'tis")).toEqual({ id: "x", input: "'tis" });
    expect(await valueOf("input", "'")).toEqual({ id: "x", input: "'" });
    expect(await valueOf("input", "-12.5")).toEqual({ id: "x", input: -12.5 });
  });
});
