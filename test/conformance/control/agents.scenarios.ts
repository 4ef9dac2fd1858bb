import { expect } from "vitest";
import type { Context } from "../harness/context.ts";
import { expectBody } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/agents";
const aMoment: unknown = expect.any(Number);
const bot = {
  id: "triage-bot",
  name: "Triage assistant",
  baseUrl: "https://triage.example.org",
  apiKey: "sk-canary-4b1f9c7Qx2",
  tools: ["chart.read", "chart.write"],
  categories: ["triage"],
};

/** Returns the events that the server logged, oldest first, as `[type, data]`. */
export async function loggedEvents({ assay }: Context): Promise<[string, Record<string, unknown> | null][]> {
  const { events } = await assay.control.events.list({ origin: "server", order: "asc" });
  return events.map(({ type, data }) => [type, data]);
}

export const agentScenarios = [
  scenario("createAgent", 200, "stores an agent with only an id, with the defaults", async ({ request }) => {
    const body = expectBody(await request("POST", path, { body: { id: "a" } }), 200);
    expect(body).toEqual({
      id: "a",
      name: "a",
      source: "builtin",
      status: "active",
      baseUrl: "",
      apiKeyMasked: "",
      categories: [],
      tools: [],
      groups: [],
      policyIds: [],
      runtime: { status: "ready", boundary: "default", env: {}, provisionedAt: body["createdAt"] },
      createdAt: aMoment,
      updatedAt: body["createdAt"],
      warnings: [],
    });
    // The range shows that the time is in milliseconds, not in seconds or microseconds.
    expect(Number(body["createdAt"])).toBeGreaterThan(1.6e12);
    expect(Number(body["createdAt"])).toBeLessThan(1.6e13);
  }),
  scenario("createAgent", 200, "stores all fields and shows only the masked key", async (context) => {
    const answer = await context.request("POST", path, { body: bot });
    const { apiKey: _, ...given } = bot;
    expect(expectBody(answer, 200)).toMatchObject({ ...given, source: "url", apiKeyMasked: "sk-****7Qx2" });
    const waiting = {
      id: "later",
      status: "pending" as const,
      runtime: { boundary: "b", env: { A: "1" } },
    };
    expect(await context.assay.control.agents.create(waiting)).toMatchObject({
      status: "pending",
      runtime: { status: "ready", boundary: "b", env: { A: "1" } },
    });
    const odd = await context.assay.control.agents.create({ id: "org/team:bot@v1", tools: ["*"] });
    expect({ ...(await context.assay.control.agents.get(odd.id)), warnings: [] }).toEqual(odd);
  }),
  engineScenario(
    "createAgent",
    200,
    "returns the existing agent for the same request, also in a later state",
    async (context) => {
      const { assay, target } = context;
      const created = await assay.control.agents.create(bot);
      target.advance(1000);
      expect(await assay.control.agents.create(bot)).toEqual(created);
      await assay.control.agents.setPolicies(bot.id, { policyIds: ["p"] });
      const suspended = await assay.control.agents.suspend(bot.id);
      expect(await assay.control.agents.create({ ...bot, source: "url" })).toEqual(suspended);
      await assay.control.agents.create({ id: "bare" });
      await assay.control.agents.create({ id: "bare", name: "bare", tools: [] });
      const types = (await loggedEvents(context)).map(([type]) => type);
      expect(types).toEqual(["agent.created", "agent.policies_set", "agent.suspended", "agent.created"]);
    },
  ),
  engineScenario("listAgents", 200, "lists all agents as an array, newest first", async (context) => {
    const { assay, target } = context;
    expect((await context.request("GET", path)).body).toEqual([]);
    for (const id of ["b", "c", "a"]) {
      await assay.control.agents.create({ ...bot, id });
      target.advance(10);
    }
    await (await context.otherWorkspace()).assay.control.agents.create({ id: "d" });
    const agents = await assay.control.agents.list();
    expect(agents.map(({ id }) => id)).toEqual(["a", "c", "b"]);
    expect(agents.map(({ apiKeyMasked }) => apiKeyMasked)).toEqual(Array(3).fill("sk-****7Qx2"));
  }),
  scenario("getAgent", 200, "returns an agent to read-only keys", async (context) => {
    const created = await context.assay.control.agents.create(bot);
    const viewer = context.client(await context.newKey({ preset: "viewer" }));
    expect({ ...(await viewer.control.agents.get(bot.id)), warnings: [] }).toEqual(created);
  }),
  scenario("updateAgent", 200, "changes the named fields only", async (context) => {
    const { assay, target } = context;
    const created = await assay.control.agents.create(bot);
    target.advance(1000);
    const changed = await assay.control.agents.update(bot.id, {
      tools: ["chart.read"],
      runtime: { boundary: "clinic", status: "degraded" },
    });
    expect(changed).toEqual({
      ...created,
      tools: ["chart.read"],
      runtime: { ...created.runtime, boundary: "clinic", status: "degraded" },
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt - created.updatedAt).toBeGreaterThanOrEqual(1000);
    expect({ ...(await assay.control.agents.get(bot.id)), warnings: [] }).toEqual(changed);
    target.advance(1000);
    expect(await assay.control.agents.update(bot.id, { tools: ["chart.read"] })).toEqual(changed);
    expect((await loggedEvents(context)).slice(1).map(([type, data]) => [type, data?.["changed"]])).toEqual([
      ["agent.updated", ["tools", "boundary", "runtimeStatus"]],
    ]);
  }),
  scenario("updateAgent", 200, "retires an agent permanently", async (context) => {
    const { assay } = context;
    await assay.control.agents.create(bot);
    await assay.control.agents.suspend(bot.id);
    const retired = await assay.control.agents.update(bot.id, { status: "retired", name: "Old" });
    expect(retired).toMatchObject({ status: "retired", name: "Old" });
    expect((await loggedEvents(context)).map(([type]) => type)).toEqual([
      "agent.created",
      "agent.suspended",
      "agent.updated",
      "agent.retired",
    ]);
  }),
  engineScenario(
    "deleteAgent",
    200,
    "deletes an agent: its evidence remains and its id can be used again",
    async (context) => {
      const { assay } = context;
      await assay.control.agents.create(bot);
      const answer = await context.request("DELETE", `${path}/${bot.id}`);
      expect(expectBody(answer, 200)).toEqual({ ok: true, warnings: [] });
      expect(await assay.control.agents.list()).toEqual([]);
      expect(await assay.control.agents.create({ id: bot.id })).toMatchObject({
        apiKeyMasked: "",
        tools: [],
        groups: [],
      });
      const { events } = await assay.control.events.list({ agentId: bot.id, order: "asc" });
      expect(events.map(({ type }) => type)).toEqual(["agent.created", "agent.deleted", "agent.created"]);
    },
  ),
  scenario(
    "setAgentPolicies",
    200,
    "replaces the list: in order, without duplicates and the baseline",
    async (context) => {
      const { assay } = context;
      await assay.control.agents.create(bot);
      const given = ["z", "latch-0", "a", "z", "latch-5", "latch-6", "Latch-0"];
      const set = await assay.control.agents.setPolicies(bot.id, { policyIds: given });
      expect(set.policyIds).toEqual(["z", "a", "latch-6", "Latch-0"]);
      expect({ ...(await assay.control.agents.get(bot.id)), warnings: [] }).toEqual(set);
      // The limit of 64 excludes the baseline and duplicates.
      const maxPolicyIds = Array.from({ length: 64 }, (_, index) => `p${index}`);
      const many = { policyIds: [...maxPolicyIds, ...maxPolicyIds, "latch-1"] };
      expect((await assay.control.agents.setPolicies(bot.id, many)).policyIds).toEqual(maxPolicyIds);
      expect((await assay.control.agents.setPolicies(bot.id, { policyIds: [] })).policyIds).toEqual([]);
    },
  ),
  scenario(
    "getEffectivePolicies",
    200,
    "returns the baseline before attached policies, and unknown policies as unresolved",
    async ({ assay }) => {
      await assay.control.agents.create(bot);
      await assay.control.agents.setPolicies(bot.id, { policyIds: ["unheard-of"] });
      const baseline = [0, 1, 2, 3, 4, 5].map((number) => ({
        policyId: `latch-${number}`,
        origin: "baseline",
        version: 1,
        resolved: true,
        inForce: true,
        mode: "enforce",
        status: "active",
      }));
      const missing = { version: null, resolved: false, inForce: false, mode: null, status: null };
      const attached = { policyId: "unheard-of", origin: "attached", ...missing };
      expect(await assay.control.agents.effectivePolicies(bot.id)).toEqual({
        agentId: bot.id,
        policies: [...baseline, attached],
      });
    },
  ),
  scenario("suspendAgent", 200, "suspends an agent once, with the reason", async (context) => {
    const { assay } = context;
    await assay.control.agents.create(bot);
    const reason = "Prescribed twice last night.";
    const suspended = await assay.control.agents.suspend(bot.id, { reason });
    expect(suspended.status).toBe("suspended");
    expect(await assay.control.agents.suspend(bot.id, { reason: "Again." })).toEqual(suspended);
    const [first] = (await assay.apiKeys.list()).data;
    expect((await loggedEvents(context)).slice(1)).toEqual([
      ["agent.suspended", { agentId: bot.id, by: first?.id, from: "active", to: "suspended", reason }],
    ]);
  }),
  scenario("activateAgent", 200, "activates a pending and a suspended agent", async ({ assay }) => {
    await assay.control.agents.create({ ...bot, status: "pending" });
    expect(await assay.control.agents.activate(bot.id)).toMatchObject({ status: "active" });
    await assay.control.agents.suspend(bot.id);
    expect(await assay.control.agents.activate(bot.id, {})).toMatchObject({ status: "active" });
  }),
  scenario("quarantineAgent", 200, "quarantines an active and a suspended agent", async ({ assay }) => {
    await assay.control.agents.create(bot);
    expect(await assay.control.agents.quarantine(bot.id)).toMatchObject({ status: "quarantined" });
    expect(await assay.control.agents.suspend(bot.id)).toMatchObject({ status: "suspended" });
    expect(await assay.control.agents.quarantine(bot.id)).toMatchObject({ status: "quarantined" });
  }),
  scenario("rotateAgentKey", 200, "replaces the key; the same key changes nothing", async (context) => {
    const { assay } = context;
    await assay.control.agents.create(bot);
    const rotated = await assay.control.agents.rotateKey(bot.id, { apiKey: "other-key-9Lm5" });
    expect(rotated.apiKeyMasked).toBe("****9Lm5");
    expect(await assay.control.agents.rotateKey(bot.id, { apiKey: "other-key-9Lm5" })).toEqual(rotated);
    // The API compares the key with the agent's current key, not with the key at registration.
    expect(await assay.control.agents.create({ ...bot, apiKey: "other-key-9Lm5" })).toEqual(rotated);
    expect((await loggedEvents(context)).map(([type]) => type)).toEqual([
      "agent.created",
      "agent.key_rotated",
    ]);
  }),
  scenario("listAgents", 200, "lists agents of every source and status", async ({ assay }) => {
    const { agents } = assay.control;
    await agents.create({ id: "fork", source: "fork", status: "pending" });
    for (const id of ["github", "suspended", "retired", "quarantined"])
      await agents.create({ id, source: "github" });
    await agents.suspend("suspended");
    await agents.suspend("retired");
    await agents.update("retired", { status: "retired" });
    await agents.quarantine("quarantined");
    const listed = await agents.list();
    expect(new Map(listed.map(({ id, source, status }) => [id, [source, status]]))).toEqual(
      new Map([
        ["fork", ["fork", "pending"]],
        ["github", ["github", "active"]],
        ["suspended", ["github", "suspended"]],
        ["retired", ["github", "retired"]],
        ["quarantined", ["github", "quarantined"]],
      ]),
    );
  }),
];
