import {
  baselineImmutable,
  insufficientScope,
  noSuchPolicy,
  noSuchPolicyVersion,
  policyConflict,
  projectRestricted,
} from "@assay/contract";
import { expect } from "vitest";
import { newProject } from "./arrange.ts";
import { anId, expectBody, expectFaults, expectRefusal, expectRejected } from "./expectations.ts";
import { scenario } from "./scenario.ts";

const exportsText = `@message("Exports of charts wait for a human.")
forbid (principal is agent, action, resource == tool::"chart.export")
unless { context.facts.approved };
`;

/** A policy that asks before charts are exported. */
const chartExports = {
  id: "chart-exports",
  name: "Chart exports",
  text: exportsText,
  outcome: "ask" as const,
  code: "export_needs_approval",
  tests: [
    { name: "asks", request: { resource: { type: "tool", id: "chart.export" } }, expect: "ask" as const },
    { name: "lets others be", expect: "none" as const },
  ],
};
const path = "/api/policies";
const baselineIds = ["latch-0", "latch-1", "latch-2", "latch-3", "latch-4", "latch-5"];

export const policyScenarios = [
  scenario("createPolicy", 200, "stores a policy's first version with its defaults", async ({ request }) => {
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
  }),
  scenario("createPolicy", 200, "gives the stored policy for the same contents", async ({ assay }) => {
    const stored = await assay.control.policies.create(chartExports);
    expect(await assay.control.policies.create({ ...chartExports, severity: "medium" })).toEqual(stored);
  }),
  scenario("createPolicy", 409, "refuses other contents under an id that is taken", async (context) => {
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
    "refuses the ids of the baseline, and a key without the scope",
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
  scenario("createPolicy", 400, "refuses a text that does not hold, and says where", async ({ request }) => {
    const text = 'permit (principal, action, resource)\nwhen { context.facts.risk == "low" ]};';
    const answer = await request("POST", path, { body: { id: "broken", text } });
    // The stray bracket stands after the 36 characters `when { context.facts.risk == "low" `, minus one.
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
    "refuses a text that would break the engine, and goes on answering",
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
  scenario("createPolicy", 400, "refuses an outcome that its text cannot have", async ({ request }) => {
    const permits = { id: "p", text: "permit (principal, action, resource);", outcome: "ask" };
    expectFaults(await request("POST", path, { body: permits }), [
      "/outcome",
      "invalid_value",
      'outcome is "ask", and the text has no forbid that could come out so; leave it out.',
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
  scenario(
    "createPolicy",
    400,
    "refuses a code of the engine's own, and ids of another form",
    async ({ request }) => {
      expectFaults(await request("POST", path, { body: { ...chartExports, code: "policy_error" } }), [
        "/code",
        "invalid_value",
        'code is "policy_error"; it must not be a code that the engine itself gives.',
      ]);
      expect(await request("POST", path, { body: { ...chartExports, id: "-x" } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/id" }] },
      });
    },
  ),
  scenario("listPolicies", 200, "lists the baseline, then the workspace's own by id", async (context) => {
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
  }),
  scenario(
    "getPolicy",
    200,
    "gives the latest version, or the one named, of the baseline too",
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
  scenario("getPolicy", 404, "knows no other policy, and no other version", async (context) => {
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
  scenario(
    "replacePolicy",
    200,
    "stores the next version; the same contents again are the same version",
    async ({ assay }) => {
      const first = await assay.control.policies.create(chartExports);
      const { id: _id, ...contents } = chartExports;
      expect(await assay.control.policies.replace("chart-exports", contents)).toEqual(first);
      const next = await assay.control.policies.replace("chart-exports", { text: exportsText });
      // What is left out has its default again.
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
    "a draft leaves the version in force as it is, and a retired one ends it",
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
  scenario("replacePolicy", 400, "a text that does not hold changes nothing", async ({ assay, request }) => {
    const stored = await assay.control.policies.create(chartExports);
    const answer = await request("PUT", `${path}/chart-exports`, { body: { text: "permit everything;" } });
    expect(answer.status).toBe(400);
    expect(await assay.control.policies.get("chart-exports")).toEqual(stored);
  }),
  scenario("replacePolicy", 403, "refuses the baseline", async ({ assay }) => {
    const call = assay.control.policies.replace("latch-2", { text: exportsText });
    await expectRejected(call, baselineImmutable("latch-2"));
  }),
  scenario("replacePolicy", 404, "makes no policy", async ({ assay }) => {
    const call = assay.control.policies.replace("none", { text: exportsText });
    await expectRejected(call, noSuchPolicy("none"));
  }),
  scenario("listPolicyVersions", 200, "pages through the versions, the newest first", async ({ assay }) => {
    await assay.control.policies.create(chartExports);
    for (const severity of ["low", "high", "critical"] as const) {
      await assay.control.policies.replace("chart-exports", { text: exportsText, severity });
    }
    const first = await assay.control.policies.versions("chart-exports", { limit: 3 });
    expect(first.versions.map(({ version }) => version)).toEqual([4, 3, 2]);
    const second = await assay.control.policies.versions("chart-exports", {
      limit: 3,
      cursor: first.nextCursor ?? "",
    });
    expect(second).toMatchObject({ versions: [{ version: 1, severity: "medium" }], nextCursor: null });
    expect(await assay.control.policies.versions("latch-0")).toMatchObject({ versions: [{ id: "latch-0" }] });
  }),
  scenario("listPolicyVersions", 404, "knows no other policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.versions("none"), noSuchPolicy("none"));
  }),
  scenario("listPolicyVersions", 400, "refuses a cursor of another policy", async ({ assay, request }) => {
    for (const id of ["a", "b"]) {
      await assay.control.policies.create({ ...chartExports, id });
      await assay.control.policies.replace(id, { text: exportsText });
    }
    const { nextCursor } = await assay.control.policies.versions("a", { limit: 1 });
    const answer = await request("GET", `${path}/b/versions?cursor=${nextCursor}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "query/cursor" }] } });
  }),
  scenario(
    "rollbackPolicy",
    200,
    "stores an earlier version's contents as the next one",
    async ({ assay }) => {
      const first = await assay.control.policies.create(chartExports);
      await assay.control.policies.replace("chart-exports", { text: exportsText, status: "retired" });
      const back = await assay.control.policies.rollback("chart-exports", { version: 1 });
      expect(back).toMatchObject({ version: 3, liveVersion: 3, digest: first.digest, tests: first.tests });
      expect(await assay.control.policies.rollback("chart-exports", { version: 3 })).toEqual(back);
    },
  ),
  scenario("rollbackPolicy", 422, "refuses a version that there is not", async ({ assay }) => {
    await assay.control.policies.create(chartExports);
    await expectRejected(
      assay.control.policies.rollback("chart-exports", { version: 2 }),
      noSuchPolicyVersion("chart-exports", 2),
    );
  }),
  scenario("rollbackPolicy", 403, "refuses the baseline", async ({ assay }) => {
    await expectRejected(
      assay.control.policies.rollback("latch-0", { version: 1 }),
      baselineImmutable("latch-0"),
    );
  }),
  scenario("rollbackPolicy", 404, "knows no other policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.rollback("none", { version: 1 }), noSuchPolicy("none"));
  }),
  scenario("validatePolicy", 200, "checks a text and stores nothing", async ({ assay }) => {
    expect(await assay.control.policies.validate({ text: exportsText, outcome: "ask" })).toEqual({
      valid: true,
      validated: "strict",
      errors: [],
      warnings: [],
    });
    const others = 'permit (principal is user, action, resource) when { context.purpose == "care" };';
    expect(await assay.control.policies.validate({ text: others })).toMatchObject({
      valid: true,
      validated: "syntax",
    });
    const broken = await assay.control.policies.validate({
      text: "// nothing\nforbid (principal, action, resource)",
    });
    expect(broken).toMatchObject({ valid: false, errors: [{ line: 2, column: 37 }] });
    expect(await assay.control.policies.validate({ text: "// nothing" })).toMatchObject({
      valid: false,
      errors: [{ message: "the text holds no policy", line: null }],
    });
    const misfit = await assay.control.policies.validate({
      text: "permit (principal, action, resource);",
      outcome: "ask",
    });
    expect(misfit).toMatchObject({ valid: false, errors: [{ line: null }] });
  }),
  scenario("testPolicy", 200, "runs the policy's own test cases, or those given", async ({ assay }) => {
    await assay.control.policies.create(chartExports);
    expect(await assay.control.policies.test("chart-exports")).toMatchObject({
      policyId: "chart-exports",
      version: 1,
      passed: 2,
      failed: 0,
      results: [
        { name: "asks", passed: true, expected: "ask", actual: "ask" },
        { name: "lets others be", passed: true, expected: "none", actual: "none" },
      ],
    });
    expect(await assay.control.policies.test("chart-exports", { tests: [] })).toMatchObject({ results: [] });
    const latch = await assay.control.policies.test("latch-1");
    expect(latch).toMatchObject({ failed: 0, passed: latch.results.length });
  }),
  scenario("testPolicy", 404, "knows no other policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.test("none"), noSuchPolicy("none"));
  }),
  scenario("testPolicy", 422, "refuses a version that there is not", async ({ assay }) => {
    await assay.control.policies.create(chartExports);
    await expectRejected(
      assay.control.policies.test("chart-exports", { version: 9 }),
      noSuchPolicyVersion("chart-exports", 9),
    );
  }),
  scenario("simulatePolicy", 200, "finds nothing changed where nothing was decided", async ({ assay }) => {
    const forged = { type: "policy_decision", data: { outcome: "allow" } };
    await assay.control.events.create(forged);
    const nothing = { replayed: 0, changed: [], notReplayed: [] };
    expect(await assay.control.policies.simulate({ text: exportsText, outcome: "ask" })).toEqual(nothing);
    expect(await assay.control.policies.simulate({ policyId: "latch-4" })).toEqual(nothing);
  }),
  scenario(
    "simulatePolicy",
    400,
    "refuses a text that does not hold, and neither text nor policy",
    async ({ request }) => {
      const simulate = (body: object) => request("POST", `${path}/simulate`, { body });
      expectFaults(await simulate({}), [
        "/text",
        "required",
        "text is missing; it must be given when there is no policyId.",
      ]);
      expect(await simulate({ text: "permit everything;" })).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/text", code: "policy_text" }] },
      });
    },
  ),
  scenario("simulatePolicy", 404, "knows no other policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.simulate({ policyId: "none" }), noSuchPolicy("none"));
  }),
];
