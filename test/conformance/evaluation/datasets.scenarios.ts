import { datasetReviewed } from "@assay/contract/evaluation/datasets/dataset-refusals";
import {
  datasetInUse,
  insufficientScope,
  notFound,
  referenceNotFound,
} from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, all, evaluated, filledDataset, newDataset, newProject } from "../harness/arrange.ts";
import { newRubric } from "../harness/arrange-reviews.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

export const datasetScenarios = [
  scenario("createDataset", 201, "creates an empty dataset of version 0", async (context) => {
    const project = await newProject(context);
    const body = { name: "Calls of February", description: "Adults", project: project.id };
    const created = expectBody(await context.request("POST", "/v1/datasets", { body }), 201);
    expect(created).toEqual({
      ...body,
      id: anId("ds"),
      object: "dataset",
      sample_count: 0,
      version: 0,
      archived: false,
      created_at: anInstant,
      updated_at: created["created_at"],
    });
  }),
  scenario(
    "createDataset",
    400,
    "refuses a body that is not an object or has no project",
    async ({ request }) => {
      const list = await request("POST", "/v1/datasets", { body: "[]" });
      expectFaults(list, ["", "invalid_type", "The body must be an object."]);
      const bare = await request("POST", "/v1/datasets", { body: { name: "Calls", project: "" } });
      expectFaults(bare, ["/project", "too_small", 'project is ""; it must have at least 1 character.']);
    },
  ),
  scenario("createDataset", 422, "states how to create the unknown project", async (context) => {
    const elsewhere = await (await context.otherWorkspace()).assay.projects.create({ name: "Elsewhere" });
    for (const project of [absent.project, elsewhere.id, "Nurse line"]) {
      const call = context.assay.datasets.create({ name: "Calls", project });
      await expectRejected(call, referenceNotFound("project", project, "/project"));
    }
  }),
  scenario("createDataset", 422, "limits a restricted key to its projects", async (context) => {
    const [mine, other] = [await newProject(context), await newProject(context)];
    const restricted = context.client(await context.newKey({ preset: "admin", projects: [mine.id] }));
    expect(await restricted.datasets.create({ name: "Calls", project: mine.id })).toMatchObject({
      project: mine.id,
    });
    const beyond = restricted.datasets.create({ name: "Calls", project: other.id });
    await expectRejected(beyond, referenceNotFound("project", other.id, "/project"));
  }),
  scenario(
    "listDatasets",
    200,
    "lists all datasets, or filters them by project and by archived",
    async (context) => {
      const { assay } = context;
      const [first, second] = [await newDataset(context), await newDataset(context)];
      await assay.datasets.update(first.id, { archived: true });
      const ids = async (query: Parameters<typeof assay.datasets.list>[0]) =>
        (await all(assay.datasets.list(query))).map(({ id }) => id);
      expect(await ids({})).toEqual([second.id, first.id]);
      expect(await ids({ project: first.project })).toEqual([first.id]);
      expect(await ids({ archived: true })).toEqual([first.id]);
      expect(await ids({ archived: false })).toEqual([second.id]);
      expect(await ids({ archived: true, project: second.project })).toEqual([]);
      expect(await ids({ project: absent.project })).toEqual([]);
      expect(await ids({ project: "Nurse line" })).toEqual([]);
    },
  ),
  scenario("listDatasets", 400, "accepts only true and false for archived", async ({ request }) => {
    for (const given of ["yes", "1", "TRUE"]) {
      const message = `archived is ${given === "1" ? given : JSON.stringify(given)}; it must be true or false.`;
      expectFaults(await request("GET", `/v1/datasets?archived=${given}`), [
        "query/archived",
        "invalid_type",
        message,
      ]);
    }
  }),
  scenario("getDataset", 200, "returns a dataset with its sample count", async (context) => {
    const { dataset } = await filledDataset(context);
    expect(dataset).toMatchObject({ sample_count: 4, version: 1 });
  }),
  scenario(
    "getDataset",
    404,
    "returns 404 for an unknown id, and for a project that the key cannot access",
    async (context) => {
      const [mine, other] = [await newProject(context), await newDataset(context)];
      const restricted = context.client(await context.newKey({ preset: "viewer", projects: [mine.id] }));
      await expectRejected(restricted.datasets.get(other.id), notFound("dataset", other.id));
      await expectRejected(context.assay.datasets.get(absent.dataset), notFound("dataset", absent.dataset));
    },
  ),
  scenario("updateDataset", 200, "changes the named fields only, without a new version", async (context) => {
    const { assay } = context;
    const { id, project } = await newDataset(context);
    await assay.datasets.update(id, { description: "Adults" });
    const renamed = await assay.datasets.update(id, { name: "Calls of March" });
    expect(renamed).toMatchObject({
      id,
      project,
      name: "Calls of March",
      description: "Adults",
      version: 0,
    });
    const cleared = await assay.datasets.update(id, { description: null, name: null });
    expect(cleared).toMatchObject({ name: "Calls of March", description: null });
    expect(await assay.datasets.get(id)).toEqual(cleared);
  }),
  scenario("updateDataset", 400, "refuses an empty change", async (context) => {
    const { id } = await newDataset(context);
    const message = "The body must set at least one of name, description, archived.";
    for (const body of [{}, { name: null }]) {
      expectFaults(await context.request("PATCH", `/v1/datasets/${id}`, { body }), [
        "",
        "invalid_value",
        message,
      ]);
    }
  }),
  scenario("updateDataset", 403, "refuses a read-only key", async (context) => {
    const { id } = await newDataset(context);
    const key = await context.newKey({ preset: "viewer" });
    const answer = await context.request("PATCH", `/v1/datasets/${id}`, { key, body: { archived: true } });
    expectRefusal(answer, insufficientScope("datasets:write"));
  }),
  scenario("updateDataset", 404, "returns 404 for a dataset of another workspace", async (context) => {
    const elsewhere = await context.otherWorkspace();
    const { id } = await newDataset({ ...context, ...elsewhere });
    await expectRejected(context.assay.datasets.update(id, { archived: true }), notFound("dataset", id));
  }),
  engineScenario("deleteDataset", 200, "deletes a dataset with its samples", async (context) => {
    const { assay } = context;
    const { dataset, samples } = await filledDataset(context);
    expect(await assay.datasets.delete(dataset.id)).toEqual({
      id: dataset.id,
      object: "dataset",
      deleted: true,
    });
    await expectRejected(assay.datasets.delete(dataset.id), notFound("dataset", dataset.id));
    const sample = samples[0]?.id ?? "";
    await expectRejected(assay.samples.get(sample), notFound("sample", sample));
  }),
  scenario("deleteDataset", 404, "returns 404 for an unknown id", async ({ assay }) => {
    await expectRejected(assay.datasets.delete(absent.dataset), notFound("dataset", absent.dataset));
  }),
  engineScenario("deleteDataset", 409, "refuses to delete a dataset with evaluations", async (context) => {
    const { dataset } = await filledDataset(context);
    await evaluated(context, dataset);
    await expectRejected(context.assay.datasets.delete(dataset.id), datasetInUse(dataset.id, 1));
    await evaluated(context, dataset);
    await expectRejected(context.assay.datasets.delete(dataset.id), datasetInUse(dataset.id, 2));
  }),
  engineScenario(
    "deleteDataset",
    409,
    "refuses to delete a dataset whose samples are in review tasks, also in cancelled ones",
    async (context) => {
      const { assay } = context;
      const { dataset, samples } = await filledDataset(context);
      const rubric = await newRubric(context, dataset.project);
      const tasks: string[] = [];
      for (const _ of samples.slice(0, 3)) {
        const sent = { project: dataset.project, rubric: rubric.id, samples: samples.map(({ id }) => id) };
        tasks.unshift((await assay.reviews.tasks.create(sent)).id);
        const use = { count: tasks.length, named: tasks.slice(0, 2) };
        await expectRejected(assay.datasets.delete(dataset.id), datasetReviewed(dataset.id, use));
      }
      for (const task of tasks) await assay.reviews.tasks.cancel(task);
      const use = { count: 3, named: tasks.slice(0, 2) };
      await expectRejected(assay.datasets.delete(dataset.id), datasetReviewed(dataset.id, use));
      const twin = await newDataset(context, dataset.project);
      expect(await assay.datasets.delete(twin.id)).toMatchObject({ deleted: true });
    },
  ),
  engineScenario(
    "listDatasetVersions",
    200,
    "lists every change of samples and outputs, newest first",
    async (context) => {
      const { assay } = context;
      const { dataset } = await filledDataset(context);
      const model = await assay.models.create({ name: "mercury", version: "0.9" });
      const rows = [
        { id: "call-1", input: "changed" },
        { id: "call-9", input: "new" },
      ];
      await assay.datasets.importFile(dataset.id, rows, { mode: "update" });
      const outputs = [{ external_id: "call-9", output: { triage_level: "urgent" } }];
      await assay.samples.createOutputs(dataset.id, { model: model.id, outputs });
      await assay.datasets.update(dataset.id, { name: "Another name" });
      const version = { object: "dataset_version", dataset: dataset.id, created_at: anInstant };
      expect(await all(assay.datasets.versions(dataset.id))).toEqual([
        { ...version, version: 3, change: "outputs", inserted: 1, updated: 0, sample_count: 5 },
        { ...version, version: 2, change: "import", inserted: 1, updated: 1, sample_count: 5 },
        { ...version, version: 1, change: "samples", inserted: 4, updated: 0, sample_count: 4 },
      ]);
    },
  ),
  scenario(
    "listDatasetVersions",
    200,
    "returns an empty list for an unchanged dataset, and pages",
    async (context) => {
      const { assay } = context;
      const empty = await newDataset(context);
      expect((await assay.datasets.versions(empty.id)).data).toEqual([]);
      for (const id of ["a", "b", "c"]) {
        await assay.samples.create(empty.id, { samples: [{ external_id: id, input: id }] });
      }
      const paged = await all(assay.datasets.versions(empty.id, { limit: 2 }));
      expect(paged.map(({ version }) => version)).toEqual([3, 2, 1]);
    },
  ),
  scenario("listDatasetVersions", 404, "returns 404 for an unknown id", async ({ assay }) => {
    await expectRejected(assay.datasets.versions(absent.dataset), notFound("dataset", absent.dataset));
  }),
];
