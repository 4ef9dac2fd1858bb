import {
  baselineImmutable,
  noSuchPolicy,
  noSuchPolicyVersion,
} from "@assay/contract/control/policies/policy-refusals";
import { expect } from "vitest";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

import { chartExports, exportsText, path } from "../harness/arrange-policies.ts";

export const policyVersionScenarios = [
  scenario("validatePolicy", 400, "requires a text", async ({ request }) => {
    const { status, body } = await request("POST", `${path}/validate`, { body: {} });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: "validation_failed" })]);
  }),
  engineScenario("listPolicyVersions", 200, "pages through the versions, newest first", async ({ assay }) => {
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
    expect(await assay.control.policies.versions("latch-0")).toMatchObject({
      versions: [{ id: "latch-0" }],
    });
  }),
  scenario("rollbackPolicy", 200, "appends one event per stored version", async ({ assay }) => {
    const { policies, events } = assay.control;
    const first = await policies.create(chartExports);
    await policies.create(chartExports);
    await policies.replace("chart-exports", { text: exportsText, status: "draft" });
    await policies.replace("chart-exports", { text: exportsText, status: "retired" });
    await policies.rollback("chart-exports", { version: 1 });
    await policies.rollback("chart-exports", { version: 4 });
    const logged = (await events.list({ order: "asc" })).events.map(({ type, data }) => [
      type,
      data?.["version"],
      data?.["status"],
      data?.["liveVersion"],
    ]);
    expect(logged).toEqual([
      ["policy.created", 1, "active", 1],
      ["policy.updated", 2, "draft", 1],
      ["policy.retired", 3, "retired", null],
      ["policy.updated", 4, "active", 4],
    ]);
    const [event] = (await events.list({ type: "policy.created" })).events;
    expect(event).toMatchObject({ origin: "server" });
    expect(event?.data).toEqual({
      by: first.createdBy,
      policyId: "chart-exports",
      version: 1,
      digest: first.digest,
      mode: "enforce",
      status: "active",
      outcome: first.outcome,
      liveVersion: 1,
    });
  }),
  scenario("listPolicyVersions", 404, "returns 404 for an unknown policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.versions("none"), noSuchPolicy("none"));
  }),
  scenario("listPolicyVersions", 400, "refuses a malformed policy id", async ({ request }) => {
    const fault: [string, string, string] = [
      "path/id",
      "invalid_value",
      'id is "\\u0000"; it must not contain U+0000.',
    ];
    expectFaults(await request("GET", "/api/policies/%00/versions"), fault);
    expectFaults(await request("GET", "/api/policies/%00"), fault);
    expectFaults(await request("POST", "/api/policies/%00/test", { body: {} }), fault);
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
    "stores the contents of an earlier version as the next version",
    async ({ assay }) => {
      const first = await assay.control.policies.create(chartExports);
      await assay.control.policies.replace("chart-exports", { text: exportsText, status: "retired" });
      const back = await assay.control.policies.rollback("chart-exports", { version: 1 });
      expect(back).toMatchObject({ version: 3, liveVersion: 3, digest: first.digest, tests: first.tests });
      expect(await assay.control.policies.rollback("chart-exports", { version: 3 })).toEqual(back);
    },
  ),
  scenario("rollbackPolicy", 422, "refuses an unknown version", async ({ assay }) => {
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
  scenario("rollbackPolicy", 404, "returns 404 for an unknown policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.rollback("none", { version: 1 }), noSuchPolicy("none"));
  }),
  scenario("validatePolicy", 200, "validates a text without storing it", async ({ assay }) => {
    await assay.control.settings.put({ toolRisk: { "chart.export": "high" } });
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
      errors: [{ message: "the policy text contains no policy", line: null }],
    });
    const misfit = await assay.control.policies.validate({
      text: "permit (principal, action, resource);",
      outcome: "ask",
    });
    expect(misfit).toMatchObject({ valid: false, errors: [{ line: null }] });
    // The policy should exempt approved calls; otherwise, each approved call would require approval again.
    const endless = { text: "forbid (principal, action, resource);", outcome: "ask" as const };
    expect(await assay.control.policies.validate(endless)).toMatchObject({
      valid: true,
      warnings: [{ message: expect.stringContaining("unless { context.facts.approved }"), line: null }],
    });
    expect(await assay.control.policies.validate({ ...endless, outcome: "deny" })).toMatchObject({
      warnings: [],
    });
  }),
  scenario(
    "testPolicy",
    200,
    "runs the test cases of the policy, or those in the request",
    async ({ assay }) => {
      await assay.control.policies.create(chartExports);
      expect(await assay.control.policies.test("chart-exports")).toMatchObject({
        policyId: "chart-exports",
        version: 1,
        passed: 2,
        failed: 0,
        results: [
          { name: "requires approval", passed: true, expected: "ask", actual: "ask" },
          { name: "lets others be", passed: true, expected: "none", actual: "none" },
        ],
      });
      expect(await assay.control.policies.test("chart-exports", { tests: [] })).toMatchObject({
        results: [],
      });
      const latch = await assay.control.policies.test("latch-1");
      expect(latch).toMatchObject({ failed: 0, passed: latch.results.length });
    },
  ),
  scenario("testPolicy", 404, "returns 404 for an unknown policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.test("none"), noSuchPolicy("none"));
  }),
  scenario("testPolicy", 422, "refuses an unknown version", async ({ assay }) => {
    await assay.control.policies.create(chartExports);
    await expectRejected(
      assay.control.policies.test("chart-exports", { version: 9 }),
      noSuchPolicyVersion("chart-exports", 9),
    );
  }),
  scenario("simulatePolicy", 200, "returns no changes without decisions", async ({ assay }) => {
    const forged = { type: "policy_decision", data: { outcome: "allow" } };
    await assay.control.events.create(forged);
    const nothing = { replayed: 0, changed: [], notReplayed: [] };
    expect(await assay.control.policies.simulate({ text: exportsText, outcome: "ask" })).toEqual(nothing);
    expect(await assay.control.policies.simulate({ policyId: "latch-4" })).toEqual(nothing);
  }),
  scenario(
    "simulatePolicy",
    400,
    "refuses an invalid text, and a request without text and policy",
    async ({ request }) => {
      const simulate = (body: object) => request("POST", `${path}/simulate`, { body });
      expectFaults(await simulate({}), ["/text", "required", "text is required: send it, or policyId."]);
      expect(await simulate({ text: "permit everything;" })).toMatchObject({
        status: 400,
        body: { errors: [{ path: "/text", code: "policy_text" }] },
      });
    },
  ),
  scenario("simulatePolicy", 404, "returns 404 for an unknown policy", async ({ assay }) => {
    await expectRejected(assay.control.policies.simulate({ policyId: "none" }), noSuchPolicy("none"));
  }),
  scenario("listPolicyVersions", 200, "returns each version as it was stored", async ({ assay }) => {
    const { policies } = assay.control;
    const patch = '@transform("[{\\"op\\":\\"remove\\",\\"path\\":\\"/ssn\\"}]")';
    const text = `${patch} forbid (principal, action, resource);`;
    const versions = [
      { text, mode: "shadow", status: "draft", outcome: "transform", severity: "critical" },
      { text, mode: "shadow", status: "retired", outcome: "transform", severity: "low" },
      { text: 'permit (principal is user, action, resource) when { context.purpose == "care" };' },
    ] as const;
    for (const version of versions) {
      const { warnings: _warnings, ...stored } = await policies.create({ id: "p", ...version }).then(
        (created) => created,
        () => policies.replace("p", version),
      );
      expect(await policies.get("p", { version: stored.version })).toMatchObject(stored);
    }
    const { versions: listed } = await policies.versions("p");
    expect(listed.map(({ status, validated }) => [status, validated])).toEqual([
      ["active", "syntax"],
      ["retired", "strict"],
      ["draft", "strict"],
    ]);
  }),
  scenario("getPolicy", 200, "names an unknown group with its place", async ({ assay }) => {
    const text = 'forbid (principal in agent_group::"interns", action, resource);';
    await assay.control.policies.create({ id: "g", text, unknownNames: "allow" });
    const { unknownNames } = await assay.control.policies.get("g");
    expect(unknownNames).toMatchObject([{ code: "unknown_group", line: 1 }]);
  }),
];
