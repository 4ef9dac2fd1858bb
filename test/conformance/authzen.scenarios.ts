import { insufficientScope } from "@assay/contract";
import { expect } from "vitest";
import { newBot } from "./arrange-authorize.ts";
import type { Context } from "./context.ts";
import { anId, expectBody, expectRefusal } from "./expectations.ts";
import { scenario } from "./scenario.ts";

const access = "/access/v1";
const bot = { type: "agent", id: "triage-bot" };
const action = { name: "tools/call" };
const tool = (id: string) => ({ type: "tool", id });
const asked = { subject: bot, action, resource: tool("chart.read") };

const post = (context: Context, path: string, body: unknown, headers: Record<string, string> = {}) =>
  context.request("POST", `${access}${path}`, { body, headers });

/** Whether an answer permits; of several, each. */
const permits = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(permits) : (value as { decision?: boolean }).decision;

export const authzenScenarios = [
  scenario(
    "authzenEvaluation",
    200,
    "answers barely; ids travel in headers, evidence is kept",
    async (context) => {
      await newBot(context);
      const answer = await post(
        context,
        "/evaluation",
        { ...asked, surprise: 1 },
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
      expect(expectBody(await post(context, "/evaluation", { ...asked, resource: tool("x") }), 200)).toEqual({
        decision: false,
      });
    },
  ),
  scenario("authzenEvaluation", 200, "says which approval is waited for", async (context) => {
    await newBot(context);
    await context.assay.control.settings.put({ toolRisk: { "chart.read": "high" } });
    expect(expectBody(await post(context, "/evaluation", asked), 200)).toEqual({
      decision: false,
      context: { outcome: "ask", approvalId: anId("apr") },
    });
  }),
  scenario("authzenEvaluation", 200, "denies other subjects what no policy permits", async (context) => {
    const user = { ...asked, subject: { type: "user", id: "alice" } };
    expect(expectBody(await post(context, "/evaluation", user), 200)).toEqual({ decision: false });
  }),
  scenario(
    "authzenEvaluation",
    400,
    "refuses what is missing or mistyped, and what is no JSON",
    async (context) => {
      const { subject, resource } = asked;
      for (const body of [
        {},
        [],
        [asked],
        "",
        { subject, action },
        { subject, resource },
        { ...asked, subject: "alice" },
        { ...asked, subject: { type: "user" } },
        { ...asked, subject: { type: "user", id: 7 } },
        { ...asked, action: { name: null } },
        { ...asked, resource: { id: "x" } },
        { ...asked, context: "none" },
      ])
        expect((await post(context, "/evaluation", body)).status, JSON.stringify(body)).toBe(400);
      for (const type of ["text/plain", "application/xml", "application/json; charset=utf-16"])
        expect((await post(context, "/evaluation", asked, { "content-type": type })).status).toBe(400);
    },
  ),
  scenario("authzenEvaluation", 403, "needs the scope to authorize", async (context) => {
    const key = await context.newKey({ preset: "viewer" });
    const answer = await context.request("POST", `${access}/evaluation`, { body: asked, key });
    expectRefusal(answer, insufficientScope("authorize"));
  }),
  scenario(
    "authzenEvaluations",
    200,
    "fills in what items lack, and denies those that stay broken",
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
  scenario("authzenEvaluations", 200, "goes through the items as it is told", async (context) => {
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
    // 3, 2, 1 and 2: what is not reached, and what is broken, is not decided.
    expect(events).toHaveLength(8);
  }),
  scenario(
    "authzenEvaluations",
    200,
    "answers a single evaluation when there are no items",
    async (context) => {
      await newBot(context);
      for (const evaluations of [undefined, []])
        expect(expectBody(await post(context, "/evaluations", { ...asked, evaluations }), 200)).toEqual({
          decision: true,
        });
    },
  ),
  scenario(
    "authzenEvaluations",
    400,
    "refuses an unknown semantic, and a single one that is broken",
    async (context) => {
      const options = { evaluations_semantic: "best_effort" };
      for (const body of [
        { ...asked, options },
        { ...asked, evaluations: [{}], options },
        { subject: bot, action },
      ])
        expect((await post(context, "/evaluations", body)).status).toBe(400);
    },
  ),
  scenario(
    "authzenSearchSubject",
    200,
    "finds the agents that may, whatever their ceilings",
    async (context) => {
      await newBot(context);
      await newBot(context, "a-bot");
      await context.assay.control.agents.create({ id: "other", tools: ["chart.read"], status: "pending" });
      await context.assay.control.settings.put({ rateCeiling: { calls: 1, windowSeconds: 60 } });
      await context.assay.control.authorize({ agentId: "a-bot", tool: "chart.read" });
      const search = (type: string) =>
        post(context, "/search/subject", {
          subject: { type, id: "ignored" },
          action,
          resource: tool("chart.read"),
        });
      expect(expectBody(await search("agent"), 200)).toEqual({
        results: [{ type: "agent", id: "a-bot" }, bot],
      });
      expect(expectBody(await search("robot"), 200)).toEqual({ results: [] });
      const { events } = await context.assay.control.events.list({ type: "policy_decision" });
      expect(events).toHaveLength(1);
    },
  ),
  scenario("authzenSearchResource", 200, "pages; a token may come without a limit", async (context) => {
    await newBot(context);
    await context.assay.control.entities.put({
      entities: [
        { type: "tool", id: "chart.read" },
        { type: "tool", id: "chart.export" },
      ],
    });
    const search = async (page?: object, further: object = {}) =>
      post(context, "/search/resource", {
        subject: bot,
        action,
        resource: { type: "tool" },
        page,
        ...further,
      });
    expect(expectBody(await search(), 200)).toEqual({ results: [tool("chart.read"), tool("chart.write")] });
    const first = expectBody(await search({ limit: 1 }), 200);
    const { next_token: token } = first["page"] as { next_token: string };
    expect(first["results"]).toEqual([tool("chart.read")]);
    expect(token).not.toBe("");
    expect(expectBody(await search({ token }), 200)).toEqual({
      results: [tool("chart.write")],
      page: { next_token: "" },
    });
    expect((await search({ token }, { context: { risk: "low" } })).status).toBe(400);
    expect((await search({ token: "x" })).status).toBe(400);
  }),
  scenario("authzenSearchAction", 200, "finds the declared actions that are permitted", async (context) => {
    await newBot(context);
    await context.assay.control.entities.put({ actions: ["tools/call", "read"] });
    const body = { subject: bot, resource: tool("chart.read") };
    expect(expectBody(await post(context, "/search/action", body), 200)).toEqual({
      results: [{ name: "tools/call" }],
    });
    const other = { ...body, resource: tool("x") };
    expect(expectBody(await post(context, "/search/action", other), 200)).toEqual({ results: [] });
  }),
  ...(["Subject", "Resource", "Action"] as const).map((what) =>
    scenario(
      `authzenSearch${what}`,
      400,
      `refuses a search of ${what.toLowerCase()}s that is not whole`,
      async (context) => {
        expect((await post(context, `/search/${what.toLowerCase()}`, { subject: bot })).status).toBe(400);
      },
    ),
  ),
  scenario("getAuthZenConfiguration", 200, "says without a key where each operation is", async (context) => {
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
  }),
  scenario("getAuthZenConfiguration", 405, "is only read", async (context) => {
    const answer = await context.request("PUT", "/.well-known/authzen-configuration");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }),
];
