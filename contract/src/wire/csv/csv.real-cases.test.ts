import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../test/support/cases.ts";
import { type CsvRecord, readCsvRecords } from "./csv-row.ts";
import { type ImportRow, readImportRows } from "../rows/import-rows.ts";

const folder = join(casesDir, "F-files");
const read = (file: string): Uint8Array => readFileSync(join(folder, file));
const manifest: { file: string; expected_records?: Record<string, string>[] }[] = haveCases
  ? JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))
  : [];
const tables = manifest.filter(({ file }) => file.endsWith(".csv"));
const chunkSizes = [1, 13, 100_000];

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Returns the records in a file. If a fault ends them, the last item is its message. */
async function recordsOf(bytes: Uint8Array, size = 64): Promise<(CsvRecord | string)[]> {
  const records: (CsvRecord | string)[] = [];
  for await (const batch of readCsvRecords(inChunks(bytes, size))) {
    if (Array.isArray(batch)) records.push(...batch);
    else records.push(batch.message);
  }
  return records;
}

async function importOf(bytes: Uint8Array, size = 64): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for await (const batch of readImportRows(inChunks(bytes, size), "text/csv")) rows.push(...batch);
  return rows;
}
const messagesOf = (rows: readonly ImportRow[]): string[] =>
  rows.flatMap((row) => (row.ok ? [] : row.errors.map(({ line, message }) => `${line}: ${message}`)));

/** Returns the file in its encoding, with each column moved below `input`, so that the rows are samples. */
function underInput(file: string): Uint8Array {
  // Latin-1 preserves each byte.
  const encoding = file.includes("utf16") ? "utf16le" : "latin1";
  const text = readFileSync(join(folder, file), encoding);
  const [, start = "", header = "", rest = ""] =
    /^(\uFEFF|\u00EF\u00BB\u00BF|\n*)([^\n]*?)(\r?\n[^]*)$/.exec(text) ?? [];
  const delimiter = header.includes(";") ? ";" : ",";
  const names = header.split(delimiter).map((name) => `input.${name}`);
  return Buffer.from(`${start}${names.join(delimiter)}${rest}`, encoding);
}

describe.skipIf(!haveCases)("real tables", () => {
  test("are all listed in this test", () => {
    const named = [...Object.keys(asSamples), ...Object.keys(broken)];
    expect(tables.map(({ file }) => file).toSorted()).toEqual(named.toSorted());
  });

  test.each(
    tables
      .filter((table) => table.expected_records)
      .map(({ file, expected_records: records }) => ({ file, records })),
  )("$file has the records that the manifest states", async ({ file, records }) => {
    for (const size of chunkSizes) {
      const [header, ...rows] = await recordsOf(read(file), size);
      const names = typeof header === "object" ? header.cells : [];
      const found = rows.map((row) =>
        typeof row === "string" ? row : Object.fromEntries(names.map((name, at) => [name, row.cells[at]])),
      );
      expect(found).toEqual(records);
    }
  });

  test.each(Object.entries(asSamples))(
    "%s is read as samples if its columns are moved below input",
    async (file, [count, first]) => {
      const rows = await importOf(underInput(file));
      expect(messagesOf(rows)).toEqual([]);
      expect(rows).toHaveLength(count);
      expect(rows[0]).toMatchObject({ ok: true, row: { input: first } });
      for (const size of chunkSizes) expect(await importOf(underInput(file), size)).toEqual(rows);
    },
  );

  test.each(Object.entries(broken))("%s is refused with line and reason", async (file, messages) => {
    for (const size of chunkSizes) {
      const bytes = asTheyAre.includes(file) ? read(file) : underInput(file);
      expect(messagesOf(await importOf(bytes, size))).toEqual(messages);
    }
  });

  test("are rejected with a list of the fields if their headers do not contain fields", async () => {
    const [message] = messagesOf(await importOf(read("csvkit/test_utf8_bom.csv")));
    // Known fault 8: the first header is foo, without the byte order mark.
    expect(message).toMatch(
      /^1: Column 1 is "foo", which is not a field that a row accepts; accepted: id, external_id, input, /,
    );
    const refused = await importOf(read("real/new_article_all_results.head.csv"));
    expect(messagesOf(refused)[0]).toMatch(
      /^1: Column 1 is "correct_diagnosis", which is not a field that a row accepts/,
    );
    expect(await importOf(read("csvkit/test_utf16_little.csv"))).toMatchObject([
      { ok: false, fatal: true, errors: [{ path: "/a" }, { path: "/b" }, { path: "/c" }] },
    ]);
  });

  test("the JSON files of label-studio are valid JSON, but their members are not fields of a sample", async () => {
    for (const file of ["label-studio/csv_test.json", "label-studio/csv_test_colliding_keys.json"]) {
      const rows: ImportRow[] = [];
      for await (const batch of readImportRows(inChunks(read(file), 64), "application/json"))
        rows.push(...batch);
      expect(
        messagesOf(rows).some((message) =>
          /annotations is not a field that a row accepts; accepted: id,/.test(message),
        ),
      ).toBe(true);
    }
  });
});

