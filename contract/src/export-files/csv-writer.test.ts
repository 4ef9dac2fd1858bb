import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../test/support/cases.ts";
import { readCsvRows } from "../wire/csv/csv-rows.ts";
import { samplesTable } from "../wire/csv/table-mapping.fixture.ts";
import { exportColumns, type ExportRecord } from "./export-record.ts";
import { record } from "./export-record.fixture.ts";
import { exportWriter } from "./export-writer.ts";

const decoder = new TextDecoder();

function written(rows: readonly ExportRecord[]): string {
  const writer = exportWriter("csv", true);
  return decoder.decode(writer.write(rows)) + decoder.decode(writer.end());
}

/** Returns the contents of the cells as any CSV reader would read them. */
function cells(rows: readonly ExportRecord[]): Record<string, string>[] {
  const { data, errors } = Papa.parse<Record<string, string>>(written(rows), {
    header: true,
    skipEmptyLines: "greedy",
    newline: "\r\n",
  });
  expect(errors).toEqual([]);
  return data;
}

/**
 * Imports the exported cells, limited to the columns that an import accepts. Returns the imported samples.
 */
async function importedAgain(rows: readonly ExportRecord[]): Promise<unknown[]> {
  const names = ["external_id", "input", "output", "expected", "tags", "metadata"];
  const table = Papa.unparse(
    cells(rows).map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))),
    { quotes: true },
  );
  const values: unknown[] = [];
  const bytes = async function* () {
    yield new TextEncoder().encode(table);
  };
  for await (const batch of readCsvRows(bytes(), samplesTable)) {
    for (const row of batch) values.push("value" in row ? row.value : row.errors);
  }
  return values;
}

const risky = /^[=+\-@\t\r]/;

const listIn = (name: string, key: string): string[] =>
  haveCases ? JSON.parse(readFileSync(join(casesDir, "F-files", name), "utf8"))[key] : [];

describe("a table", () => {
  test("has a header, CRLF line ends, empty cells for absent values, and plain numbers", () => {
    const [header, line, rest] = written([record()]).split("\r\n");
    expect(header).toBe(
      exportColumns(true)
        .map(({ name }) => name)
        .join(","),
    );
    expect(line).toBe(
      'eval_1,Nightly,ds_1,3,,smp_1,call-1,triage_accuracy,scored,33.33333333333333,50,rev_1,,false,true,under_triage,under_triage,"{""distance"":1}","[""a;b"",""-c""]","{""clinic"": ""north""}",2026-02-11T08:00:00.007Z,1e-7,0,,,,1,"""-1""",-1,',
    );
    expect(rest).toBe("");
    expect(written([])).toBe(`${header}\r\n`);
  });

  test("distinguishes an empty text from an absent one", () => {
    expect(written([record({ flag_reason: "", classification: null })])).toContain(',true,"",,');
  });

  test("adds an apostrophe before text that looks like a formula, but not before numbers", () => {
    const texts = ["=1+1", "+1", "-1", "@SUM(1)", "\tx", "\rx", "'=1", "''@", "'plain", "plain", "", "a=1"];
    const rows = cells(texts.map((text) => record({ external_id: text, output: "-1" })));
    expect(rows.map((row) => row["external_id"])).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@SUM(1)",
      "'\tx",
      "'\rx",
      "''=1",
      "'''@",
      "'plain",
      "plain",
      "",
      "a=1",
    ]);
    expect(rows.map((row) => row["output"])).toEqual(rows.map(() => "-1"));
  });

  test("round-trips every text, tag and JSON value through the import", async () => {
    const text = fc.string({ unit: "binary", minLength: 1 }).map((one) => one.replaceAll("\0", "x"));
    const risk = fc
      .tuple(fc.constantFrom("=", "+", "-", "@", "\t", "\r", "'", "''=", '"', ","), text)
      .map((parts) => parts.join(""));
    const any = fc.oneof(text, risk);
    // Imports reject integers that doubles cannot represent.
    const json = fc.jsonValue().filter((value) => !/\d{16}/.test(JSON.stringify(value)));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(any, any, json), { minLength: 1, maxLength: 5 }), async (given) => {
        const rows = given.map(([id, tag, value]) =>
          record({
            external_id: id,
            input: JSON.stringify(tag),
            output: JSON.stringify({ value }),
            tags: [tag, id],
            metadata: JSON.stringify({ [id]: value }),
          }),
        );
        const expected = given.map(([id, tag, value]) => ({
          external_id: id,
          input: tag,
          output: { value },
          tags: [tag, id],
          metadata: { [id]: value },
        }));
        expect(JSON.stringify(await importedAgain(rows))).toBe(JSON.stringify(expected));
      }),
    );
  });
});

describe.skipIf(!haveCases)("real texts that break tables", () => {
  const naughty = listIn("naughty-strings.json", "strings").filter(
    (text) => text !== "" && !text.includes("\0"),
  );
  const payloads = listIn("formula-injection.json", "payloads");

  test(`round-trip unchanged, all ${naughty.length + payloads.length}`, async () => {
    const texts = [...naughty, ...payloads];
    const rows = texts.map((text) =>
      record({
        evaluation_name: text,
        external_id: text,
        input: JSON.stringify(text),
        output: null,
        tags: [text],
        metadata: JSON.stringify({ note: text }),
      }),
    );
    expect(await importedAgain(rows)).toEqual(
      texts.map((text) => ({ external_id: text, input: text, tags: [text], metadata: { note: text } })),
    );
    for (const row of cells(rows)) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(risky);
    }
  });
});
