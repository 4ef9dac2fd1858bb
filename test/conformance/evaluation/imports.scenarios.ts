import { externalIdRepeated, externalIdTaken } from "@assay/contract/evaluation/samples/sample-refusals";
import type { FieldError } from "@assay/contract/platform/errors";
import { expect } from "vitest";
import { all, filledDataset, newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes, sendFile } from "../harness/send-file.ts";

const summary = (dataset: string, mode: string) => ({
  object: "import",
  dataset,
  mode,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  errors: [],
});

async function externalIds({ assay }: Context, dataset: string): Promise<(string | null)[]> {
  return (await all(assay.samples.list(dataset))).map(({ external_id: id }) => id);
}

const taken = (id: string, line: number): FieldError => externalIdTaken(id, { path: "/external_id", line });

export const importScenarios = [
  engineScenario(
    "importSamples",
    201,
    "accepts JSON Lines with any line end, blank lines, a byte order mark, and no final line end",
    async (context) => {
      const { id } = await newDataset(context);
      const file =
        '\uFEFF{"id":"a","input":1}\r\n\r\n{"external_id":"b","input":{"text":"é\u2028"}}\n{"input":null}';
      const body = expectBody(
        await sendFile(context, id, { file, type: `${fileTypes.lines}; charset=utf-8` }),
        201,
      );
      expect(body).toEqual({ ...summary(id, "create"), inserted: 3, dataset_version: 1 });
      const stored = await all(context.assay.samples.list(id));
      expect(stored.map(({ external_id: externalId, input }) => [externalId, input])).toEqual([
        ["a", 1],
        ["b", { text: "é\u2028" }],
        [null, null],
      ]);
    },
  ),
  engineScenario("importSamples", 201, "accepts one JSON array", async (context) => {
    const { id } = await newDataset(context);
    const file =
      '[\n  {"id": "a", "input": [1, {"b": "]"}], "tags": ["x"]},\n  {"id": "b", "input": "\\""}\n]\n';
    const body = expectBody(await sendFile(context, id, { file, type: fileTypes.array }), 201);
    expect(body).toEqual({ ...summary(id, "create"), inserted: 2, dataset_version: 1 });
    expect(await externalIds(context, id)).toEqual(["a", "b"]);
  }),
  scenario("importSamples", 201, "accepts a JSON array with all rows on one line", async (context) => {
    const { id } = await newDataset(context);
    const file = JSON.stringify(["a", "b", "c"].map((name) => ({ id: name, input: 1 })));
    const body = expectBody(await sendFile(context, id, { file, type: fileTypes.array }), 201);
    expect(body).toEqual({ ...summary(id, "create"), inserted: 3, dataset_version: 1 });
    expect(await externalIds(context, id)).toEqual(["a", "b", "c"]);
  }),
  engineScenario("importSamples", 201, "appends: does not change existing samples", async (context) => {
    const { dataset, samples } = await filledDataset(context);
    const file = '{"id":"call-2","input":"changed"}\n{"id":"call-9","input":"new"}\n';
    const body = expectBody(await sendFile(context, dataset.id, { file, query: "?mode=append" }), 201);
    expect(body).toEqual({ ...summary(dataset.id, "append"), inserted: 1, unchanged: 1, dataset_version: 2 });
    expect(await context.assay.samples.get(samples[1]?.id ?? "")).toEqual(samples[1]);
  }),
  engineScenario(
    "importSamples",
    201,
    "updates: replaces samples that differ in any field, with the same id",
    async (context) => {
      const { id } = await newDataset(context);
      const row = {
        input: { a: 1, b: 2 },
        output: 1,
        expected: 2,
        metadata: { m: [1] },
        tags: ["t"],
        split: "s",
        cluster_id: "c",
      };
      const changes = [
        { input: { b: 2, a: 1 } },
        { input: { a: 1, b: 3 } },
        { output: null },
        { expected: 3 },
        { metadata: { m: [2] } },
        { tags: [] },
        { split: null },
        { cluster_id: "d" },
      ];
      const rows = changes.map((_, index) => ({ id: `r${index}`, ...row }));
      await context.assay.datasets.importFile(id, rows);
      const before = await all(context.assay.samples.list(id));
      const changed = changes.map((change, index) => Object.assign({ id: `r${index}` }, row, change));
      const result = await context.assay.datasets.importFile(id, changed, { mode: "update" });
      // The first row differs only in the order of its members, so it counts as unchanged.
      expect(result).toEqual({ ...summary(id, "update"), updated: 7, unchanged: 1, dataset_version: 2 });
      const after = await all(context.assay.samples.list(id));
      expect(after.map((sample) => sample.id)).toEqual(before.map((sample) => sample.id));
      expect(after[4]).toMatchObject({ metadata: { m: [2] }, created_at: before[4]?.created_at });
      expect(await all(context.assay.samples.list(id, { version: 1 }))).toEqual(before);
    },
  ),
  engineScenario("importSamples", 201, "skips faulty rows, and lists each with its line", async (context) => {
    const { dataset } = await filledDataset(context);
    const file = [
      '{"id":"call-1","input":1}',
      '{"id":"a","input":1}',
      '{"id":"a","input":2}',
      '{"id":"b","inputs":1}',
      '{"id":"c","input":',
      "7",
      '{"id":"d","external_id":"e","input":1}',
      '{"id":"f","input":1}',
    ].join("\n");
    const body = expectBody(await sendFile(context, dataset.id, { file, query: "?on_error=skip" }), 201);
    const known = "id, external_id, input, output, expected, metadata, tags, split, cluster_id";
    expect(body).toEqual({
      ...summary(dataset.id, "create"),
      inserted: 2,
      failed: 6,
      dataset_version: 2,
      errors: [
        taken("call-1", 1),
        externalIdRepeated("a", 2, { path: "/external_id", line: 3 }),
        { path: "/input", code: "required", message: "input is required.", line: 4 },
        {
          path: "/inputs",
          code: "unknown_field",
          message: `inputs is not a field that a row accepts; accepted: ${known}.`,
          line: 4,
        },
        {
          path: "",
          code: "malformed_json",
          message: "Not valid JSON at line 5, column 19: the text ends where a value was expected.",
          line: 5,
        },
        { path: "", code: "invalid_type", message: "The row is 7; it must be an object.", line: 6 },
        {
          path: "/external_id",
          code: "invalid_value",
          message: 'external_id is "e"; it must be equal to id.',
          line: 7,
        },
      ],
    });
    expect(await externalIds(context, dataset.id)).toEqual([
      "call-1",
      "call-2",
      "call-3",
      "call-4",
      "a",
      "f",
    ]);
  }),
  engineScenario(
    "importSamples",
    201,
    "repeats the first response for the same key and file",
    async (context) => {
      const { id } = await newDataset(context);
      const first = await sendFile(context, id, { file: '{"id":"a","input":1}', idempotencyKey: "import-1" });
      const again = await sendFile(context, id, { file: '{"id":"a","input":1}', idempotencyKey: "import-1" });
      expect(expectBody(again, 201)).toEqual(first.body);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expect(await externalIds(context, id)).toEqual(["a"]);
      const otherFile = await sendFile(context, id, {
        file: '{"id":"b","input":1}',
        idempotencyKey: "import-1",
      });
      expect(otherFile).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } });
      const otherMode = await sendFile(context, id, {
        file: '{"id":"a","input":1}',
        idempotencyKey: "import-1",
        query: "?mode=append",
      });
      expect(otherMode).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } });
    },
  ),
];
