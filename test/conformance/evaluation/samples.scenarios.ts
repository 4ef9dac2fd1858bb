import { createHash } from "node:crypto";
import { datasetArchived, notFound } from "@assay/contract/platform/refusals";
import {
  externalIdRepeated,
  externalIdTaken,
  importConflict,
} from "@assay/contract/evaluation/samples/sample-refusals";
import { expect } from "vitest";
import { absent, all, callSamples, filledDataset, newDataset, newProject } from "../harness/arrange.ts";
import { anId, anInstant, expectBody, expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export const sampleScenarios = [
  engineScenario(
    "createSamples",
    201,
    "adds samples in order as one version, with the hashes of their contents",
    async (context) => {
      const { id } = await newDataset(context);
      const samples = [
        {
          external_id: "b",
          input: { text: "é", n: 1 },
          output: null,
          metadata: { clinic: "north" },
          tags: ["x"],
          split: "test",
        },
        {
          input: [2.5, true],
          expected: { triage_level: "routine" },
          output: "free text",
          cluster_id: "patient-7",
        },
      ];
      const body = expectBody(
        await context.request("POST", `/v1/datasets/${id}/samples`, { body: { samples } }),
        201,
      );
      const stored = { id: anId("smp"), object: "sample", dataset: id, created_at: anInstant };
      const bare = {
        external_id: null,
        output: null,
        expected: null,
        metadata: {},
        tags: [],
        split: null,
        cluster_id: null,
      };
      expect(body).toEqual({
        object: "list",
        dataset_version: 1,
        data: [
          {
            ...bare,
            ...samples[0],
            ...stored,
            // Written by hand according to RFC 8785: members are sorted, and there is no white space.
            content_hash: sha256('{"expected":null,"input":{"n":1,"text":"é"},"output":null}'),
            case_hash: sha256('{"expected":null,"input":{"n":1,"text":"é"}}'),
          },
          {
            ...bare,
            ...samples[1],
            ...stored,
            content_hash: sha256(
              '{"expected":{"triage_level":"routine"},"input":[2.5,true],"output":"free text"}',
            ),
            case_hash: sha256('{"expected":{"triage_level":"routine"},"input":[2.5,true]}'),
          },
        ],
      });
      expect(await all(context.assay.samples.list(id))).toEqual(body["data"]);
    },
  ),
  engineScenario("createSamples", 201, "stores any JSON unchanged", async (context) => {
    const { id } = await newDataset(context);
    const inputs = [
      null,
      false,
      0,
      "",
      [],
      {},
      1e21,
      5e-324,
      -1.7976931348623157e308,
      0.1,
      "\u2028\u{10FFFF}‮",
      { "": [[[null]]] },
    ];
    const created = await context.assay.samples.create(id, { samples: inputs.map((input) => ({ input })) });
    expect(created.data.map(({ input }) => input)).toEqual(inputs);
    expect((await all(context.assay.samples.list(id))).map(({ input }) => input)).toEqual(inputs);
  }),
  scenario(
    "createSamples",
    400,
    "refuses an empty list and more than 1,000, and names the faults of each",
    async (context) => {
      const { id } = await newDataset(context);
      const path = `/v1/datasets/${id}/samples`;
      const none = await context.request("POST", path, { body: { samples: [] } });
      expectFaults(none, ["/samples", "too_small", "samples is []; it must have at least 1 item."]);
      const samples = Array.from({ length: 1001 }, () => ({ input: 1 }));
      const many = await context.request("POST", path, { body: { samples } });
      const shown = `[${'{"input":1},'.repeat(8)}{"…`;
      expectFaults(many, ["/samples", "too_big", `samples is ${shown}; it must have at most 1000 items.`]);
      const faulty = {
        samples: [{ input: 1 }, { output: 2 }, { input: 1, external_id: "", tags: ["a", ""] }],
      };
      expectFaults(
        await context.request("POST", path, { body: faulty }),
        ["/samples/1/input", "required", "input is required."],
        ["/samples/2/external_id", "too_small", 'external_id is ""; it must have at least 1 character.'],
        ["/samples/2/tags/1", "too_small", 'tags[1] is ""; it must have at least 1 character.'],
      );
      expect(await context.assay.datasets.get(id)).toMatchObject({ sample_count: 0, version: 0 });
    },
  ),
  scenario("createSamples", 404, "returns 404 for a dataset of another workspace", async (context) => {
    const elsewhere = await newDataset({ ...context, ...(await context.otherWorkspace()) });
    const call = context.assay.samples.create(elsewhere.id, { samples: callSamples });
    await expectRejected(call, notFound("dataset", elsewhere.id));
  }),
  scenario(
    "createSamples",
    409,
    "adds nothing if an external id exists or is repeated, and names each",
    async (context) => {
      const { assay } = context;
      const { dataset } = await filledDataset(context);
      const samples = ["call-9", "call-1", "call-9", "call-4"].map((id) => ({ external_id: id, input: id }));
      const refusal = importConflict([
        externalIdTaken("call-1", { path: "/samples/1/external_id" }),
        externalIdRepeated("call-9", "/samples/0/external_id", { path: "/samples/2/external_id" }),
        externalIdTaken("call-4", { path: "/samples/3/external_id" }),
      ]);
      await expectRejected(assay.samples.create(dataset.id, { samples }), refusal);
      expect(await assay.datasets.get(dataset.id)).toMatchObject({ sample_count: 4, version: 1 });
    },
  ),
  scenario(
    "createSamples",
    409,
    "adds nothing to an archived dataset until it is restored",
    async (context) => {
      const { assay } = context;
      const { id } = await newDataset(context);
      await assay.datasets.update(id, { archived: true });
      await expectRejected(assay.samples.create(id, { samples: callSamples }), datasetArchived(id));
      await assay.datasets.update(id, { archived: false });
      expect(await assay.samples.create(id, { samples: callSamples })).toMatchObject({ dataset_version: 1 });
    },
  ),
  engineScenario(
    "listSamples",
    200,
    "lists a version unchanged, in dataset order, and finds an external id",
    async (context) => {
      const { assay } = context;
      const { dataset, samples } = await filledDataset(context);
      const rows = [
        { id: "call-2", input: "changed" },
        { id: "call-9", input: "new" },
      ];
      await assay.datasets.importFile(dataset.id, rows, { mode: "update" });
      const ids = async (query: Parameters<typeof assay.samples.list>[1]) =>
        (await all(assay.samples.list(dataset.id, query))).map(({ external_id: id }) => id);
      expect(await ids({ limit: 2 })).toEqual(["call-1", "call-2", "call-3", "call-4", "call-9"]);
      expect(await all(assay.samples.list(dataset.id, { version: 1 }))).toEqual(samples);
      expect(await ids({ version: 0 })).toEqual([]);
      expect(await ids({ external_id: "call-9" })).toEqual(["call-9"]);
      expect(await ids({ external_id: "call-9", version: 1 })).toEqual([]);
      const [now] = (await assay.samples.list(dataset.id, { external_id: "call-2" })).data;
      expect(now).toMatchObject({ id: samples[1]?.id, input: "changed", created_at: samples[1]?.created_at });
    },
  ),
  scenario("listSamples", 400, "refuses a version that is not a number", async (context) => {
    const { id } = await newDataset(context);
    const answer = await context.request("GET", `/v1/datasets/${id}/samples?version=latest&limit=200`);
    expectFaults(
      answer,
      ["query/version", "invalid_type", 'version is "latest"; it must be an integer.'],
      ["query/limit", "too_big", "limit is 200; it must be at most 100."],
    );
  }),
  scenario("listSamples", 404, "returns 404 for an unknown id", async ({ assay }) => {
    await expectRejected(assay.samples.list(absent.dataset), notFound("dataset", absent.dataset));
  }),
  engineScenario("getSample", 200, "returns the current sample", async (context) => {
    const { dataset, samples } = await filledDataset(context);
    const [first] = samples;
    expect(await context.assay.samples.get(first?.id ?? "")).toEqual(first);
    const rows = [{ id: "call-1", input: "changed", output: null }];
    await context.assay.datasets.importFile(dataset.id, rows, { mode: "update" });
    const changed = await context.assay.samples.get(first?.id ?? "");
    expect(changed).toMatchObject({ id: first?.id, input: "changed", output: null, expected: null });
  }),
  scenario("getSample", 404, "returns 404 for a sample that the key cannot access", async (context) => {
    const { samples } = await filledDataset(context);
    const id = samples[0]?.id ?? "";
    const mine = await newProject(context);
    const restricted = context.client(await context.newKey({ preset: "viewer", projects: [mine.id] }));
    const other = await context.otherWorkspace();
    for (const client of [restricted, other.assay])
      await expectRejected(client.samples.get(id), notFound("sample", id));
    await expectRejected(context.assay.samples.get(absent.sample), notFound("sample", absent.sample));
  }),
];
