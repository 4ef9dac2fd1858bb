import { outputsRefused, outputsSampleRepeated } from "@assay/contract/evaluation/samples/sample-refusals";
import { expect } from "vitest";
import { filledDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";
import { fileTypes } from "../harness/send-file.ts";

const newModel = async ({ assay }: Context): Promise<string> =>
  (await assay.models.create({ name: "mercury", version: "0.9" })).id;

const outputsPath = (dataset: string): string => `/v1/datasets/${dataset}/outputs`;

export const outputRunScenarios = [
  engineScenario(
    "createOutputs",
    201,
    "stores one output for each run of a sample, and replaces only outputs of the same run",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const model = await newModel(context);
      const first = [
        { external_id: "call-1", output: "a" },
        { external_id: "call-1", run: 2, output: "b" },
        { sample: samples[1]?.id, run: 100, output: null },
      ];
      const common = { object: "outputs", dataset: dataset.id, model };
      const path = outputsPath(dataset.id);
      const stored = await context.request("POST", path, { body: { model, outputs: first } });
      expect(expectBody(stored, 201)).toMatchObject({ ...common, inserted: 3, updated: 0, unchanged: 0 });
      const second = [
        { external_id: "call-1", run: 1, output: "a" },
        { sample: samples[0]?.id, run: 2, output: "c" },
        { external_id: "call-1", run: 3, output: "d" },
      ];
      const changed = await context.request("POST", path, { body: { model, outputs: second } });
      expect(expectBody(changed, 201)).toMatchObject({ ...common, inserted: 1, updated: 1, unchanged: 1 });
    },
  ),
  engineScenario("createOutputs", 201, "reads the run from lines and from a column", async (context) => {
    const { dataset } = await filledDataset(context);
    const model = await newModel(context);
    const send = (file: string, type: keyof typeof fileTypes, more = "") =>
      context.request("POST", `${outputsPath(dataset.id)}?model=${model}${more}`, {
        body: file,
        headers: { "content-type": fileTypes[type] },
      });
    const lines = `{"external_id":"call-1","output":{"a":1}}\n{"external_id":"call-1","run":2,"output":{"a":2}}\n`;
    const common = { object: "outputs", dataset: dataset.id, model };
    expect(expectBody(await send(lines, "lines"), 201)).toMatchObject({ ...common, inserted: 2 });
    const table = "external_id,run,output.a\ncall-1,1,1\ncall-1,2,5\ncall-1,3,3\n";
    const counts = { inserted: 1, updated: 1, unchanged: 1 };
    expect(expectBody(await send(table, "table"), 201)).toMatchObject({ ...common, ...counts });
    const mapped = "call,attempt,answer\ncall-1,3,9\n";
    const map = "&map=call=id&map=attempt=run&map=answer=output.a";
    expect(expectBody(await send(mapped, "table", map), 201)).toMatchObject({ ...common, updated: 1 });
    const twice = await send("external_id,run,output\ncall-1,2,1\ncall-1,2,2\n", "table");
    const fault = outputsSampleRepeated({ first: 2, run: 2 }, { path: "/external_id", line: 3 });
    expectRefusal(twice, outputsRefused("validation_failed", { failed: 1, total: 2 }, [fault]));
  }),
  scenario("createOutputs", 400, "accepts runs from 1 to 100, each once per sample", async (context) => {
    const { dataset } = await filledDataset(context);
    const model = await newModel(context);
    const store = (...runs: unknown[]) =>
      context.request("POST", outputsPath(dataset.id), {
        body: { model, outputs: runs.map((run) => ({ external_id: "call-1", run, output: 1 })) },
      });
    expectFaults(
      await store(0, 101, 1.5),
      ["/outputs/0/run", "too_small", "run is 0; it must be at least 1."],
      ["/outputs/1/run", "too_big", "run is 101; it must be at most 100."],
      ["/outputs/2/run", "invalid_type", "run is 1.5; it must be an integer."],
    );
    expectFaults(await store(2, 2), [
      "/outputs/1/external_id",
      "repeated",
      "external_id names the same sample as /outputs/0, and run is 2 in both; each sample must occur only once per run.",
    ]);
  }),
];
