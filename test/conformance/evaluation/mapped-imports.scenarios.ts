// Files whose members and columns are not named like the fields of an import.
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { all, filledDataset, newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile, type SentFile } from "../harness/send-file.ts";

const queryOf = (pairs: Record<string, string | readonly string[]>): string =>
  `?${new URLSearchParams(Object.entries(pairs).flatMap(([name, values]) => [values].flat().map((value) => [name, value])))}`;

async function importedBy(context: Context, file: SentFile) {
  const { id } = await newDataset(context);
  const summary = expectBody(await sendFile(context, id, file), 201);
  return { summary, samples: await all(context.assay.samples.list(id)) };
}

const fields =
  "id, external_id, input, output, expected, metadata, tags, split, cluster_id, and input.…, output.…, expected.…, metadata.…";
const map = ["case=id", "question=input.question", "gold=expected.triage_level", "group=cluster_id"];
const rows = [
  { case: 3, question: "Crushing chest pain, sweating", gold: "emergent", group: "p1", site: "north" },
  { case: 4, question: 'A cut, "not deep"', gold: "routine", group: "p2", site: "south" },
];
const columns = ["case", "question", "gold", "group", "site"] as const;
const cell = (text: unknown): string => `"${String(text).replaceAll('"', '""')}"`;
const tableOf = (delimiter: string): string =>
  [
    columns.join(delimiter),
    ...rows.map((row) => columns.map((name) => cell(row[name])).join(delimiter)),
  ].join("\n");

/** The same rows in each format. */
const sameRows: SentFile[] = [
  { type: fileTypes.lines, file: rows.map((row) => JSON.stringify(row)).join("\n"), query: queryOf({ map }) },
  {
    type: fileTypes.jsonlines,
    file: gzipSync(rows.map((row) => JSON.stringify(row)).join("\n")),
    encoding: "gzip",
    query: queryOf({ map }),
  },
  { type: fileTypes.tabTable, file: tableOf("\t"), query: queryOf({ map }) },
  { type: fileTypes.table, file: tableOf(","), query: queryOf({ map }) },
  {
    type: fileTypes.array,
    file: JSON.stringify({ data: [{ rows }] }),
    query: queryOf({ map, records: "/data/0/rows" }),
  },
  {
    type: fileTypes.array,
    file: JSON.stringify(Object.fromEntries(rows.map(({ case: key, ...row }) => [key, row]))),
    query: queryOf({ map: map.slice(1), keyed: "true" }),
  },
];

export const mappedImportScenarios = [
  engineScenario(
    "importSamples",
    201,
    "reads equal samples from the same rows in each format",
    async (context) => {
      const expected = [
        {
          external_id: "3",
          input: { question: rows[0]?.question },
          expected: { triage_level: "emergent" },
          cluster_id: "p1",
          metadata: { site: "north" },
        },
        {
          external_id: "4",
          input: { question: rows[1]?.question },
          expected: { triage_level: "routine" },
          cluster_id: "p2",
          metadata: { site: "south" },
        },
      ];
      const hashes: (string | null)[][] = [];
      for (const file of sameRows) {
        const { summary, samples } = await importedBy(context, file);
        expect(summary).toMatchObject({ inserted: 2, failed: 0 });
        expect(samples, file.type).toMatchObject(expected);
        hashes.push(samples.flatMap((sample) => [sample.content_hash, sample.case_hash]));
      }
      expect(hashes).toEqual(sameRows.map(() => hashes[0]));
    },
  ),
  scenario("importSamples", 201, "moves other members to metadata, or drops them", async (context) => {
    const file = '{"q":"Cough","lang":"en","metadata":{"n":1}}\n{"q":"Fever"}';
    const moved = await importedBy(context, { file, query: queryOf({ map: "q=input" }) });
    expect(moved.samples.map(({ input, metadata }) => [input, metadata])).toEqual([
      ["Cough", { n: 1, lang: "en" }],
      ["Fever", {}],
    ]);
    const dropped = await importedBy(context, { file, query: queryOf({ map: "q=input", rest: "drop" }) });
    expect(dropped.samples.map(({ metadata }) => metadata)).toEqual([{ n: 1 }, {}]);
  }),
  scenario(
    "importSamples",
    400,
    "states each pair and option that does not fit the file",
    async (context) => {
      const { id } = await newDataset(context);
      const send = (
        query: Record<string, string | string[]>,
        file = '{"q":1}',
        type: string = fileTypes.lines,
      ) => sendFile(context, id, { file, type, query: queryOf(query) });
      expectFaults(
        await send({ map: ["q", "q=color", "q=input", "r=input.text"] }),
        [
          "query/map/0",
          "invalid_value",
          'map[0] is "q"; it must be SOURCE=TARGET, such as question=input.question.',
        ],
        ["query/map/1", "invalid_value", `map[1] is "q=color"; its target must be one of ${fields}.`],
        ["query/map/3", "invalid_value", 'map[3] is "r=input.text"; map[2] already fills input.'],
      );
      expectFaults(await send({ map: ["q=input", "gold=expected"] }), [
        "query/map/1",
        "not_found",
        'map[1] names "gold", which no row of the file contains.',
      ]);
      expectFaults(await send({ records: "/data" }), [
        "query/records",
        "invalid_value",
        'records is "/data"; it applies only to one JSON document (application/json).',
      ]);
      const many = await send({ map: Array.from({ length: 101 }, () => "q=input") });
      expect(many).toMatchObject({ status: 400, body: { errors: [{ path: "query/map", code: "too_big" }] } });
      const table = await send(
        { map: "questoin=input", text_columns: "gold" },
        "question\nCough\n",
        fileTypes.table,
      );
      expect(table).toMatchObject({
        status: 400,
        body: {
          errors: [
            { path: "query/map/0", line: 1 },
            { path: "query/text_columns/0", line: 1 },
          ],
        },
      });
      expect(await all(context.assay.samples.list(id))).toEqual([]);
    },
  ),
  engineScenario(
    "createOutputs",
    201,
    "maps outputs from JSON Lines and tables, to stored samples",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const model = (await context.assay.models.create({ name: "mercury", version: "1" })).id;
      const send = (file: string, type: string) =>
        context.request(
          "POST",
          `/v1/datasets/${dataset.id}/outputs${queryOf({ model, map: ["q=id", "a=output.triage_level"], rest: "drop" })}`,
          {
            body: file,
            headers: { "content-type": type },
          },
        );
      const table = "q\ta\tseconds\ncall-1\turgent\t1.5\ncall-2\troutine\t2\n";
      expect(expectBody(await send(table, fileTypes.tabTable), 201)).toMatchObject({ inserted: 2 });
      const lines = '{"q":"call-1","a":"urgent"}\n{"q":"call-2","a":"emergent","seconds":1}\n';
      expect(expectBody(await send(lines, fileTypes.ndjson), 201)).toMatchObject({
        updated: 1,
        unchanged: 1,
      });
    },
  ),
  scenario("createOutputs", 400, "refuses options of files with a JSON body", async (context) => {
    const { dataset } = await filledDataset(context);
    const model = (await context.assay.models.create({ name: "mercury", version: "1" })).id;
    const answer = await context.request("POST", `/v1/datasets/${dataset.id}/outputs?map=a=output`, {
      body: { model, outputs: [{ external_id: "call-1", output: 1 }] },
    });
    expectFaults(answer, [
      "query/map",
      "unknown_field",
      'map is ["a=output"]; it must be absent, because the body is JSON and not a file.',
    ]);
  }),
];
