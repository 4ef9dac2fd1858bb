// Files as other programs write them.
import { gzipSync } from "node:zlib";
import { importRefused } from "@assay/contract/evaluation/samples/sample-refusals";
import { expect } from "vitest";
import { all, newDataset } from "../harness/arrange.ts";
import { expectBody, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile } from "../harness/send-file.ts";

/** A compressed file of one megabyte, which is more than a connection buffers. */
const compressed = Buffer.concat([gzipSync("{}\n"), Buffer.alloc(1_000_000, 7)]);
const gzipFault = {
  path: "",
  code: "invalid_encoding",
  message: "The file is compressed with gzip; send it with Content-Encoding: gzip.",
  line: 1,
};

export const foreignFileScenarios = [
  scenario("importSamples", 201, "reads integers as ids in each format", async (context) => {
    const files = [
      [fileTypes.lines, '{"id":3,"input":1}\n{"external_id":4,"input":1}\n'],
      [fileTypes.jsonl, '{"id":3,"input":1}\n{"id":"4","input":1}\n'],
      [fileTypes.array, '[{"id":3,"input":1},{"id":4,"input":1}]'],
      [fileTypes.table, "id,input\n3,1\n4,1\n"],
      [fileTypes.tabTable, "id\tinput\tmetadata.a,b,c\n3\t1\t\n4\t1\t\n"],
    ] as const;
    const { id } = await newDataset(context);
    for (const [index, [type, file]] of files.entries()) {
      const body = expectBody(await sendFile(context, id, { file, type, query: "?mode=append" }), 201);
      expect([body["inserted"], body["unchanged"]], type).toEqual(index === 0 ? [2, 0] : [0, 2]);
    }
    const samples = await all(context.assay.samples.list(id));
    expect(samples.map((sample) => sample.external_id)).toEqual(["3", "4"]);
  }),
  engineScenario(
    "listSamples",
    200,
    "returns each row of a file once and in file order, for any page size",
    async (context) => {
      const { id } = await newDataset(context);
      const ids = Array.from({ length: 94 }, (_, index) => `row-${(index * 37) % 94}`);
      const file = ids.map((row) => JSON.stringify({ id: row, input: row })).join("\n");
      expectBody(await sendFile(context, id, { file }), 201);
      for (const limit of [7, 50, 93, 94, 100]) {
        const samples = await all(context.assay.samples.list(id, { limit }));
        expect(samples.map(({ external_id, input }) => [external_id, input])).toEqual(
          ids.map((row) => [row, row]),
        );
      }
    },
  ),
  scenario("importSamples", 201, "stores equal rows without ids as separate samples", async (context) => {
    const { id } = await newDataset(context);
    const file = "input,expected\nx,1\nx,1\ny,2";
    expectBody(await sendFile(context, id, { file, type: fileTypes.table }), 201);
    const samples = await all(context.assay.samples.list(id));
    expect(samples.map((sample) => [sample.external_id, sample.input])).toEqual([
      [null, "x"],
      [null, "x"],
      [null, "y"],
    ]);
  }),
  scenario(
    "importSamples",
    201,
    "keeps the last cell of a file with any line end, or none, at its end",
    async (context) => {
      for (const end of ["", "\n", "\r\n"]) {
        const { id } = await newDataset(context);
        const file = `input,expected\nhola,\u00a1D\u00e9jame en paz!${end}`;
        expectBody(await sendFile(context, id, { file, type: fileTypes.table }), 201);
        const [sample] = await all(context.assay.samples.list(id));
        expect(sample?.expected).toBe("\u00a1D\u00e9jame en paz!");
      }
    },
  ),
  scenario("importSamples", 400, "stores an empty text, and refuses an empty id", async (context) => {
    const { id } = await newDataset(context);
    expectBody(await sendFile(context, id, { file: '{"id":"a","input":{"text":""}}' }), 201);
    const [sample] = await all(context.assay.samples.list(id));
    expect([sample?.external_id, sample?.input]).toEqual(["a", { text: "" }]);
    const fault = {
      path: "/external_id",
      code: "too_small",
      message: 'external_id is ""; it must have at least 1 character.',
      line: 1,
    };
    expectRefusal(
      await sendFile(context, id, { file: '{"external_id":"","input":1}' }),
      importRefused(1, 1, [fault]),
    );
  }),
  scenario("importSamples", 400, "refuses a compressed file without a Content-Encoding", async (context) => {
    const { id } = await newDataset(context);
    for (const type of Object.values(fileTypes)) {
      const answer = await sendFile(context, id, { file: compressed, type, query: "?on_error=skip" });
      expectRefusal(answer, importRefused(1, 1, [gzipFault]));
    }
    expect(await all(context.assay.samples.list(id))).toEqual([]);
  }),
  scenario("createOutputs", 400, "refuses a compressed file of outputs", async (context) => {
    const { id } = await newDataset(context);
    const model = await context.assay.models.create({ name: "mercury", version: "0.9" });
    for (const type of [fileTypes.lines, fileTypes.jsonl]) {
      const path = `/v1/datasets/${id}/outputs?model=${model.id}`;
      const headers = { "content-type": type };
      expectRefusal(
        await context.request("POST", path, { body: compressed, headers }),
        importRefused(1, 1, [gzipFault]),
      );
    }
  }),
  scenario("createOutputs", 201, "reads integers as external ids", async (context) => {
    const { id } = await newDataset(context);
    await sendFile(context, id, { file: '{"id":3,"input":1}' });
    const model = await context.assay.models.create({ name: "mercury", version: "0.9" });
    const answer = await context.request("POST", `/v1/datasets/${id}/outputs?model=${model.id}`, {
      body: '{"external_id":3,"output":"x"}',
      headers: { "content-type": fileTypes.jsonl },
    });
    expect(expectBody(answer, 201)).toMatchObject({ inserted: 1 });
  }),
];
