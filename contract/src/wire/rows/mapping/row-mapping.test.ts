import { describe, expect, test } from "vitest";
import { ApiError } from "../../../platform/errors.ts";
import { type ImportRow, readImportRows } from "../import-rows.ts";
import { readOutputRows } from "../output-rows.ts";
import type { RowOptions } from "../read-rows.ts";

const lines = "application/x-ndjson";
const json = "application/json";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function rowsOf(file: string, options: RowOptions, type = lines): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for await (const batch of readImportRows(bytesOf(file), type, options)) rows.push(...batch);
  return rows;
}

/** Returns the samples in a file; the messages of faulty rows take their place. */
async function samplesOf(file: string, options: RowOptions, type?: string): Promise<unknown[]> {
  const rows = await rowsOf(file, options, type);
  return rows.map((row) => {
    if (!row.ok) return row.errors.map(({ message }) => message);
    const { id: _id, ...sample } = row.row;
    return sample;
  });
}

/** Returns the faults of options that are refused. */
async function refusalOf(options: RowOptions, file = '{"q":1}', type = lines) {
  const error: unknown = await rowsOf(file, options, type).catch((one: unknown) => one);
  if (!(error instanceof ApiError)) throw error;
  expect([error.status, error.code]).toEqual([400, "validation_failed"]);
  return error.errors.map(({ path, message }) => `${path}: ${message}`);
}

describe("a mapped member", () => {
  test("fills a field or a part of a field; other members move to metadata", async () => {
    const file = JSON.stringify({
      question_id: 81,
      category: "fever",
      turns: ["How high?", "Since when?"],
      reference: "38.5",
    });
    const map = ["question_id=id", "turns=input.turns", "reference=expected.answer"];
    expect(await samplesOf(file, { map })).toEqual([
      {
        external_id: "81",
        input: { turns: ["How high?", "Since when?"] },
        expected: { answer: "38.5" },
        metadata: { category: "fever" },
      },
    ]);
  });

  test("is found by a JSON Pointer, and its container counts as mapped", async () => {
    const row = {
      id: "t1",
      data: { text: "Ankle.", source: "phone" },
      annotations: [{ result: [{ value: { choices: ["routine"] } }] }],
    };
    const map = [
      "/data/text=input.text",
      "/annotations/0/result/0/value/choices/0=expected.triage_level",
      "/data/a~1b=output",
    ];
    const both = { ...row, data: { ...row.data, "a/b": "routine" } };
    expect(await samplesOf(JSON.stringify(both), { map })).toEqual([
      {
        external_id: "t1",
        input: { text: "Ankle." },
        output: "routine",
        expected: { triage_level: "routine" },
      },
    ]);
  });

  test("can fill several fields, and its name can contain an equals sign", async () => {
    const map = ["a=b=input", "a=b=metadata.copy"];
    expect(await samplesOf('{"a=b":1}', { map })).toEqual([{ input: 1, metadata: { copy: 1 } }]);
  });

  test("that is a text becomes tags at semicolons", async () => {
    expect(await samplesOf('{"q":1,"topic":"a; b"}', { map: ["q=input", "topic=tags"] })).toEqual([
      { input: 1, tags: ["a", "b"] },
    ]);
  });

  test("can be absent from a row, but not from all rows", async () => {
    const map = ["q=input", "gold=expected"];
    expect(await samplesOf('{"q":1}\n{"q":2,"gold":3}', { map })).toEqual([
      { input: 1 },
      { input: 2, expected: 3 },
    ]);
    expect(await refusalOf({ map }, '{"q":1}\n{"q":2}')).toEqual([
      'query/map/1: map[1] names "gold", which no row of the file contains.',
    ]);
  });

  test("takes precedence over a member with the name of the field", async () => {
    const file = '{"id":"row-7","question_id":"q","input":"context","text":"Hello"}';
    const map = ["question_id=id", "text=input.text"];
    expect(await samplesOf(file, { map })).toEqual([
      { external_id: "q", input: { text: "Hello" }, metadata: { id: "row-7", input: "context" } },
    ]);
    expect(await samplesOf(file, { map, rest: "drop" })).toEqual([
      { external_id: "q", input: { text: "Hello" } },
    ]);
  });

  test("joins the metadata of the row, and is refused if both have a member of the same name", async () => {
    const map = ["q=input", "lang=metadata.language"];
    expect(await samplesOf('{"q":1,"lang":"en","site":"b","metadata":{"n":1}}', { map })).toEqual([
      { input: 1, metadata: { n: 1, language: "en", site: "b" } },
    ]);
    expect(await samplesOf('{"q":1,"lang":"en","metadata":null}', { map })).toEqual([
      { input: 1, metadata: { language: "en" } },
    ]);
    const twice = '{"q":1,"lang":"en","site":"b","metadata":{"site":"a","language":"de"}}';
    expect(await samplesOf(twice, { map })).toEqual([
      [
        '"metadata.language" would be filled twice; map or drop one of the two members.',
        '"metadata.site" would be filled twice; map or drop one of the two members.',
      ],
    ]);
  });

  test("named __proto__ is data like any other member", async () => {
    const map = ["q=input.a", "__proto__=input.__proto__"];
    const [sample] = await samplesOf('{"q":1,"__proto__":{"x":1}}', { map });
    expect(JSON.stringify(sample)).toBe('{"input":{"a":1,"__proto__":{"x":1}}}');
    expect(Reflect.get({}, "x")).toBeUndefined();
  });
});

