import { datasetArchived, notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { outputsSampleUnknown } from "@assay/contract/evaluation/samples/sample-refusals";
import { refusal } from "@assay/contract/platform/validation/validation";
import { expect } from "vitest";
import { absent, filledDataset, newDataset } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectBody, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const newModel = ({ assay }: Context) => assay.models.create({ name: "mercury", version: "0.9" });
const urgent = { triage_level: "urgent" };
const routine = { triage_level: "routine" };

export const outputScenarios = [
  engineScenario(
    "createOutputs",
    201,
    "stores outputs by id or external id, and counts inserted, updated and unchanged ones",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const { id: model } = await newModel(context);
      const path = `/v1/datasets/${dataset.id}/outputs`;
      const first = [
        { external_id: "call-1", output: urgent },
        { sample: samples[1]?.id, output: null },
      ];
      const common = { object: "outputs", dataset: dataset.id, model };
      const stored = expectBody(
        await context.request("POST", path, { body: { model, outputs: first } }),
        201,
      );
      expect(stored).toEqual({ ...common, inserted: 2, updated: 0, unchanged: 0, dataset_version: 2 });
      const second = [
        { sample: samples[0]?.id, output: urgent },
        { external_id: "call-2", output: routine },
        { external_id: "call-3", output: [1] },
      ];
      const changed = expectBody(
        await context.request("POST", path, { body: { model, outputs: second } }),
        201,
      );
      expect(changed).toEqual({ ...common, inserted: 1, updated: 1, unchanged: 1, dataset_version: 3 });
      const again = expectBody(
        await context.request("POST", path, { body: { model, outputs: second } }),
        201,
      );
      expect(again).toEqual({ ...common, inserted: 0, updated: 0, unchanged: 3, dataset_version: 3 });
    },
  ),
  scenario(
    "createOutputs",
    400,
    "requires one identifier per sample, and each sample once",
    async (context) => {
      const { dataset, samples } = await filledDataset(context);
      const { id: model } = await newModel(context);
      const path = `/v1/datasets/${dataset.id}/outputs`;
      const [sample] = samples;
      const both = {
        model,
        outputs: [{ sample: sample?.id, external_id: "call-1", output: 1 }, { output: 1 }],
      };
      const one = "must have exactly one of sample and external_id";
      expectFaults(
        await context.request("POST", path, { body: both }),
        ["/outputs/0", "invalid_value", `outputs[0] is ${cut(both.outputs[0])}; it ${one}.`],
        ["/outputs/1", "invalid_value", `outputs[1] is {"output":1}; it ${one}.`],
      );
      const twice = {
        model,
        outputs: [
          { sample: sample?.id, output: 1 },
          { external_id: "call-1", output: 2 },
        ],
      };
      const message =
        "external_id names the same sample as /outputs/0, and run is 1 in both; each sample must occur only once per run.";
      expectFaults(await context.request("POST", path, { body: twice }), [
        "/outputs/1/external_id",
        "repeated",
        message,
      ]);
      const missing = await context.request("POST", path, {
        body: { model, outputs: [{ external_id: "call-1" }] },
      });
      expectFaults(missing, ["/outputs/0/output", "required", "output is required."]);
    },
  ),
  scenario("createOutputs", 404, "returns 404 for an unknown id", async (context) => {
    const { id: model } = await newModel(context);
    const call = context.assay.samples.createOutputs(absent.dataset, {
      model,
      outputs: [{ external_id: "a", output: 1 }],
    });
    await expectRejected(call, notFound("dataset", absent.dataset));
  }),
  scenario("createOutputs", 409, "adds nothing to an archived dataset", async (context) => {
    const { dataset } = await filledDataset(context);
    const { id: model } = await newModel(context);
    await context.assay.datasets.update(dataset.id, { archived: true });
    const call = context.assay.samples.createOutputs(dataset.id, {
      model,
      outputs: [{ external_id: "call-1", output: 1 }],
    });
    await expectRejected(call, datasetArchived(dataset.id));
  }),
  scenario("createOutputs", 422, "refuses an unknown model before it checks the body", async (context) => {
    const { dataset } = await filledDataset(context);
    const outputs = [{ external_id: "nobody", output: 1 }];
    const call = context.assay.samples.createOutputs(dataset.id, { model: absent.model, outputs });
    await expectRejected(call, referenceNotFound("model", absent.model, "/model"));
  }),
  scenario("createOutputs", 422, "names every unknown sample without storing anything", async (context) => {
    const { dataset } = await filledDataset(context);
    const other = await context.assay.samples.create((await newDataset(context)).id, {
      samples: [{ input: 1 }],
    });
    const foreign = other.data[0]?.id ?? "";
    const { id: model } = await newModel(context);
    const outputs = [
      { external_id: "call-1", output: 1 },
      { external_id: "nobody", output: 1 },
      { sample: foreign, output: 1 },
      { sample: "call-2", output: 1 },
    ];
    const faults = [
      outputsSampleUnknown("/outputs/1/external_id", "nobody"),
      outputsSampleUnknown("/outputs/2/sample", foreign),
      outputsSampleUnknown("/outputs/3/sample", "call-2"),
    ];
    const call = context.assay.samples.createOutputs(dataset.id, { model, outputs });
    await expectRejected(call, refusal("reference_not_found", faults));
    expect(await context.assay.datasets.get(dataset.id)).toMatchObject({ version: 1 });
  }),
];

/** Returns a value's JSON as messages show it, with at most 100 characters. */
const cut = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
};
