import { expect } from "vitest";
import { newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const bot = { type: "agent", id: "triage-bot" };
const action = { name: "tools/call" };
const tool = (id: string) => ({ type: "tool", id });

const post = (context: Context, path: string, body: unknown) =>
  context.request("POST", `/access/v1${path}`, { body });

export const authzenSearchScenarios = [
  scenario(
    "authzenSearchSubject",
    200,
    "finds the permitted agents, independent of their ceilings",
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
      // Even if a policy permits an unknown entity, the search does not find it.
      await context.assay.control.policies.create({
        id: "open",
        text: "permit (principal, action, resource);",
      });
      const searchBody = (subject: object, resource: object) => ({ subject, action, resource });
      const stranger = { type: "user", id: "stranger" };
      for (const [where, body] of [
        ["subject", searchBody(bot, { type: "record", id: "none" })],
        ["resource", searchBody(stranger, { type: "tool" })],
        ["action", searchBody(stranger, tool("chart.read"))],
      ] as const)
        expect(expectBody(await post(context, `/search/${where}`, body), 200)).toEqual({ results: [] });
      const { events } = await context.assay.control.events.list({ type: "policy_decision" });
      expect(events).toHaveLength(1);
    },
  ),
  scenario("authzenSearchResource", 200, "pages, also with a token but no limit", async (context) => {
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
  scenario("authzenSearchResource", 200, "finds the tools that an agent declares", async (context) => {
    await newBot(context);
    const { agents, entities, settings } = context.assay.control;
    await agents.create({ id: "other", tools: ["mail.send"] });
    await agents.create({ id: "any", tools: ["*"] });
    await entities.put({ entities: [{ type: "tool", id: "chart.export" }] });
    await settings.put({ toolRisk: { "rx.read": "low", "rx.order": "high" } });
    const search = async (id: string): Promise<unknown> => {
      const body = { subject: { type: "agent", id }, action, resource: { type: "tool" } };
      return expectBody(await post(context, "/search/resource", body), 200)["results"];
    };
    expect(await search(bot.id)).toEqual(["chart.read", "chart.write"].map(tool));
    expect(await search("other")).toEqual([tool("mail.send")]);
    const known = ["chart.export", "chart.read", "chart.write", "mail.send", "rx.read"];
    expect(await search("any")).toEqual(known.map(tool));
    // The agent may call every tool in the results, and may not call a known tool that the results omit.
    for (const id of [...known, "rx.order"]) {
      const { decision } = await context.assay.control.authorize({ agentId: "any", tool: id });
      expect(decision, id).toBe(id !== "rx.order");
    }
  }),
  scenario(
    "authzenSearchResource",
    200,
    "finds exactly the permitted resources, even if a policy fails for some",
    async (context) => {
      await newBot(context);
      const { entities, policies, agents } = context.assay.control;
      const documents = [
        { id: "own", properties: { owner: "ada" } },
        { id: "other", properties: { owner: "ben" } },
        // The policy fails for this document, because the policy reads a member that the document lacks.
        { id: "nobody's", properties: {} },
      ];
      await entities.put({ entities: documents.map((one) => ({ type: "document", ...one })) });
      const text = `permit (principal is agent, action, resource is document);
forbid (principal is agent, action, resource is document) when { resource.owner != "ada" };`;
      await policies.create({ id: "owners", text });
      await agents.setPolicies(bot.id, { policyIds: ["owners"] });
      const requested = { subject: bot, action: { name: "read" } };
      const found = await post(context, "/search/resource", { ...requested, resource: { type: "document" } });
      expect(expectBody(found, 200)).toEqual({ results: [{ type: "document", id: "own" }] });
      for (const { id } of documents) {
        const answer = await post(context, "/evaluation", {
          ...requested,
          resource: { type: "document", id },
        });
        expect([id, expectBody(answer, 200)["decision"]]).toEqual([id, id === "own"]);
      }
    },
  ),
  scenario("authzenSearchAction", 200, "finds the call of a tool without a declaration", async (context) => {
    await newBot(context);
    await context.assay.control.settings.put({ toolRisk: { "rx.read": "low" } });
    const search = async (subject: object, id: string): Promise<unknown> =>
      expectBody(await post(context, "/search/action", { subject, resource: tool(id) }), 200)["results"];
    expect(await search(bot, "chart.read")).toEqual([action]);
    expect(await search(bot, "rx.read")).toEqual([]);
    await context.assay.control.entities.put({ actions: ["read"] });
    expect(await search(bot, "chart.read")).toEqual([action]);
  }),
  scenario(
    "authzenSearchSubject",
    200,
    "evaluates arguments in args and context.args alike",
    async (context) => {
      await newBot(context);
      const search = (further: object) =>
        post(context, "/search/subject", {
          subject: { type: "agent" },
          action,
          resource: tool("chart.read"),
          ...further,
        });
      const args = { u: "http://169.254.169.254/" };
      for (const further of [{ args }, { context: { args } }, { args, context: { args } }])
        expect(expectBody(await search(further), 200)).toEqual({ results: [] });
      expect(expectBody(await search({ args: {} }), 200)).toEqual({ results: [bot] });
      expect((await search({ args, context: { args: {} } })).status).toBe(400);
    },
  ),
  scenario("authzenSearchAction", 200, "finds the permitted declared actions", async (context) => {
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
      `refuses an incomplete search of ${what.toLowerCase()}s`,
      async (context) => {
        expect((await post(context, `/search/${what.toLowerCase()}`, { subject: bot })).status).toBe(400);
      },
    ),
  ),
];