describe("other members", () => {
  const file = '{"id":"a","input":1,"color":"red"}';

  test("refuse the row unless a mapping or rest=metadata moves them to metadata, or rest=drop drops them", async () => {
    const refused = [
      "color is not a field that a row accepts; accepted: id, external_id, input, output, expected, metadata, tags, split, cluster_id.",
    ];
    const moved = { external_id: "a", input: 1, metadata: { color: "red" } };
    expect(await samplesOf(file, {})).toEqual([refused]);
    expect(await samplesOf(file, { rest: "error", map: ["input=input"] })).toEqual([refused]);
    expect(await samplesOf(file, { rest: "metadata" })).toEqual([moved]);
    expect(await samplesOf(file, { map: ["input=input"] })).toEqual([moved]);
    expect(await samplesOf(file, { rest: "drop" })).toEqual([{ external_id: "a", input: 1 }]);
  });
});

describe("a table", () => {
  const csv = "text/csv";
  const table = "case,question,gold,site\n7,Chest pain,1,north\n";

  test("is mapped by its headers; other columns move to metadata", async () => {
    const map = ["case=id", "question=input.question", "gold=expected.level"];
    const sample = { external_id: "7", input: { question: "Chest pain" }, expected: { level: 1 } };
    expect(await samplesOf(table, { map }, csv)).toEqual([{ ...sample, metadata: { site: "north" } }]);
    expect(await samplesOf(table, { map, rest: "drop" }, csv)).toEqual([sample]);
    expect(await samplesOf(table, { map, rest: "error" }, csv)).toEqual([
      [
        expect.stringMatching(
          /^Column 4 is "site", which is not a field that a row accepts; accepted: id, external_id,/,
        ),
      ],
    ]);
  });

  test("can keep whole columns as text", async () => {
    const text = "id,input,expected.level,output.level\na,null,1,true\n";
    const options = {
      text_columns: ["input", "output.level"],
      textFields: [
        ["expected", "level"],
        ["output", "other"],
      ],
    };
    expect(await samplesOf(text, options, csv)).toEqual([
      { external_id: "a", input: "null", expected: { level: "1" }, output: { level: "true" } },
    ]);
    expect(await samplesOf("id,input\na,'=1\n", { text_columns: ["input"] }, csv)).toEqual([
      { external_id: "a", input: "=1" },
    ]);
  });

  test("can have JSON in a cell, into which a JSON Pointer leads", async () => {
    const text = 'row,more\n"{""q"":[1,2],""n"":5}",x\n';
    const map = ["/row/q/1=input", "/row/n=id", "/row/none=output"];
    expect(await samplesOf(text, { map, rest: "drop" }, csv)).toEqual([{ external_id: "5", input: 2 }]);
  });

  test("is refused if it does not have a mapped column or a text column, or if two columns fill a field", async () => {
    expect(await samplesOf(table, { map: ["questoin=input"], text_columns: ["golden"] }, csv)).toEqual([
      [
        'map[0] names the column "questoin"; the table has the columns "case", "question", "gold", "site".',
        'text_columns[0] is "golden"; the table has the columns "case", "question", "gold", "site".',
      ],
    ]);
    const [faults] = await samplesOf("metadata.a,a,input\n1,2,3\n", { rest: "metadata" }, csv);
    expect(faults).toEqual([
      'Columns "metadata.a" and "a" both fill metadata.a; only one column can fill it.',
    ]);
    expect(await samplesOf("id,q,input\n1,2,3\n", { map: ["q=input.q"], rest: "error" }, csv)).toEqual([
      ['Column 3 is "input", a field that map fills; map the column to another field, or set rest.'],
    ]);
  });

  test("with many columns is read in time proportional to their number", async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `input.c${index}`);
    const [row] = await rowsOf(`${names.join(",")}\n${names.map(() => "1").join(",")}\n`, {}, csv);
    expect(row?.ok).toBe(true);
  });
});

