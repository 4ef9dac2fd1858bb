import {
  baselineImmutable,
  noSuchPolicy,
  policyConflict,
} from "@assay/contract/control/policies/policy-refusals";
import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { newProject } from "../harness/arrange.ts";
import { anId, expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

import { baselineIds, chartExports, exportsText, path } from "../harness/arrange-policies.ts";

export const policyScenarios = [
  scenario(
    "createPolicy",
    200,
    "stores the first version of a policy with the defaults",
    async ({ request }) => {
      const body = expectBody(await request("POST", path, { body: chartExports }), 200);
      expect(body).toEqual({
        ...chartExports,
        version: 1,
        description: "",
        language: "cedar",
        mode: "enforce",
        status: "active",
        severity: "medium",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        baseline: false,
        liveVersion: 1,
        createdAt: expect.any(Number),
        createdBy: anId("key"),
        validated: "strict",
        warnings: [expect.objectContaining({ code: "unknown_tool", suggestion: null })],
      });
      const bare = { id: "bare", text: "permit (principal, action, resource);" };
      expect(expectBody(await request("POST", path, { body: bare }), 200)).toMatchObject({
        name: "bare",
        outcome: null,
        code: null,
        tests: [],
      });
      const forbids = { id: "plain", text: "forbid (principal, action, resource);" };
      expect(expectBody(await request("POST", path, { body: forbids }), 200)).toMatchObject({
        outcome: "deny",
      });
    },
  ),
  scenario("createPolicy", 200, "returns the stored policy for equal contents", async ({ assay }) => {
    const stored = await assay.control.policies.create(chartExports);
    expect(await assay.control.policies.create({ ...chartExports, severity: "medium" })).toEqual(stored);
  }),
  scenario("createPolicy", 409, "refuses different contents under an existing id", async (context) => {
    const { assay } = context;
    await assay.control.policies.create(chartExports);
    const other = assay.control.policies.create({ ...chartExports, severity: "high" });
    await expectRejected(other, policyConflict("chart-exports"));
    const elsewhere = (await context.otherWorkspace()).assay;
    expect(await elsewhere.control.policies.create({ ...chartExports, severity: "high" })).toMatchObject({
      version: 1,
    });
  }),
  scenario(
    "createPolicy",
    403,
    "refuses the ids of the baseline and a key without the scope",
    async (context) => {
      for (const id of baselineIds) {
        const call = context.assay.control.policies.create({ ...chartExports, id });
        await expectRejected(call, baselineImmutable(id));
      }
      expect(await context.assay.control.policies.create({ ...chartExports, id: "latch-6" })).toMatchObject({
        id: "latch-6",
      });
      const reader = context.client(await context.newKey({ scopes: ["policies:read"] }));
      await expectRejected(reader.control.policies.create(chartExports), insufficientScope("policies:write"));
      const project = await newProject(context);
      const restricted = context.client(
        await context.newKey({ scopes: ["policies:write"], projects: [project.id] }),
      );
      await expectRejected(restricted.control.policies.create(chartExports), projectRestricted());
    },
  ),
  scenario("createPolicy", 400, "refuses an invalid text and names the position", async ({ request }) => {
    const text = 'permit (principal, action, resource)\nwhen { context.facts.risk == "low" ]};';
    const answer = await request("POST", path, { body: { id: "broken", text } });
    // The stray bracket follows the 35 characters of `when { context.facts.risk == "low" `.
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: "validation_failed",
        errors: [
          {
            path: "/text",
            code: "policy_text",
            line: 2,
            column: 36,
            message: expect.stringContaining("unexpected token `]`"),
          },
        ],
      },
    });
    expectRefusal(await request("GET", `${path}/broken`), noSuchPolicy("broken"));
  }),
  scenario(
    "createPolicy",
    400,
    "refuses a text that would crash the engine, without an interruption",
    async ({ request, assay }) => {
      const text = `permit (principal, action, resource) when { ${"(".repeat(200)}true${")".repeat(200)} };`;
      const answer = await request("POST", path, { body: { id: "deep", text } });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/text", line: 1, message: expect.stringContaining("more than 32 deep") }] },
      });
      expect(await assay.control.policies.create(chartExports)).toMatchObject({ version: 1 });
    },
  ),
  scenario("createPolicy", 400, "refuses an outcome that the text cannot yield", async ({ request }) => {
    const permits = { id: "p", text: "permit (principal, action, resource);", outcome: "ask" };
    expectFaults(await request("POST", path, { body: permits }), [
      "/outcome",
      "invalid_value",
      'outcome is "ask"; it must be absent, because no forbid of the text can have this outcome.',
    ]);
    const transforms = { id: "t", text: "forbid (principal, action, resource);", outcome: "transform" };
    expect(await request("POST", path, { body: transforms })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "/outcome", message: expect.stringContaining("@transform") }] },
    });
    const patched = `@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]") ${transforms.text}`;
    expect(await request("POST", path, { body: { ...transforms, text: patched } })).toMatchObject({
      status: 200,
    });
  }),
  scenario("createPolicy", 400, "refuses reserved codes and malformed ids", async ({ request }) => {
    for (const code of ["policy_error", "not_representable", "request_invalid"])
      expect(await request("POST", path, { body: { ...chartExports, code } }), code).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/code", message: expect.stringContaining("must not be a code of the") }] },
      });
    expect(await request("POST", path, { body: { ...chartExports, id: "-x" } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "/id" }] },
    });
  }),
  scenario(
    "listPolicies",
    200,
    "lists the baseline, then the policies of the workspace by id",
    async (context) => {
      const { assay } = context;
      for (const id of ["b", "a", "Z"]) await assay.control.policies.create({ ...chartExports, id });
      await (await context.otherWorkspace()).assay.control.policies.create({ ...chartExports, id: "hidden" });
      const listed = await assay.control.policies.list();
      expect(listed.map(({ id }) => id)).toEqual([...baselineIds, "Z", "a", "b"]);
      expect(listed[4]).toMatchObject({
        baseline: true,
        outcome: "ask",
        code: "approval_required",
        createdAt: null,
        createdBy: null,
        liveVersion: 1,
      });
      expect(listed[0]).not.toHaveProperty("text");
    },
  ),
  scenario(
    "getPolicy",
    200,
    "returns the latest or the named version, also of the baseline",
    async ({ assay }) => {
      await assay.control.policies.create(chartExports);
      const { id: _id, ...contents } = chartExports;
      await assay.control.policies.replace("chart-exports", { ...contents, severity: "high" });
      expect(await assay.control.policies.get("chart-exports")).toMatchObject({
        version: 2,
        severity: "high",
      });
      expect(await assay.control.policies.get("chart-exports", { version: 1 })).toMatchObject({
        version: 1,
        severity: "medium",
        liveVersion: 2,
      });
      const latch = await assay.control.policies.get("latch-4");
      expect(latch).toMatchObject({ baseline: true, version: 1 });
      expect(latch.tests.length).toBeGreaterThan(3);
    },
  ),
  scenario(
    "getPolicy",
    200,
    "returns the version without the warnings of its creation",
    async ({ assay }) => {
      const patch = '@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]")';
      const text = `${patch} forbid (principal, action, resource);`;
      for (const status of ["draft", "retired"] as const) {
        const body = { id: status, text, status, mode: "shadow" as const, outcome: "transform" as const };
        const { warnings, ...stored } = await assay.control.policies.create(body);
        expect(warnings).toEqual([]);
        expect(stored).toMatchObject(body);
        expect(await assay.control.policies.get(status)).toEqual({ ...stored, unknownNames: [] });
      }
    },
  ),
  scenario("getPolicy", 404, "returns 404 for an unknown policy or version", async (context) => {
    const { assay } = context;
    await assay.control.policies.create(chartExports);
    await expectRejected(assay.control.policies.get("none"), noSuchPolicy("none"));
    await expectRejected(
      assay.control.policies.get("chart-exports", { version: 2 }),
      noSuchPolicy("chart-exports", 2),
    );
    const elsewhere = (await context.otherWorkspace()).assay;
    await expectRejected(elsewhere.control.policies.get("chart-exports"), noSuchPolicy("chart-exports"));
  }),
  engineScenario(
    "replacePolicy",
    200,
    "stores the next version, but none for equal contents",
    async ({ assay }) => {
      const first = await assay.control.policies.create(chartExports);
      const { id: _id, ...contents } = chartExports;
      expect(await assay.control.policies.replace("chart-exports", contents)).toEqual(first);
      const next = await assay.control.policies.replace("chart-exports", { text: exportsText });
      // A field that the request omits is reset to its default.
      expect(next).toMatchObject({
        version: 2,
        name: "chart-exports",
        outcome: "deny",
        code: null,
        tests: [],
      });
      expect(next.digest).not.toBe(first.digest);
    },
  ),
  scenario(
    "replacePolicy",
    200,
    "keeps the version in force if a draft is stored, and has none if a retired version is stored",
    async ({ assay }) => {
      await assay.control.policies.create(chartExports);
      const put = (status: "draft" | "active" | "retired") =>
        assay.control.policies.replace("chart-exports", { text: exportsText, status });
      expect(await put("draft")).toMatchObject({ version: 2, liveVersion: 1 });
      expect(await put("active")).toMatchObject({ version: 3, liveVersion: 3 });
      expect(await put("retired")).toMatchObject({ version: 4, liveVersion: null });
      expect(await put("draft")).toMatchObject({ version: 5, liveVersion: null });
    },
  ),
  scenario(
    "replacePolicy",
    400,
    "refuses an invalid text without changing anything",
    async ({ assay, request }) => {
      await assay.control.policies.create(chartExports);
      const stored = await assay.control.policies.get("chart-exports");
      const answer = await request("PUT", `${path}/chart-exports`, { body: { text: "permit everything;" } });
      expect(answer.status).toBe(400);
      expect(await assay.control.policies.get("chart-exports")).toEqual(stored);
    },
  ),
  scenario("replacePolicy", 403, "refuses the baseline", async ({ assay }) => {
    const call = assay.control.policies.replace("latch-2", { text: exportsText });
    await expectRejected(call, baselineImmutable("latch-2"));
  }),
  scenario("replacePolicy", 404, "returns 404 instead of creating a policy", async ({ assay }) => {
    const call = assay.control.policies.replace("none", { text: exportsText });
    await expectRejected(call, noSuchPolicy("none"));
  }),
  scenario("listPolicies", 403, "requires the scope", async (context) => {
    const key = await context.newKey({ scopes: ["projects:read"] });
    expectRefusal(await context.request("GET", path, { key }), insufficientScope("policies:read"));
  }),
];
