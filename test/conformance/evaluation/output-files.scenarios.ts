import {
  datasetArchived,
  notFound,
  referenceNotFound,
  unsupportedEncoding,
  unsupportedMediaType,
} from "@assay/contract/platform/refusals";
import {
  importRefused,
  outputsModelMissing,
  outputsModelTwice,
  outputsRefused,
  outputsSampleRepeated,
  outputsSampleUnknown,
} from "@assay/contract/evaluation/samples/sample-refusals";
import { fileEmpty } from "@assay/contract/evaluation/samples/import-rules";
import { expect } from "vitest";
import { absent, filledDataset } from "../harness/arrange.ts";
import type { Context, RawResponse } from "../harness/context.ts";
import { expectBody, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes } from "../harness/send-file.ts";

const newModel = async ({ assay }: Context): Promise<string> =>
  (await assay.models.create({ name: "mercury", version: "0.9" })).id;

interface Sent {
  file: string;
  model?: string;
  headers?: Record<string, string>;
}

function sendOutputs(
  { request }: Context,
  dataset: string,
  { file, model, headers }: Sent,
): Promise<RawResponse> {
  const query = model === undefined ? "" : `?model=${model}`;
  return request("POST", `/v1/datasets/${dataset}/outputs${query}`, {
    body: file,
    headers: { "content-type": fileTypes.lines, ...headers },
  });
}