describe("one JSON document", () => {
  const rows = [
    { id: "a", input: 1 },
    { id: "b", input: 2 },
  ];

  test("has its rows in an array at a JSON Pointer", async () => {
    const document = { version: { records: [0] }, "a/b": [null, { items: rows }], after: [1, { x: "}" }] };
    for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
      const read = await rowsOf(text, { records: "/a~1b/1/items" }, json);
      expect(read.map((row) => row.ok && row.row)).toEqual([
        { id: "a", external_id: "a", input: 1 },
        { id: "b", external_id: "b", input: 2 },
      ]);
      expect(read.map(({ path }) => path)).toEqual(["/a~1b/1/items/0", "/a~1b/1/items/1"]);
    }
  });

  test("has its rows in an object whose keys are the ids", async () => {
    const keyed =
      '{"q 1": {"input": 1}, "q/2": {"input": 2, "id": "q/2"}, "7": {"input": 3, "external_id": 7}}';
    const read = await rowsOf(keyed, { keyed: true }, json);
    expect(read.map((row) => row.ok && [row.row.external_id, row.row.input])).toEqual([
      ["q 1", 1],
      ["q/2", 2],
      ["7", 3],
    ]);
    expect(read.map(({ path }) => path)).toEqual(["/q 1", "/q~12", "/7"]);
    expect(await samplesOf(`{"data":${keyed}}`, { keyed: true, records: "/data" }, json)).toHaveLength(3);
  });

  test("with keys keeps another id of a row only where rest puts it", async () => {
    const file = '{"q1": {"id": 17, "input": 1}}';
    expect(await samplesOf(file, { keyed: true }, json)).toEqual([
      ['"id" would be filled twice; map or drop one of the two members.'],
    ]);
    expect(await samplesOf(file, { keyed: true, rest: "metadata" }, json)).toEqual([
      { external_id: "q1", input: 1, metadata: { id: 17 } },
    ]);
    expect(await refusalOf({ keyed: true, map: ["number=id"] }, file, json)).toEqual([
      'query/map/0: map[0] is "number=id"; the key of each row is its id, so id must not be mapped.',
    ]);
  });

  test.each([
    [
      { records: "/data" },
      '{"data": {}}',
      'Not valid JSON at line 1, column 10: found "{" where "[" was expected.',
    ],
    [{ records: "/data" }, '{"other": []}', 'records is "/data"; the file has nothing there.'],
    [
      { records: "/data/items" },
      '{"data": 7}',
      'Not valid JSON at line 1, column 10: found "7" where "{" or "[" was expected.',
    ],
    [
      { records: "/data" },
      '{"data": [], "data": []}',
      'Not valid JSON at line 1, column 22: the member "data" occurs twice.',
    ],
    [
      { records: "/data" },
      '{"data": [',
      'Not valid JSON at line 1, column 11: the file ends where a row or "]" was expected.',
    ],
    [
      { records: "/data" },
      '{"data": []',
      'Not valid JSON at line 1, column 12: the file ends where "," or "}" was expected.',
    ],
    [{ records: "/data" }, "[]", 'records is "/data"; the file has nothing there.'],
    [
      { records: "/data" },
      '{"data" []}',
      'Not valid JSON at line 1, column 9: found "[" where ":" was expected.',
    ],
    [{ records: "/data" }, '{"\\ud800": 1}', expect.stringContaining("surrogate")],
    [
      { keyed: true },
      "[]",
      'Not valid JSON at line 1, column 1: found "[" where "{" was expected: the file must be one JSON object of rows.',
    ],
    [
      { keyed: true },
      "{,}",
      'Not valid JSON at line 1, column 2: found "," where a key or "}" was expected.',
    ],
    [
      { keyed: true },
      '{"a": {"input":1},}',
      'Not valid JSON at line 1, column 19: found "}" where a key was expected.',
    ],
  ])("%j of %s is refused with its position, and the fault is fatal", async (options, file, message) => {
    const last = (await rowsOf(file, options, json)).at(-1);
    expect(last).toMatchObject({ ok: false, fatal: true, errors: [{ message }] });
  });
});

