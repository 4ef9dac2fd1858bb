import { insufficientScope } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { anId, expectBody, expectFaults, expectRefusal } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const access = "/access/v1";
const bot = { type: "agent", id: "triage-bot" };
const action = { name: "tools/call" };
const tool = (id: string) => ({ type: "tool", id });
const evaluation = { subject: bot, action, resource: tool("chart.read") };

const post = (context: Context, path: string, body: unknown, headers: Record<string, string> = {}) =>
  context.request("POST", `${access}${path}`, { body, headers });

/** Returns whether a response permits the request; for a list of responses, returns one value for each. */
const permits = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(permits) : (value as { decision?: boolean }).decision;

export const authzenScenarios = [
  scenario(
    "authzenEvaluation",
    200,
    "returns only the decision; ids are in headers, and evidence is logged",
    async (context) => {
      await newBot(context);
      const answer = await post(
        context,
        "/evaluation",
        { ...evaluation, surprise: 1 },
        {
          "content-type": "application/json; charset=utf-8",
          "x-request-id": "their-own-id",
        },
      );
      expect(expectBody(answer, 200)).toEqual({ decision: true });
      expect(answer.headers.get("x-request-id")).toBe("their-own-id");
      expect(answer.headers.get("x-decision-id")).toEqual(anId("dec"));
      expect(answer.headers.get("x-evidence-seq")).toBe("2");
      const { events } = await context.assay.control.events.list({ type: "policy_decision" });
      expect(events[0]?.data).toMatchObject({
        decisionId: answer.headers.get("x-decision-id"),
        decision: true,
      });
      expect(
        expectBody(await post(context, "/evaluation", { ...evaluation, resource: tool("x") }), 200),
      ).toEqual({
        decision: false,
      });
    },
  ),
  scenario("authzenEvaluation", 200, "names the pending approval", async (context) => {
    await newBot(context);
    await context.assay.control.settings.put({ toolRisk: { "chart.read": "high" } });
    expect(expectBody(await post(context, "/evaluation", evaluation), 200)).toEqual({
      decision: false,
      context: { outcome: "ask", approvalId: anId("apr") },
    });
  }),
  scenario("authzenEvaluation", 200, "denies other subjects without a permitting policy", async (context) => {
    const user = { ...evaluation, subject: { type: "user", id: "alice" } };
    expect(expectBody(await post(context, "/evaluation", user), 200)).toEqual({ decision: false });
  }),
  scenario(
    "authzenEvaluation",
    400,
    "refuses missing or mistyped members and invalid JSON",
    async (context) => {
      const { subject, resource } = evaluation;
      for (const body of [
        {},
        [],
        [evaluation],
        "",
        { subject, action },
        { subject, resource },
        { ...evaluation, subject: "alice" },
        { ...evaluation, subject: { type: "user" } },
        { ...evaluation, subject: { type: "user", id: 7 } },
        { ...evaluation, action: { name: null } },
        { ...evaluation, resource: { id: "x" } },
        { ...evaluation, context: "none" },
      ])
        expect((await post(context, "/evaluation", body)).status, JSON.stringify(body)).toBe(400);
      for (const type of ["text/plain", "application/xml", "application/json; charset=utf-16"])
        expect((await post(context, "/evaluation", evaluation, { "content-type": type })).status).toBe(400);
    },
  ),
  scenario("authzenEvaluation", 403, "requires the scope to authorize", async (context) => {
    const key = await context.newKey({ preset: "viewer" });
    const answer = await context.request("POST", `${access}/evaluation`, { body: evaluation, key });
    expectRefusal(answer, insufficientScope("authorize"));
  }),
  scenario(
    "authzenEvaluations",
    200,
    "completes items with the defaults, and denies items that remain invalid",
    async (context) => {
      await newBot(context);
      const body = {
        subject: bot,
        action,
        resource: { type: "tool" },
        evaluations: [
          { resource: { id: "chart.read" } },
          { resource: { id: "chart.delete" } },
          { resource: tool("chart.write"), subject: { id: "nobody" } },
          {},
          { resource: "chart.read" },
        ],
      };
      const answer = await post(context, "/evaluations", body);
      expect(expectBody(answer, 200)).toEqual({
        evaluations: [true, false, false, false, false].map((decision) => ({ decision })),
      });
      expect(answer.headers.get("x-evidence-seq")).toBe("2, 3, 4");
    },
  ),
  scenario(
    "authzenEvaluations",
    200,
    "does not apply default properties to another entity or action",
    async (context) => {
      await newBot(context);
      // The default properties belong to the default entity; here, they contain an internal URL and a secret.
      const properties = { url: "http://10.0.0.1/", password: "hunter2hunter2" };
      const body = {
        subject: bot,
        action: { ...action, properties },
        resource: { ...tool("chart.read"), properties },
        evaluations: [{ action, resource: { id: "chart.write" } }, { action }, {}],
      };
      expect(permits(expectBody(await post(context, "/evaluations", body), 200)["evaluations"])).toEqual([
        true,
        false,
        false,
      ]);
    },
  ),
  scenario(
    "authzenEvaluations",
    200,
    "completes an item with all members of the default that describe the same entity",
    async (context) => {
      await newBot(context);
      const { control } = context.assay;
      const mallory = { type: "user", id: "mallory" };
      const text = `permit (principal, action, resource);
forbid (principal, action, resource) when { context has onBehalfOf && context.onBehalfOf.root == user::"mallory" };
forbid (principal, action, resource) when { resource has class && resource.class == "secret" };
forbid (principal, action, resource) when { context.action has force && context.action.force };
forbid (principal, action, resource in folder::"hr");`;
      await control.policies.create({ id: "rules", text, unknownNames: "allow" });
      await control.agents.setPolicies("triage-bot", { policyIds: ["rules"] });
      const doc = { type: "doc", id: "1" };
      const run = async (defaults: object, evaluations: object[]) => {
        const body = { subject: bot, action, resource: doc, ...defaults, evaluations };
        return permits(expectBody(await post(context, "/evaluations", body), 200)["evaluations"]);
      };
      // Each item is the default entity; the last one is complete, so it replaces the whole default.
      const subjects = [{}, { id: "triage-bot" }, { type: "agent" }, { properties: { a: 1 } }, bot];
      const chain = { subject: { ...bot, onBehalfOf: mallory } };
      const stopped = [false, false, false, false, true];
      expect(
        await run(
          chain,
          subjects.map((subject) => ({ subject })),
        ),
      ).toEqual(stopped);
      const resources = [{}, { id: "1" }, { type: "doc" }, { parents: null }, doc].map((resource) => ({
        resource,
      }));
      const secret = { resource: { ...doc, properties: { class: "secret" } } };
      expect(await run(secret, resources)).toEqual(stopped);
      const filed = { resource: { ...doc, parents: [{ type: "folder", id: "hr" }] } };
      expect(await run(filed, resources)).toEqual([false, false, false, true, true]);
      const forced = { action: { ...action, properties: { force: true } } };
      expect(await run(forced, [{ action: {} }, { action }])).toEqual([false, true]);
      // The members of the default do not describe another entity.
      expect(await run(secret, [{ resource: { id: "2" } }])).toEqual([true]);
      expect(await run(secret, [{ resource: { properties: {} } }])).toEqual([true]);
    },
  ),
  scenario(
    "authzenEvaluations",
    200,
    "replaces the default context by an item's context, but not the default arguments",
    async (context) => {
      await newBot(context);
      // By default, the server refuses calls to this internal address.
      const args = { url: "http://10.0.0.1/" };
      const other = { url: "https://example.com/" };
      const run = async (defaults: object, evaluations: unknown[]) =>
        permits(
          expectBody(await post(context, "/evaluations", { ...evaluation, ...defaults, evaluations }), 200)[
            "evaluations"
          ],
        );
      const items = [{}, { context: null }, { context: {} }, { context: { note: "x" } }];
      expect(await run({ context: { args } }, items)).toEqual([false, false, true, true]);
      expect(await run({ args }, items)).toEqual([false, false, false, false]);
      const own = [{ args: other }, { context: { args: other } }, { args: {} }, { context: { args: {} } }];
      expect(await run({ context: { args } }, own)).toEqual([true, true, true, true]);
      expect(await run({ args }, own)).toEqual([true, true, true, true]);
    },
  ),
  scenario("authzenEvaluations", 200, "accepts null for optional members", async (context) => {
    await newBot(context);
    const none = { evaluations: null, options: null, context: null };
    expect(expectBody(await post(context, "/evaluations", { ...evaluation, ...none }), 200)).toEqual({
      decision: true,
    });
    const body = {
      ...evaluation,
      evaluations: [{ subject: null }, { context: null }],
      options: { evaluations_semantic: null },
    };
    // In a list item, null is not a valid entity.
    expect(permits(expectBody(await post(context, "/evaluations", body), 200)["evaluations"])).toEqual([
      false,
      true,
    ]);
    expect(expectBody(await post(context, "/evaluation", { ...evaluation, context: null }), 200)).toEqual({
      decision: true,
    });
    const search = { ...evaluation, context: null, page: { token: null, limit: null } };
    expect(expectBody(await post(context, "/search/subject", search), 200)).toMatchObject({ results: [bot] });
  }),
  scenario("authzenEvaluations", 200, "evaluates the items with the requested semantic", async (context) => {
    await newBot(context);
    const [yes, no] = [{ resource: tool("chart.read") }, { resource: tool("x") }];
    const run = async (semantic: string, evaluations: unknown[]) => {
      const options = { evaluations_semantic: semantic };
      const answer = await post(context, "/evaluations", { subject: bot, action, evaluations, options });
      return permits(expectBody(answer, 200)["evaluations"]);
    };
    expect(await run("execute_all", [yes, no, yes])).toEqual([true, false, true]);
    expect(await run("deny_on_first_deny", [yes, no, yes])).toEqual([true, false]);
    expect(await run("deny_on_first_deny", [yes, {}, yes])).toEqual([true, false]);
    expect(await run("permit_on_first_permit", [no, {}, yes, {}, no])).toEqual([false, false, true]);
    const { events } = await context.assay.control.events.list({ type: "policy_decision" });
    // The batches log 3, 2, 1 and 2 decisions. The server decides neither invalid items nor items that it
    // does not reach.
    expect(events).toHaveLength(8);
  }),
  scenario("authzenEvaluations", 200, "returns a single evaluation without items", async (context) => {
    await newBot(context);
    for (const evaluations of [undefined, []])
      expect(expectBody(await post(context, "/evaluations", { ...evaluation, evaluations }), 200)).toEqual({
        decision: true,
      });
  }),
  scenario(
    "authzenEvaluations",
    400,
    "refuses an unknown semantic and an invalid single evaluation",
    async (context) => {
      const options = { evaluations_semantic: "best_effort" };
      for (const body of [
        { ...evaluation, options },
        { ...evaluation, evaluations: [{}], options },
        { subject: bot, action },
      ])
        expect((await post(context, "/evaluations", body)).status).toBe(400);
      expectFaults(
        await post(context, "/evaluations", { subject: { type: "agent" }, action }),
        ["/subject/id", "required", "id is required: it must be a string."],
        ["/resource", "required", "resource is required: it must be an object."],
      );
    },
  ),
  scenario(
    "getAuthZenConfiguration",
    200,
    "returns the address of each operation without a key",
    async (context) => {
      const answer = await context.request("GET", "/.well-known/authzen-configuration", { key: null });
      const base = context.target.baseUrl;
      expect(expectBody(answer, 200)).toEqual({
        policy_decision_point: base,
        access_evaluation_endpoint: `${base}/access/v1/evaluation`,
        access_evaluations_endpoint: `${base}/access/v1/evaluations`,
        search_subject_endpoint: `${base}/access/v1/search/subject`,
        search_resource_endpoint: `${base}/access/v1/search/resource`,
        search_action_endpoint: `${base}/access/v1/search/action`,
      });
    },
  ),
  scenario("getAuthZenConfiguration", 405, "refuses writes", async (context) => {
    const answer = await context.request("PUT", "/.well-known/authzen-configuration");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }),
];