const lines = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export const outputFileScenarios = [
  engineScenario(
    "createOutputs",
    201,
    "accepts JSON Lines by id or external id, and counts inserted, updated and unchanged outputs",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const model = await newModel(context);
      const first = lines(
        { external_id: "call-1", output: { a: 1, b: [1.5, "é\u2028"] } },
        { sample: samples[1]?.id, output: null },
        { external_id: "call-3", output: "x" },
      );
      const common = { object: "outputs", dataset: dataset.id, model };
      const stored = expectBody(
        await sendOutputs(context, dataset.id, { file: `\uFEFF${first}`, model }),
        201,
      );
      expect(stored).toEqual({ ...common, inserted: 3, updated: 0, unchanged: 0, dataset_version: 2 });
      const second = lines(
        // The first two rows repeat stored outputs: equal JSON in another order, and null. The third row
        // differs from the stored output, and the fourth row is new.
        { sample: samples[0]?.id, output: { b: [1.5, "é\u2028"], a: 1 } },
        { external_id: "call-2", output: null },
        { external_id: "call-3", output: "y" },
        { external_id: "call-4", output: 0 },
      );
      const changed = await context.assay.samples.importOutputs(dataset.id, model, new Blob([second]));
      expect(changed).toEqual({ ...common, inserted: 1, updated: 1, unchanged: 2, dataset_version: 3 });
      const again = await context.assay.samples.importOutputs(dataset.id, model, [
        { external_id: "call-3", output: "y" },
      ]);
      expect(again).toEqual({ ...common, inserted: 0, updated: 0, unchanged: 1, dataset_version: 3 });
      expectRefusal(await sendOutputs(context, dataset.id, { file: "", model }), fileEmpty(0));
    },
  ),
  engineScenario(
    "createOutputs",
    201,
    "stores equal outputs from JSON Lines and JSON, and an evaluation scores them",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const model = await newModel(context);
      const outputs = [1, 2, 3, 4].map((n) => ({
        external_id: `call-${n}`,
        output: { triage_level: "urgent" },
      }));
      await context.assay.samples.importOutputs(dataset.id, model, outputs);
      const same = await context.assay.samples.createOutputs(dataset.id, { model, outputs });
      expect(same).toMatchObject({ inserted: 0, updated: 0, unchanged: 4, dataset_version: 2 });
      const run = await context.assay.evaluations.create({
        name: "by lines",
        project: dataset.project,
        dataset: dataset.id,
        model,
        evaluators: [{ type: "triage_accuracy" }],
        run_async: false,
      });
      expect(run).toMatchObject({ status: "completed", progress: { total: 4 } });
    },
  ),
  engineScenario(
    "createOutputs",
    201,
    "repeats the first response for the same key and lines",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const model = await newModel(context);
      const headers = { "idempotency-key": "outputs-1" };
      const file = lines({ external_id: "call-1", output: 1 });
      const first = await sendOutputs(context, dataset.id, { file, model, headers });
      const again = await sendOutputs(context, dataset.id, { file, model, headers });
      expect(expectBody(again, 201)).toEqual(first.body);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      const other = await sendOutputs(context, dataset.id, { file: `${file}\n`, model, headers });
      expect(other).toMatchObject({ status: 409, body: { code: "idempotency_conflict" } });
    },
  ),
  scenario(
    "createOutputs",
    400,
    "stores nothing if a line is faulty, and names each such line",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const model = await newModel(context);
      const file = `${lines({ external_id: "call-1", output: 1 }, { external_id: "call-2" }, { output: 1 })}\n{"a":\n[{"output":1}]\n`;
      const message = "must have exactly one of sample and external_id";
      expectRefusal(
        await sendOutputs(context, dataset.id, { file, model }),
        importRefused(4, 5, [
          { path: "/output", code: "required", message: "output is required.", line: 2 },
          { path: "", code: "invalid_value", message: `The row ${message}.`, line: 3 },
          {
            path: "",
            code: "malformed_json",
            message: "Not valid JSON at line 5, column 6: the text ends where a value was expected.",
            line: 5,
          },
          {
            path: "",
            code: "invalid_type",
            message: "Line 6 is a JSON array; send one row per line.",
            line: 6,
          },
        ]),
      );
      const twice = lines(
        { external_id: "call-1", output: 1 },
        { external_id: "call-2", output: 1 },
        { sample: samples[0]?.id, output: 2 },
        { external_id: "call-1", output: 2 },
      );
      expectRefusal(
        await sendOutputs(context, dataset.id, { file: twice, model }),
        outputsRefused("validation_failed", { failed: 2, total: 4 }, [
          outputsSampleRepeated({ first: 1, run: 1 }, { path: "/sample", line: 3 }),
          outputsSampleRepeated({ first: 1, run: 1 }, { path: "/external_id", line: 4 }),
        ]),
      );
      expect(await context.assay.datasets.get(dataset.id)).toEqual(dataset);
    },
  ),
  scenario(
    "createOutputs",
    400,
    "reads the model from the query for JSON Lines, and from the body for JSON",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const model = await newModel(context);
      const outputs = [{ external_id: "call-1", output: 1 }];
      expectRefusal(
        await sendOutputs(context, dataset.id, { file: lines(...outputs) }),
        outputsModelMissing(),
      );
      const headers = { "content-type": "application/json" };
      const file = JSON.stringify({ model, outputs });
      expectRefusal(
        await sendOutputs(context, dataset.id, { file, model, headers }),
        outputsModelTwice(model),
      );
    },
  ),
  scenario("createOutputs", 404, "returns 404 for an unknown id, also with JSON Lines", async (context) => {
    const model = await newModel(context);
    const answer = await sendOutputs(context, absent.dataset, { file: "nonsense", model });
    expectRefusal(answer, notFound("dataset", absent.dataset));
  }),
  scenario("createOutputs", 409, "adds no JSON Lines to an archived dataset", async (context) => {
    const { dataset } = await filledDataset(context);
    const model = await newModel(context);
    await context.assay.datasets.update(dataset.id, { archived: true });
    const call = context.assay.samples.importOutputs(dataset.id, model, [
      { external_id: "call-1", output: 1 },
    ]);
    await expectRejected(call, datasetArchived(dataset.id));
  }),
  scenario(
    "createOutputs",
    415,
    "accepts JSON, and files compressed with gzip, but no other compression",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const model = await newModel(context);
      const packed = await sendOutputs(context, dataset.id, {
        file: "x",
        model,
        headers: { "content-encoding": "br" },
      });
      expectRefusal(packed, unsupportedEncoding("br"));
      const plain = await sendOutputs(context, dataset.id, {
        file: lines({ external_id: "call-1", output: 1 }),
        model,
        // The names of content codings are case-insensitive.
        headers: { "content-encoding": "Identity" },
      });
      expect(plain.status).toBe(201);
      const numbered = await sendOutputs(context, dataset.id, {
        file: '{"external_id":17,"output":1}',
        model,
        headers: { "content-type": fileTypes.jsonl },
      });
      expectRefusal(
        numbered,
        outputsRefused("reference_not_found", { failed: 1, total: 1 }, [
          outputsSampleUnknown("/external_id", "17", 1),
        ]),
      );
      const text = await sendOutputs(context, dataset.id, {
        file: "x",
        model,
        headers: { "content-type": "text/plain" },
      });
      expectRefusal(text, unsupportedMediaType("text/plain", ["application/json"]));
    },
  ),
  scenario(
    "createOutputs",
    422,
    "names the lines of unknown samples, and counts all of them",
    async (context) => {
      const { dataset } = await filledDataset(context);
      const model = await newModel(context);
      const file = lines(
        { external_id: "call-1", output: 1 },
        { sample: absent.sample, output: 1 },
        { sample: "call-2", output: 1 },
        ...Array.from({ length: 150 }, (_, index) => ({ external_id: `nobody-${index}`, output: 1 })),
      );
      const faults = [
        outputsSampleUnknown("/sample", absent.sample, 2),
        outputsSampleUnknown("/sample", "call-2", 3),
        ...Array.from({ length: 98 }, (_, index) =>
          outputsSampleUnknown("/external_id", `nobody-${index}`, index + 4),
        ),
      ];
      expectRefusal(
        await sendOutputs(context, dataset.id, { file, model }),
        outputsRefused("reference_not_found", { failed: 152, total: 153 }, faults),
      );
      expectRefusal(
        await sendOutputs(context, dataset.id, { file, model: absent.model }),
        referenceNotFound("model", absent.model, "query/model"),
      );
    },
  ),
];