describe("options that do not fit", () => {
  const targets =
    "id, external_id, input, output, expected, metadata, tags, split, cluster_id, and input.…, output.…, expected.…, metadata.…";

  test.each([
    ["question", "it must be SOURCE=TARGET, such as question=input.question"],
    ["=input", "it must be SOURCE=TARGET, such as question=input.question"],
    ["q=", `its target must be one of ${targets}`],
    ["q=inputs", `its target must be one of ${targets}`],
    ["q=tags.a", `its target must be one of ${targets}`],
    ["q=input.", `its target must be one of ${targets}`],
    ["q=input..a", `its target must be one of ${targets}`],
    ["/a~2=input", "its source must be a JSON Pointer: write ~ as ~0"],
  ])("as the pair %j are refused", async (pair, problem) => {
    expect(await refusalOf({ map: ["x=split", pair] })).toEqual([
      `query/map/1: map[1] is ${JSON.stringify(pair)}; ${problem}.`,
    ]);
  });

  test.each([
    [["a=input", "b=input"], "map[0] already fills input"],
    [["a=input.x", "b=input"], "map[0] already fills input.x"],
    [["a=input", "b=input.x"], "map[0] already fills input"],
    [["a=id", "b=external_id"], "map[0] already fills id"],
  ])("as the pairs %j, which fill the same field, are refused", async (map, problem) => {
    expect(await refusalOf({ map })).toEqual([`query/map/1: map[1] is "${map[1]}"; ${problem}.`]);
  });

  test("to the type of the file are refused", async () => {
    const documentOnly = "it applies only to one JSON document (application/json).";
    expect(await refusalOf({ records: "/a", keyed: true, text_columns: ["a"] })).toEqual([
      `query/records: records is "/a"; ${documentOnly}`,
      `query/keyed: keyed is true; ${documentOnly}`,
      'query/text_columns: text_columns is ["a"]; it applies only to tables (text/csv, text/tab-separated-values).',
    ]);
    expect(await refusalOf({ records: "data" }, "[]", json)).toEqual([
      'query/records: records is "data"; it must be a JSON Pointer such as /data/items.',
    ]);
  });
});

describe("outputs", () => {
  async function outputsOf(file: string, options: RowOptions, type = lines) {
    const rows = [];
    for await (const batch of readOutputRows(bytesOf(file), type, options))
      rows.push(...batch.map((row) => (row.ok ? row.row : row.errors.map(({ message }) => message))));
    return rows;
  }

  test("are mapped like samples, from JSON Lines and tables", async () => {
    const map = ["question_id=id", "answer=output.text"];
    const expected = [{ external_id: "3", run: 1, output: { text: "Rest." } }];
    expect(await outputsOf('{"question_id":3,"answer":"Rest."}', { map })).toEqual(expected);
    expect(await outputsOf("question_id,answer\n3,Rest.\n", { map }, "text/csv")).toEqual(expected);
    expect(await outputsOf("external_id\toutput\n3\t1.10\n", {}, "text/tab-separated-values")).toEqual([
      { external_id: "3", run: 1, output: "1.10" },
    ]);
  });

  test("have no metadata, so other members are refused unless they are dropped", async () => {
    const file = '{"external_id":"a","output":1,"model":"x"}';
    expect(await outputsOf(file, { map: ["output=output"] })).toEqual([
      ["model is not a field that a row accepts; accepted: sample, external_id, run, output."],
    ]);
    expect(await outputsOf(file, { rest: "drop" })).toEqual([{ external_id: "a", run: 1, output: 1 }]);
    await expect(outputsOf(file, { rest: "metadata" })).rejects.toMatchObject({
      errors: [
        {
          path: "query/rest",
          message: "rest is metadata; it must be error or drop, because these rows have no metadata.",
        },
      ],
    });
  });
});
