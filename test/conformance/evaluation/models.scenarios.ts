import { modelConflict, notFound, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const model = {
  name: "triage-assistant",
  version: "2026-02-11",
  metadata: { prompt: "v14", nested: { a: [1, null] } },
};

export const modelScenarios = [
  engineScenario("createModel", 201, "registers a model", async ({ request }) => {
    const body = expectBody(await request("POST", "/v1/models", { body: model }), 201);
    expect(body).toEqual({ ...model, id: anId("mdl"), object: "model", created_at: anInstant });
  }),
  engineScenario(
    "createModel",
    200,
    "returns the stored record for an equal body, in any order of keys",
    async ({ request }) => {
      const stored = expectBody(await request("POST", "/v1/models", { body: model }), 201);
      const again = {
        version: model.version,
        name: model.name,
        metadata: { nested: { a: [1, null] }, prompt: "v14" },
      };
      expect(expectBody(await request("POST", "/v1/models", { body: again }), 200)).toEqual(stored);
    },
  ),
  scenario("createModel", 409, "refuses different metadata for a registered version", async (context) => {
    await context.assay.models.create(model);
    const other = context.assay.models.create({ ...model, metadata: { prompt: "v15" } });
    await expectRejected(other, modelConflict(model.name, model.version));
    await expectRejected(
      context.assay.models.create({ name: model.name, version: model.version }),
      modelConflict(model.name, model.version),
    );
  }),
  scenario("createModel", 400, "refuses metadata of more than 16 KiB", async ({ request }) => {
    // {"text":"…"} takes 11 bytes in addition to the text. The maximum is 16,384 bytes in total.
    const fits = { name: "m", version: "1", metadata: { text: "x".repeat(16_373) } };
    expectBody(await request("POST", "/v1/models", { body: fits }), 201);
    const answer = await request("POST", "/v1/models", {
      body: { ...fits, metadata: { text: "x".repeat(16_374) } },
    });
    const shown = `{"text":"${"x".repeat(90)}…`;
    expectFaults(answer, [
      "/metadata",
      "invalid_value",
      `metadata is ${shown}; it must be at most 16384 bytes of JSON.`,
    ]);
  }),
  scenario("createModel", 400, "refuses a model without a version", async ({ request }) => {
    const answer = await request("POST", "/v1/models", { body: { name: "triage-assistant" } });
    expectFaults(answer, ["/version", "required", "version is required: it must be a string."]);
  }),
  scenario("createModel", 403, "refuses a key restricted to projects", async (context) => {
    const { id } = await newProject(context);
    const key = await context.newKey({ preset: "admin", projects: [id] });
    expectRefusal(await context.request("POST", "/v1/models", { key, body: model }), projectRestricted());
  }),
  engineScenario("listModels", 200, "lists models newest first, and filters by name", async ({ assay }) => {
    for (const version of ["1", "2"]) await assay.models.create({ name: "a", version });
    await assay.models.create({ name: "b", version: "1" });
    const names = (await all(assay.models.list())).map(({ name, version }) => `${name} ${version}`);
    expect(names).toEqual(["b 1", "a 2", "a 1"]);
    expect((await assay.models.list({ name: "a" })).data.map(({ version }) => version)).toEqual(["2", "1"]);
    expect((await assay.models.list({ name: "c" })).data).toEqual([]);
  }),
  scenario(
    "listModels",
    200,
    "shows the models of the workspace to a key restricted to projects",
    async (context) => {
      const { id } = await newProject(context);
      const stored = await context.assay.models.create(model);
      const key = await context.newKey({ scopes: ["models:read"], projects: [id] });
      expect(await all(context.client(key).models.list())).toEqual([stored]);
    },
  ),
  scenario(
    "listModels",
    400,
    "refuses an unknown parameter and names the known ones",
    async ({ request }) => {
      const answer = await request("GET", "/v1/models?nmae=a");
      const message = "nmae is not a parameter that this query accepts; accepted: name, limit, after.";
      expectFaults(answer, ["query/nmae", "unknown_field", message]);
    },
  ),
  scenario("getModel", 200, "returns a model by id", async ({ assay }) => {
    const stored = await assay.models.create(model);
    expect(await assay.models.get(stored.id)).toEqual(stored);
  }),
  scenario("getModel", 404, "returns 404 for a model of another workspace", async (context) => {
    const elsewhere = await (await context.otherWorkspace()).assay.models.create(model);
    for (const id of [elsewhere.id, absent.model]) {
      await expectRejected(context.assay.models.get(id), notFound("model", id));
    }
  }),
];
