import {
  externalIdRepeated,
  externalIdTaken,
  importRefused,
} from "@assay/contract/evaluation/samples/sample-refusals";
import type { FieldError } from "@assay/contract/platform/errors";
import { expect } from "vitest";
import { all, filledDataset, newDataset, evaluated } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile } from "../harness/send-file.ts";

const type = fileTypes.table;
const stored = ({ assay }: Context, dataset: string) => all(assay.samples.list(dataset));

const table = [
  "id,input.text,expected.triage_level,output,tags,metadata.clinic,split",
  'call-1,"Pain, ""crushing""\nand sweat",emergent,"{""triage_level"": ""urgent"", ""n"": [1]}",a;b,01,test',
  "call-2,Sprained ankle,routine,,,,",
].join("\r\n");

const tableSamples = [
  {
    external_id: "call-1",
    input: { text: 'Pain, "crushing"\nand sweat' },
    expected: { triage_level: "emergent" },
    output: { triage_level: "urgent", n: [1] },
    tags: ["a", "b"],
    metadata: { clinic: "01" },
    split: "test",
  },
  {
    external_id: "call-2",
    input: { text: "Sprained ankle" },
    expected: { triage_level: "routine" },
    output: null,
    tags: [],
    metadata: {},
    split: null,
  },
];

export const tableImportScenarios = [
  engineScenario(
    "importSamples",
    201,
    "accepts a table: its header names the fields, its cells contain JSON or text",
    async (context) => {
      const { id } = await newDataset(context);
      const body = expectBody(await sendFile(context, id, { file: `\uFEFF${table}`, type }), 201);
      expect(body).toMatchObject({ mode: "create", inserted: 2, failed: 0, errors: [], dataset_version: 1 });
      expect(await stored(context, id)).toMatchObject(tableSamples);
    },
  ),
  scenario(
    "importSamples",
    201,
    "accepts a table in UTF-16 with a byte order mark, in either byte order",
    async (context) => {
      const little = Buffer.from(`\uFEFF${table.replace("Sprained", "Verstauchter Knöchel 🦶")}`, "utf16le");
      for (const file of [little, Buffer.from(little).swap16()]) {
        const { id } = await newDataset(context);
        expectBody(await sendFile(context, id, { file, type: `${type}; charset=utf-16` }), 201);
        expect((await stored(context, id))[1]?.input).toEqual({ text: "Verstauchter Knöchel 🦶 ankle" });
      }
    },
  ),
  scenario(
    "importSamples",
    201,
    "splits cells at the delimiter that the header shows, or that the query names",
    async (context) => {
      const { id } = await newDataset(context);
      const files = [
        { file: "id;input\na;1,5", query: "" },
        { file: "id\tinput\nb\t1;5", query: "" },
        { file: "id;input\nc;1,5", query: "?delimiter=%3B" },
        { file: "id\tinput\nd\t1", query: "?delimiter=tab" },
        { file: "id,input\ne,1", query: "?delimiter=auto" },
        { file: "id,input\nf,1;5", query: "?delimiter=," },
      ];
      for (const file of files) expectBody(await sendFile(context, id, { ...file, type }), 201);
      expect((await stored(context, id)).map(({ external_id: name, input }) => [name, input])).toEqual([
        ["a", "1,5"],
        ["b", "1;5"],
        ["c", "1,5"],
        ["d", 1],
        ["e", 1],
        ["f", "1;5"],
      ]);
    },
  ),
  scenario(
    "createEvaluation",
    201,
    "matches levels that a table's cells state as numbers, and echoes the settings as sent",
    async (context) => {
      const row = "id,input.text,expected.triage_level,output.triage_level\na,chest pain,1,1\n";
      // The scale has four steps. The second output is one step too low, with weight 2, and scores 100·(1 − 2/4).
      for (const [file, score, confusion] of [
        [row, 100, { 1: { 1: 1 } }],
        [`${row}b,cough,4,5\n`, 75, { 1: { 1: 1 }, 4: { 5: 1 } }],
      ] as const) {
        const { id } = await newDataset(context);
        expectBody(await sendFile(context, id, { file, type }), 201);
        const dataset = await context.assay.datasets.get(id);
        for (const levels of [
          ["1", "2", "3", "4", "5"],
          [1, 2, 3, 4, 5],
        ]) {
          const evaluators = [{ type: "triage_accuracy" as const, config: { levels } }];
          const evaluation = await evaluated(context, dataset, { evaluators });
          expect(evaluation.evaluators[0]?.config).toEqual({ levels });
          expect(evaluation.results).toMatchObject({
            aggregate_score: score,
            triage: { levels: ["1", "2", "3", "4", "5"], confusion },
          });
        }
      }
    },
  ),
  scenario("importSamples", 201, "removes the formula guard of an export", async (context) => {
    const { id } = await newDataset(context);
    const file = "id,input.a,input.b,input.c\nx,'=1+1,''-1,-1\n";
    expectBody(await sendFile(context, id, { file, type }), 201);
    expect((await stored(context, id))[0]?.input).toEqual({ a: "=1+1", b: "'-1", c: -1 });
  }),
  scenario(
    "importSamples",
    201,
    "reads a number only if JSON would print it in the same way, and keeps whole columns as text",
    async (context) => {
      const { id } = await newDataset(context);
      const file = "id,input.a,input.b,input.c,expected.level\n007,1.10,12e3,0.5,1\n8,007,1,null,null\n";
      const query = "?text_columns=expected.level";
      expectBody(await sendFile(context, id, { file, type, query }), 201);
      expect((await stored(context, id)).map((row) => [row.external_id, row.input, row.expected])).toEqual([
        ["007", { a: "1.10", b: "12e3", c: 0.5 }, { level: "1" }],
        ["8", { a: "007", b: 1, c: null }, { level: "null" }],
      ]);
    },
  ),
  engineScenario("importSamples", 201, "updates, appends and skips rows of a table", async (context) => {
    const { dataset } = await filledDataset(context);
    const file = 'id,input\ncall-1,"two\nlines"\nnew,1\nnew,2\nshort\nlast,3\n';
    const skipped = await sendFile(context, dataset.id, { file, type, query: "?on_error=skip" });
    const path = "/external_id";
    const ragged = {
      path: "",
      code: "ragged_row",
      message: 'Line 6 has 1 cell; the header has 2: the cells from column "input" on are missing.',
      line: 6,
    };
    expect(expectBody(skipped, 201)).toMatchObject({
      inserted: 2,
      failed: 3,
      errors: [
        externalIdTaken("call-1", { path, line: 2 }),
        externalIdRepeated("new", 4, { path, line: 5 }),
        ragged,
      ],
    });
    const rest = "id,input\ncall-1,changed\nnew,1\nmore,4\n";
    const appended = await sendFile(context, dataset.id, { file: rest, type, query: "?mode=append" });
    expect(expectBody(appended, 201)).toMatchObject({ inserted: 1, updated: 0, unchanged: 2 });
    const updated = await sendFile(context, dataset.id, { file: rest, type, query: "?mode=update" });
    expect(expectBody(updated, 201)).toMatchObject({ inserted: 0, updated: 1, unchanged: 2 });
  }),
];

