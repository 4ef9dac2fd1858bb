// Requests with which an attacker could try to exceed their permissions, stop the server, or make it lose
// data silently.
import { rotationBeyond } from "@assay/contract/platform/refusals";
import { versionBeyond } from "@assay/contract/evaluation/samples/sample-refusals";
import { encodeCursor } from "@assay/contract/wire";
import { expect } from "vitest";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

export const protocolBoundScenarios = [
  scenario(
    "rotateApiKey",
    403,
    "refuses to rotate a key with more permissions than the caller",
    async (context) => {
      const { assay, newKey, client, request } = context;
      const strong = await assay.apiKeys.create({ name: "Strong", preset: "admin" });
      const weak = await newKey({ scopes: ["keys:admin"] });
      await expectRejected(
        client(weak).apiKeys.rotate(strong.id),
        rotationBeyond(strong.id, "projects:read"),
      );
      // A key may create another key that has the same permissions.
      const equal = await client(weak).apiKeys.create({ name: "Equal", scopes: ["keys:admin"] });
      expect((await request("POST", `/v1/api_keys/${equal.id}/rotate`, { key: weak })).status).toBe(200);
    },
  ),
  scenario(
    "getProject",
    400,
    "refuses a query parameter where a route has none",
    async ({ assay, request }) => {
      const { id } = await assay.projects.create({ name: "Bounds" });
      const answer = await request("GET", `/v1/projects/${id}?foo=1`);
      expectFaults(answer, ["query/foo", "unknown_field", "foo is not a parameter that this query accepts."]);
      expect((await request("POST", "/v1/projects?foo=1", { body: { name: "x" } })).status).toBe(400);
    },
  ),
  scenario(
    "cancelEvaluation",
    400,
    "refuses a body with fields or invalid JSON, if the operation has no body",
    async ({ request }) => {
      const path = "/v1/evaluations/eval_01jd0v9rx6e6wvj6w3fd0qk3ga/cancel";
      expectFaults(await request("POST", path, { body: { x: 1 } }), [
        "/x",
        "unknown_field",
        "x is not a field that this object accepts.",
      ]);
      expect((await request("POST", path, { body: {} })).status).toBe(404);
    },
  ),
  scenario("listModels", 400, "refuses U+0000 in a query as in a body", async ({ request }) => {
    const { status, body } = await request("GET", "/v1/models?name=%00");
    expect([status, body]).toMatchObject([400, { errors: [{ path: "query/name" }] }]);
  }),
  scenario("listProjects", 400, "refuses a forged cursor with a valid checksum", async ({ request }) => {
    for (const position of [["x", "y"], [], [1], ["2026-03-02T09:30:00.000Z", "proj_x"]]) {
      const after = encodeCursor({ list: "projects", filter: {}, position });
      const { status, body } = await request("GET", `/v1/projects?after=${after}`);
      // The mock does not use UUIDs as ids, so the mock accepts such a cursor and returns an empty page.
      if (status === 200) expect(body).toMatchObject({ object: "list" });
      else expect([status, body]).toMatchObject([400, { errors: [{ code: "invalid_cursor" }] }]);
    }
    expect((await request("GET", "/v1/projects?after=broken")).status).toBe(400);
  }),
  scenario(
    "createEvaluation",
    400,
    "limits the metadata of a filter without dropping members",
    async (context) => {
      const { assay, request } = context;
      const project = await assay.projects.create({ name: "Bounds" });
      const dataset = await assay.datasets.create({ name: "Bounds", project: project.id });
      const evaluation = (metadata: string) =>
        request("POST", "/v1/evaluations", {
          body: `{"name":"e","project":"${project.id}","dataset":"${dataset.id}","evaluators":[{"type":"triage_accuracy"}],"sample_filter":{"metadata":${metadata}}}`,
        });
      const many = JSON.stringify(
        Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 1])),
      );
      expect(await evaluation(many)).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              path: "/sample_filter/metadata",
              message: expect.stringMatching(/must have at most 20 members/),
            },
          ],
        },
      });
      expect(await evaluation('{"__proto__":1}')).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/sample_filter/metadata", message: expect.stringMatching(/__proto__/) }] },
      });
    },
  ),
  scenario("createApiKey", 400, "refuses a time outside the supported years in UTC", async (context) => {
    const body = { name: "k", preset: "viewer", expires_at: "9999-12-31T23:59:59-12:00" };
    const { status, body: problem } = await context.request("POST", "/v1/api_keys", { body });
    expect([status, problem]).toMatchObject([400, { errors: [{ path: "/expires_at" }] }]);
  }),
  scenario("listSamples", 400, "refuses a version beyond the latest", async (context) => {
    const { assay, request } = context;
    const project = await assay.projects.create({ name: "Bounds" });
    const dataset = await assay.datasets.create({ name: "Bounds", project: project.id });
    const answer = await request("GET", `/v1/datasets/${dataset.id}/samples?version=1`);
    expectRefusal(answer, versionBeyond(1, 0));
  }),
  scenario(
    "createSamples",
    400,
    "refuses a sample of more than 1 MiB, so that pages stay small",
    async (context) => {
      const { assay, request } = context;
      const project = await assay.projects.create({ name: "Bounds" });
      const dataset = await assay.datasets.create({ name: "Bounds", project: project.id });
      const samples = [{ input: "small" }, { input: "x".repeat(1_048_577) }];
      const { status, body } = await request("POST", `/v1/datasets/${dataset.id}/samples`, {
        body: { samples },
      });
      expect([status, body]).toMatchObject([400, { errors: [{ path: "/samples/1" }] }]);
    },
  ),
];
