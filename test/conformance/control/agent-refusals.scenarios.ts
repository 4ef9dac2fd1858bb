import {
  agentConflict,
  agentMoveRefused,
  agentNotFound,
} from "@assay/contract/control/agents/agent-refusals";
import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { newProject } from "../harness/arrange.ts";
import { loggedEvents } from "./agents.scenarios.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const path = "/api/agents";
const bot = { id: "triage-bot", apiKey: "sk-canary-4b1f9c7Qx2", tools: ["chart.read"] };
const longId = "a".repeat(129);

export const agentRefusalScenarios = [
  scenario(
    "createAgent",
    409,
    "refuses different contents under an existing id, and names the differences without the key",
    async (context) => {
      const { assay } = context;
      await assay.control.agents.create(bot);
      const other = { ...bot, apiKey: "sk-canary-other-key", tools: ["chart.write"], name: "Bot" };
      await expectRejected(
        assay.control.agents.create(other),
        agentConflict(bot.id, ["name", "tools", "apiKey"]),
      );
      await expectRejected(
        assay.control.agents.create({ id: bot.id }),
        agentConflict(bot.id, ["tools", "apiKey"]),
      );
      const elsewhere = (await context.otherWorkspace()).assay;
      expect(await elsewhere.control.agents.create({ id: bot.id })).toMatchObject({ tools: [] });
    },
  ),
  scenario("createAgent", 400, "names the fault of each field without showing the key", async (context) => {
    const answer = await context.request("POST", path, {
      body: {
        id: ".hidden",
        source: "gitlab",
        baseUrl: "ftp://a.test",
        apiKey: ["sk-canary-in-a-list"],
        tools: ["*", "a"],
        categories: ["a", "a"],
        runtime: { env: { "1A": "x" }, boundary: "../x" },
        status: "retired",
        policyIds: ["p"],
      },
    });
    expectFaults(
      answer,
      [
        "/id",
        "invalid_format",
        'id is ".hidden"; it must consist of 1 to 128 ASCII letters, digits and ._:@/-, and start with a letter or digit.',
      ],
      ["/source", "invalid_value", 'source is "gitlab"; it must be one of builtin, url, github, fork.'],
      [
        "/baseUrl",
        "invalid_value",
        'baseUrl is "ftp://a.test"; it must be empty, or an http address without user name and password.',
      ],
      ["/apiKey", "invalid_type", "apiKey must be a string; the value is not shown."],
      ["/tools", "invalid_value", 'tools is ["*","a"]; it must not have other items besides "*".'],
      ["/categories", "invalid_value", 'categories is ["a","a"]; it must be distinct.'],
      [
        "/runtime/boundary",
        "invalid_format",
        'boundary is "../x"; it must consist of ASCII letters, digits and ._-, and start with a letter or digit.',
      ],
      [
        "/runtime/env/1A",
        "invalid_key",
        'env has the key "1A"; a key must consist of ASCII letters, digits and _, and start with a letter or _.',
      ],
      ["/status", "invalid_value", 'status is "retired"; it must be one of pending, active.'],
      [
        "/policyIds",
        "unknown_field",
        "policyIds is not a field that this object accepts; accepted: id, name, source, baseUrl, apiKey, tools, groups, categories, runtime, status.",
      ],
    );
  }),
  scenario("createAgent", 403, "refuses read-only keys and keys restricted to projects", async (context) => {
    const viewer = await context.newKey({ preset: "viewer" });
    const { id } = await newProject(context);
    const restricted = await context.newKey({ preset: "admin", projects: [id] });
    const send = (key: string) => context.request("POST", path, { body: bot, key });
    expectRefusal(await send(viewer), insufficientScope("agents:write"));
    expectRefusal(await send(restricted), projectRestricted());
  }),
  scenario(
    "listAgents",
    403,
    "refuses keys without the scope and keys restricted to projects",
    async (context) => {
      const agent = await context.newKey({ scopes: ["authorize"] });
      const { id } = await newProject(context);
      const restricted = await context.newKey({ preset: "admin", projects: [id] });
      expectRefusal(await context.request("GET", path, { key: agent }), insufficientScope("agents:read"));
      expectRefusal(await context.request("GET", path, { key: restricted }), projectRestricted());
    },
  ),
  scenario(
    "getAgent",
    404,
    "returns 404 for an agent of another workspace and for an invalid id",
    async (context) => {
      await (await context.otherWorkspace()).assay.control.agents.create(bot);
      for (const id of [bot.id, longId, "é/x", "%"])
        await expectRejected(context.assay.control.agents.get(id), agentNotFound(id));
    },
  ),
  scenario(
    "updateAgent",
    409,
    "refuses an invalid state change without changing anything",
    async (context) => {
      const { assay } = context;
      const created = await assay.control.agents.create(bot);
      await expectRejected(
        assay.control.agents.update(bot.id, { name: "Other", status: "retired" }),
        agentMoveRefused(bot.id, "active", "retired"),
      );
      expect({ ...(await assay.control.agents.get(bot.id)), warnings: [] }).toEqual(created);
      expect(await loggedEvents(context)).toHaveLength(1);
    },
  ),
  scenario("updateAgent", 400, "refuses an empty change and an API key", async ({ request, assay }) => {
    await assay.control.agents.create(bot);
    const send = (body: object) => request("PATCH", `${path}/${bot.id}`, { body });
    const least =
      "must set at least one of name, source, baseUrl, tools, groups, categories, runtime, status";
    for (const body of [{}, { name: null }, { runtime: {} }])
      expectFaults(await send(body), ["", "invalid_value", `The body ${least}.`]);
    expectFaults(await send({ name: "a", apiKey: "sk-canary-patched" }), [
      "/apiKey",
      "unknown_field",
      "apiKey is not a field that this object accepts; accepted: name, source, baseUrl, tools, groups, categories, runtime, status.",
    ]);
  }),
  scenario("updateAgent", 404, "returns 404 for a deleted agent", async ({ assay }) => {
    await assay.control.agents.create(bot);
    await assay.control.agents.delete(bot.id);
    await expectRejected(assay.control.agents.update(bot.id, { name: "a" }), agentNotFound(bot.id));
  }),
  scenario("deleteAgent", 404, "returns 404 for an unknown or deleted agent", async ({ assay }) => {
    await assay.control.agents.create(bot);
    await assay.control.agents.delete(bot.id);
    await expectRejected(assay.control.agents.delete(bot.id), agentNotFound(bot.id));
  }),
  scenario(
    "setAgentPolicies",
    400,
    "refuses more than 64 policies and a body without policies",
    async (context) => {
      await context.assay.control.agents.create(bot);
      const send = (body: object) => context.request("PUT", `${path}/${bot.id}/policies`, { body });
      const policyIds = Array.from({ length: 65 }, (_, index) => `p${index}`);
      const { status, body } = await send({ policyIds });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain("it must name at most 64 policies besides the baseline");
      expectFaults(await send({}), ["/policyIds", "required", "policyIds is required: it must be an array."]);
    },
  ),
  scenario("setAgentPolicies", 404, "returns 404 for an unknown agent", async ({ assay }) => {
    const call = assay.control.agents.setPolicies("nobody", { policyIds: [] });
    await expectRejected(call, agentNotFound("nobody"));
  }),
  scenario("getEffectivePolicies", 404, "returns 404 for an unknown agent", async ({ assay }) => {
    await expectRejected(assay.control.agents.effectivePolicies("nobody"), agentNotFound("nobody"));
  }),
  scenario("suspendAgent", 409, "refuses a pending or retired agent", async ({ assay }) => {
    await assay.control.agents.create({ ...bot, status: "pending" });
    const suspend = () => assay.control.agents.suspend(bot.id);
    await expectRejected(suspend(), agentMoveRefused(bot.id, "pending", "suspended"));
    await assay.control.agents.activate(bot.id);
    await suspend();
    await assay.control.agents.update(bot.id, { status: "retired" });
    await expectRejected(suspend(), agentMoveRefused(bot.id, "retired", "suspended"));
  }),
  scenario("activateAgent", 409, "refuses a quarantined agent", async ({ assay }) => {
    await assay.control.agents.create(bot);
    await assay.control.agents.quarantine(bot.id);
    const refused = agentMoveRefused(bot.id, "quarantined", "active");
    await expectRejected(assay.control.agents.activate(bot.id), refused);
    expect(refused.message).toContain("Allowed: suspended, retired.");
  }),
  scenario("quarantineAgent", 409, "refuses a pending agent", async ({ assay }) => {
    await assay.control.agents.create({ ...bot, status: "pending" });
    const refused = agentMoveRefused(bot.id, "pending", "quarantined");
    await expectRejected(assay.control.agents.quarantine(bot.id), refused);
  }),
  scenario("rotateAgentKey", 400, "refuses a missing or invalid key without showing it", async (context) => {
    await context.assay.control.agents.create(bot);
    const send = (body: unknown) => context.request("POST", `${path}/${bot.id}/rotate_key`, { body });
    expectFaults(await send({}), ["/apiKey", "required", "apiKey is required: it must be a string."]);
    expectFaults(await send({ apiKey: { key: "sk-canary-nested" } }), [
      "/apiKey",
      "invalid_type",
      "apiKey must be a string; the value is not shown.",
    ]);
  }),
  scenario("rotateAgentKey", 404, "returns 404 for an unknown agent", async ({ assay }) => {
    const call = assay.control.agents.rotateKey("nobody", { apiKey: "sk-canary-1" });
    await expectRejected(call, agentNotFound("nobody"));
  }),
];