const fault = (line: number, code: string, message: string, path = ""): FieldError => ({
  path,
  code,
  message,
  line,
});

export const tableRefusalScenarios = [
  scenario(
    "importSamples",
    400,
    "stores nothing of a table with a bare quote, and shows the correct cell",
    async (context) => {
      const { id } = await newDataset(context);
      const file = 'id,input\na,1\nb,{"answer": "03/09/2024"}\n';
      for (const query of ["", "?on_error=skip"]) {
        const answer = await sendFile(context, id, { file, type, query });
        const message =
          'Found a quote at line 3, column 4 inside an unquoted cell; it must be written as "{""answer"": ""03/09/2024""}"';
        expectRefusal(answer, importRefused(1, 2, [fault(3, "malformed_csv", message)]));
      }
      expect(await stored(context, id)).toEqual([]);
    },
  ),
  scenario("importSamples", 400, "refuses a table that is not UTF-8, with the position", async (context) => {
    const { id } = await newDataset(context);
    const file = Buffer.from("id,input\na,x\nb,Müller\n", "latin1");
    const message = "Byte 0xFC at line 3, column 4 is not UTF-8; save the file as UTF-8.";
    expectRefusal(
      await sendFile(context, id, { file, type, query: "?on_error=skip" }),
      importRefused(1, 2, [fault(3, "invalid_encoding", message)]),
    );
  }),
  scenario(
    "importSamples",
    400,
    "refuses a large file with an invalid header, and states the reason",
    async (context) => {
      const { id } = await newDataset(context);
      const file = `id,question,input\n${"a,b,c\n".repeat(500_000)}`;
      const { status, body } = await sendFile(context, id, { file, type });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ line: 1, message: expect.stringContaining("question") }] });
    },
  ),
  scenario("importSamples", 400, "refuses a header without known fields, with one fault", async (context) => {
    const { id } = await newDataset(context);
    const file = "id,question,input\na,b,c\nd,e,f\n";
    const message =
      'Column 2 is "question", which is not a field that a row accepts; accepted: id, external_id, input, output, expected, metadata, tags, split, cluster_id, and input.…, output.…, expected.…, metadata.….';
    expectRefusal(
      await sendFile(context, id, { file, type }),
      importRefused(1, 1, [fault(1, "unknown_field", message, "/question")]),
    );
  }),
  scenario(
    "importSamples",
    400,
    "validates the rows of a table like other rows, and names the line of each faulty row",
    async (context) => {
      const { id } = await newDataset(context);
      const file = 'id,input.n,tags\na,"two\nlines",t\n,,t\nb,[9007199254740993],\nc,1,"[1]"\n';
      const range = "an integer must be from -9007199254740991 to 9007199254740991, or be sent as a string";
      expectRefusal(
        await sendFile(context, id, { file, type }),
        importRefused(3, 4, [
          fault(4, "required", "input is required.", "/input"),
          fault(5, "validation_failed", `input.n: item [0] is 9007199254740993; ${range}.`, "/input/n/0"),
          fault(6, "invalid_type", "tags[0] is 1; it must be a string.", "/tags/0"),
        ]),
      );
    },
  ),
  scenario("importSamples", 400, "refuses an unknown delimiter", async (context) => {
    const { id } = await newDataset(context);
    const answer = await sendFile(context, id, { file: "id,input\na,1\n", type, query: "?delimiter=%7C" });
    expectFaults(answer, [
      "query/delimiter",
      "invalid_value",
      'delimiter is "|"; it must be one of ,, ;, tab, auto.',
    ]);
  }),
];
