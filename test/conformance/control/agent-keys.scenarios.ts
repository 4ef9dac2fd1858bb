// API keys that are bound to an agent: how they are created, and which requests are refused with them.
import { agentMismatch } from "@assay/contract/workspace/key-agent";
import { agentReferenceNotFound, notFound, unauthenticated } from "@assay/contract/platform/refusals";
import { agentScopes, scopePresets } from "@assay/contract/platform/scopes";
import { expect } from "vitest";
import { risky } from "../harness/arrange-approvals.ts";
import { call, decisionsIn, newBot, path } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { anId, expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const keys = "/v1/api_keys";
const bot = { type: "agent", id: "triage-bot" };
const other = { type: "agent", id: "other-bot" };
const rest = { action: { name: "tools/call" }, resource: { type: "tool", id: "chart.read" } };
const mismatch = (at: string) => agentMismatch("triage-bot", at);

/** Creates two agents, and a key of the first one. */
async function arrange(context: Context) {
  await newBot(context);
  await newBot(context, "other-bot");
  const key = await context.newKey({ scopes: [...agentScopes], agent: "triage-bot" });
  const post = (to: string, body: object) => context.request("POST", to, { key, body });
  return { key, own: context.client(key).control, post };
}

/**
 * Requests that name a subject other than the key's agent: the path, the body, and the position of the
 * mismatch.
 */
const foreign: readonly [path: string, body: object, at: string][] = [
  [path, { agentId: other.id, tool: "chart.read" }, "/agentId"],
  [path, { subject: other, ...rest }, "/subject"],
  [path, { subject: { type: "user", id: bot.id }, ...rest }, "/subject"],
  [
    `${path}/batch`,
    { requests: [{ tool: "chart.read" }, { agentId: other.id, tool: "chart.read" }] },
    "/requests/1/agentId",
  ],
  ["/access/v1/evaluation", { subject: other, ...rest }, "/subject"],
  ["/access/v1/evaluations", { subject: other, ...rest }, "/subject"],
  [
    "/access/v1/evaluations",
    { subject: bot, ...rest, evaluations: [{}, { subject: { id: other.id } }] },
    "/evaluations/1/subject",
  ],
  ["/access/v1/evaluations", { subject: other, ...rest, evaluations: [{}] }, "/subject"],
  ["/access/v1/search/subject", { subject: { type: "user" }, ...rest }, "/subject"],
  ["/access/v1/search/resource", { subject: other, ...rest, resource: { type: "tool" } }, "/subject"],
  ["/access/v1/search/action", { subject: other, resource: rest.resource }, "/subject"],
  ["/api/events", { type: "note", data: { agentId: other.id } }, "/data/agentId"],
  ["/api/events", { type: "note", data: { agentId: null } }, "/data/agentId"],
];

const faultOf = (message: string, at: string): [string, string, string] => [at, "invalid_value", message];

export const agentKeyScenarios = [
  scenario("createApiKey", 201, "binds a key to an agent, also after a rotation", async (context) => {
    const { assay } = context;
    await newBot(context);
    const created = await assay.apiKeys.create({ name: "Bot", preset: "agent", agent: bot.id });
    expect(created).toMatchObject({ agent: bot.id, scopes: scopePresets.agent });
    expect(await assay.apiKeys.rotate(created.id)).toMatchObject({ agent: bot.id });
    const gateway = await assay.apiKeys.create({ name: "Gateway", preset: "gateway" });
    expect(gateway).toMatchObject({ agent: null, scopes: scopePresets.gateway });
    expect(scopePresets.gateway.toSorted()).toEqual(["agents:read", ...scopePresets.agent].toSorted());
  }),
  scenario("createApiKey", 400, "refuses a bound key with other permissions", async (context) => {
    await newBot(context);
    const create = (body: object) => context.request("POST", keys, { body: { name: "Bot", ...body } });
    const only =
      "must be one of authorize, events:write, approvals:read, records:sign, records:verify, because the key is bound to an agent.";
    expectFaults(
      await create({ agent: bot.id, scopes: ["authorize", "approvals:decide"] }),
      faultOf(`scopes[1] is "approvals:decide"; it ${only}`, "/scopes/1"),
    );
    expectFaults(
      await create({ agent: bot.id, preset: "gateway" }),
      faultOf('preset is "gateway"; it must be agent, because the key is bound to an agent.', "/preset"),
    );
    expectFaults(await create({ preset: "agent" }), [
      "/agent",
      "required",
      "agent is required with the preset agent; for a key for several agents, use the preset gateway.",
    ]);
  }),
  scenario("createApiKey", 422, "refuses a key of an unknown agent", async ({ assay }) => {
    const made = assay.apiKeys.create({ name: "Bot", preset: "agent", agent: "nobody" });
    await expectRejected(made, agentReferenceNotFound("nobody", "/agent"));
  }),
  engineScenario(
    "deleteAgent",
    200,
    "revokes the keys that are bound to a deleted agent, for good",
    async (context) => {
      const { assay } = context;
      const { key, own } = await arrange(context);
      const saved = context.client(await context.newKey({ preset: "agent", agent: other.id })).control;
      await own.authorize({ tool: "chart.read" });
      await assay.control.agents.delete(bot.id);
      await newBot(context);
      expectRefusal(
        await context.request("POST", path, { key, body: { tool: "chart.read" } }),
        unauthenticated("revoked"),
      );
      expect((await saved.authorize({ tool: "chart.read" })).outcome).toBe("allow");
    },
  ),
  engineScenario(
    "authorize",
    403,
    "refuses requests for another subject than that of a bound key",
    async (context) => {
      const { assay } = context;
      const { post } = await arrange(context);
      const { decisionId } = await assay.control.authorize(call({ agentId: other.id, context: { cost: 1 } }));
      await assay.control.settings.put({ rateCeiling: { calls: 1, windowSeconds: 3600 } });
      const before = await assay.control.events.list();
      for (const [to, body, at] of foreign) expectRefusal(await post(to, body), mismatch(at));
      expectRefusal(await post(`${path}/${decisionId}/settle`, { cost: 0 }), mismatch("path/id"));
      expectRefusal(await post("/api/verification-record/sign", { decisionId }), mismatch("/decisionId"));
      const sent = { agentId: other.id, verdict: "approved" };
      expectRefusal(await post("/api/verification-record/sign", sent), mismatch("/agentId"));
      expect((await assay.control.events.list()).head).toEqual(before.head);
      // The refused requests were not counted, so each agent may still make the one call that its ceiling
      // permits.
      expect((await assay.control.authorize(call())).outcome).toBe("allow");
      expect((await assay.control.authorize(call({ agentId: other.id }))).outcome).toBe("allow");
    },
  ),
  scenario("authorize", 200, "takes the agent from a bound key, and records the key", async (context) => {
    const { assay } = context;
    const { own, post } = await arrange(context);
    const { decision } = await own.authorize({ tool: "chart.read", args: { patient: "p-1042" } });
    await assay.control.authorize(call());
    const several = await own.authorizeBatch({
      requests: [{ tool: "chart.read" }, { subject: bot, ...rest }],
    });
    const evaluated = expectBody(await post("/access/v1/evaluation", { subject: bot, ...rest }), 200);
    expect([decision, ...several.decisions.map((one) => one.decision), evaluated]).toEqual([
      true,
      true,
      true,
      { decision: true },
    ]);
    const shown = (await decisionsIn(context)).map(({ data }) => [
      data?.["agentId"],
      data?.["keyAgent"],
      Object(data?.["facts"])["agentAuthenticated"] as unknown,
    ]);
    const bound = [bot.id, bot.id, true];
    expect(shown).toEqual([bound, [bot.id, null, false], bound, bound, bound]);
    const keyIds = (await decisionsIn(context)).map(({ data }) => data?.["keyId"]);
    expect(keyIds[0]).toEqual(anId("key"));
    expect(new Set(keyIds)).toEqual(new Set(keyIds.slice(0, 2)));
  }),
  scenario("authorize", 400, "requires agentId, unless the key is bound to an agent", async (context) => {
    await newBot(context);
    const refused = await context.request("POST", path, { body: { tool: "chart.read" } });
    expectFaults(refused, ["/agentId", "required", "agentId is required."]);
    const { decisions } = await context.assay.control.authorizeBatch({
      requests: [{ tool: "chart.read" }, call()],
    });
    expect(decisions.map(({ outcome }) => outcome)).toEqual(["deny", "allow"]);
    expect(decisions[0]).toMatchObject({
      error: { errors: [{ path: "/requests/0/agentId", code: "required" }] },
    });
  }),
  scenario("authorize", 400, "refuses properties of the subject with a bound key", async (context) => {
    const { own, post } = await arrange(context);
    const claiming = { subject: { ...bot, properties: { ward: "icu" } }, ...rest };
    const fault = ["/subject/properties", "invalid_value"] as const;
    const message = "properties must not be sent with a bound API key; the value is not shown.";
    for (const to of [path, "/access/v1/evaluation", "/access/v1/evaluations"])
      expectFaults(await post(to, claiming), [...fault, message]);
    expectFaults(await post("/access/v1/evaluations", { ...claiming, evaluations: [{}] }), [
      ...fault,
      message,
    ]);
    const item = { evaluations: [claiming, { subject: bot, ...rest }] };
    const evaluated = expectBody(await post("/access/v1/evaluations", item), 200);
    expect(evaluated).toEqual({ evaluations: [{ decision: false }, { decision: true }] });
    const { decisions } = await own.authorizeBatch({ requests: [claiming, { tool: "chart.read" }] });
    expect(decisions.map(({ outcome, decisionId }) => [outcome, decisionId !== null])).toEqual([
      ["deny", false],
      ["allow", true],
    ]);
    expect(await decisionsIn(context)).toHaveLength(2);
  }),
  scenario(
    "authorize",
    400,
    "refuses properties of the resource if it is the agent of a bound key",
    async (context) => {
      const { post } = await arrange(context);
      const action = { name: "read" };
      const self = { subject: bot, action, resource: { ...bot, properties: { clearance: "high" } } };
      const message = "properties must not be sent with a bound API key; the value is not shown.";
      const fault = ["/resource/properties", "invalid_value", message] as const;
      for (const to of [
        path,
        "/access/v1/evaluation",
        "/access/v1/evaluations",
        "/access/v1/search/action",
      ]) {
        const { action: _action, ...search } = self;
        expectFaults(await post(to, to.endsWith("search/action") ? search : self), [...fault]);
      }
      const found = { ...self, resource: { type: "agent", properties: { clearance: "high" } } };
      expectFaults(await post("/access/v1/search/resource", found), [...fault]);
      const { resource } = rest;
      const elsewhere = { ...self, resource: { ...resource, properties: { ward: "icu" } } };
      expect(expectBody(await post("/access/v1/evaluation", elsewhere), 200)).toEqual({ decision: false });
    },
  ),
  scenario("authzenSearchSubject", 200, "finds only the agent of a bound key", async (context) => {
    const { own, post } = await arrange(context);
    const search = { subject: { type: "agent" }, ...rest };
    const found = expectBody(await post("/access/v1/search/subject", search), 200);
    expect(found).toEqual({ results: [bot] });
    const all = await context.request("POST", "/access/v1/search/subject", { body: search });
    expect(expectBody(all, 200)).toEqual({ results: [other, bot] });
    expect((await own.authorize({ tool: "chart.read" })).decision).toBe(true);
  }),
  engineScenario(
    "listApprovals",
    200,
    "shows only approvals of the agent of a bound key",
    async (context) => {
      const { assay } = context;
      const { key, own } = await arrange(context);
      await assay.control.settings.put({ toolRisk: { "chart.write": "high" } });
      const requested = await assay.control.authorize(risky({ agentId: other.id }));
      const id = requested.context.approvalId ?? "";
      expect(await own.approvals.list()).toMatchObject({ approvals: [] });
      expect(await own.approvals.list({ agentId: other.id })).toMatchObject({ approvals: [] });
      const requests = [
        ["GET", ""],
        ["POST", "/withdraw"],
      ] as const;
      for (const [method, action] of requests) {
        const body = method === "POST" ? { body: {} } : {};
        const answer = await context.request(method, `/api/approvals/${id}${action}`, { key, ...body });
        expectRefusal(answer, notFound("approval", id));
      }
      const mine = await own.authorize({ tool: "chart.write" });
      expect((await own.approvals.list()).approvals.map((one) => one.id)).toEqual([mine.context.approvalId]);
      expect(await own.approvals.withdraw(mine.context.approvalId ?? "")).toMatchObject({
        status: "withdrawn",
      });
    },
  ),
  scenario("authorize", 200, "treats an approval of another agent as unknown", async (context) => {
    const { assay } = context;
    const { own } = await arrange(context);
    await assay.control.settings.put({ toolRisk: { "chart.write": "high" } });
    const requested = await assay.control.authorize(risky({ agentId: other.id }));
    const using = (approvalId: string) => own.authorize({ tool: "chart.write", context: { approvalId } });
    const unknown = await using("apr_01jd0vdm2qf8rt6y3w9k5c1b7n");
    const foreignApproval = await using(requested.context.approvalId ?? "");
    const plain = (text: string) => text.replaceAll(/apr_\w+/g, "apr");
    const texts = [unknown, foreignApproval].map(({ warnings }) => plain(JSON.stringify(warnings)));
    expect(texts[0]).not.toBe("[]");
    expect(texts[1]).toBe(texts[0]);
  }),
  engineScenario("createEvent", 200, "sets the agent of an event to that of a bound key", async (context) => {
    const { own } = await arrange(context);
    const headers = { "idempotency-key": "one" };
    const body = { type: "note", data: { text: "Seen." } };
    const { eventId } = await own.events.create(body);
    const event = await context.assay.control.events.get(eventId);
    expect(event.data).toEqual({ text: "Seen.", agentId: bot.id });
    // Two agents may use the same idempotency key; their events remain different events.
    const key = await context.newKey({ preset: "agent", agent: other.id });
    const send = (by: string) => context.request("POST", "/api/events", { key: by, body, headers });
    expectBody(await send(key), 200);
    expect((await context.request("POST", "/api/events", { body, headers })).status).toBe(409);
  }),
];