/** Files with rows: the number of rows, and the input of the first row. */
const asSamples: Record<string, [number, unknown]> = {
  // A value with leading zeros is an identifier, not a number.
  "csv-spectrum/comma_in_quotes.csv": [
    1,
    { first: "John", last: "Doe", address: "120 any st.", city: "Anytown, WW", zip: "08123" },
  ],
  "csv-spectrum/empty_crlf.csv": [2, { a: 1 }],
  "csv-spectrum/json.csv": [1, { key: 1, val: { type: "Point", coordinates: [102, 0.5] } }],
  "csv-spectrum/newlines.csv": [3, { a: 1, b: 2, c: 3 }],
  "csv-spectrum/quotes_and_newlines.csv": [2, { a: 1, b: 'ha \n"ha" \nha' }],
  "csv-spectrum/simple_crlf.csv": [1, { a: 1, b: 2, c: 3 }],
  "csvkit/date_like_number.csv": [1, { a: 4.5 }],
  "csvkit/realdata-acs2012_5yr_population.csv": [
    93,
    { fips: 31001, name: "Adams County, NE", total_population: 31299, margin_of_error: 0 },
  ],
  "csvkit/test_no_leading_zeroes.csv": [1, { a: "01", b: "00.11", c: 0.1 }],
  "csvkit/test_skip_lines.csv": [1, { a: 1, b: 2, c: 3 }],
  "csvkit/test_utf16_little.csv": [2, { a: 1, b: 2, c: 3 }],
  "csvkit/test_utf8_bom.csv": [2, { foo: 1, bar: 2, baz: 3 }],
  "real/new_article_all_results.head.csv": [
    61,
    { correct_diagnosis: "COVID 19", run1_diagnosis_position: 1 },
  ],
};

const nameless = Array.from(
  { length: 9 },
  (_, index) => `1: Column ${index + 1} has no name; it must have one.`,
);
const unknown = (number: number, name: string): string =>
  `1: Column ${number} is ${name}, which is not a field that a row accepts; accepted: id, external_id, input, output, expected, metadata, tags, split, cluster_id, and input.…, output.…, expected.…, metadata.….`;

/** Files without a table or with an invalid table, and their faults. */
const broken: Record<string, string[]> = {
  "csvkit/bad.csv": [
    '2: Line 2 has 4 cells; the header has 3: cell 4 is "I\'m too long!" and has no column; a cell with a delimiter must be quoted.',
    '3: Line 3 has 2 cells; the header has 3: the cells from column "input.column_c" on are missing.',
  ],
  // The file is a single empty line: no header, no rows, no fault.
  "csvkit/empty.csv": [],
  "csvkit/null_byte.csv": [
    "2: U+0000 at line 2, column 1 cannot be stored; the file must be text in UTF-8, or in UTF-16 with a byte order mark.",
  ],
  "csvkit/realdata-Datagov_FY10_EDU_recp_by_State.csv": nameless,
  "csvkit/test_empty_columns_long_row.csv": [
    '2: Line 2 has 4 cells; the header has 3: cell 4 is "" and has no column; a cell with a delimiter must be quoted.',
  ],
  "csvkit/test_extra_header.csv": [
    '2: Line 2 has 3 cells; the header has 4: the cells from column "input.d" on are missing.',
  ],
  "csvkit/test_header_newline.csv": [
    unknown(1, String.raw`"\t\n\u000b\f\r start \t\n\u000b\f\r end \t\n\u000b\f\r"`),
    unknown(2, '"b"'),
    unknown(3, '"c"'),
  ],
  "csvkit/test_latin1.csv": ["3: Byte 0xA9 at line 3, column 5 is not UTF-8; save the file as UTF-8."],
};
const asTheyAre = [
  "csvkit/empty.csv",
  "csvkit/realdata-Datagov_FY10_EDU_recp_by_State.csv",
  "csvkit/test_header_newline.csv",
];
