import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
});
afterAll(() => watched.server.close());

const named = (type: string, id: string) => ({ type, id });
const read = { name: "read" };

/** Decides a request. @returns its outcome, and the ids of the entities that it loaded, or `agents` for an agent. */
async function decide(body: object) {
  const { knex } = watched.server.deps.database;
  const loaded: string[] = [];
  const record = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.includes("n(type, id, whole)")) loaded.push(...(bindings[1] as string[]));
    if (sql.includes('from "agents" as "a"')) loaded.push("agents");
  };
  knex.on("query", record);
  const { status, text } = await watched.send("POST", "/api/policy/authorize", body);
  knex.removeListener("query", record);
  return { status, outcome: Object(JSON.parse(text))["outcome"] as unknown, loaded };
}

test("a decision loads only entities that it needs, and loads each once", async () => {
  await watched.send("PUT", "/api/entities", {
    entities: [
      {
        ...named("user", "ada"),
        parents: [named("team", "a")],
        properties: { chief: { __entity: named("user", "eve") } },
      },
      { ...named("team", "a"), parents: [named("team", "all")], properties: { text: "x".repeat(1000) } },
      { ...named("user", "eve"), properties: { level: 1, chief: { __entity: named("user", "ceo") } } },
    ],
  });
  await watched.send("POST", "/api/policies", { id: "open", text: "permit (principal, action, resource);" });
  const body = { subject: named("user", "ada"), action: read, resource: named("record", "1") };
  expect(await decide(body)).toEqual({ status: 200, outcome: "allow", loaded: ["ada", "1", "a", "all"] });
  expect((await decide(body)).loaded).toEqual([]);
  const text =
    'forbid (principal, action, resource) when { principal has chief && principal.chief.level == 1 && user::"vip" in team::"x" };';
  await watched.send("POST", "/api/policies", { id: "rule", text, unknownNames: "allow" });
  expect((await decide(body)).loaded).toEqual(["eve", "vip"]);
  expect((await decide(body)).loaded).toEqual([]);
});

test("the parents that a request sends are checked with cached entities", async () => {
  const guest = { ...named("user", "guest"), parents: [named("team", "a")] };
  const body = { subject: guest, action: read, resource: named("record", "1") };
  await decide(body);
  expect(await decide(body)).toMatchObject({ status: 200, loaded: [] });
  await watched.send("PATCH", "/api/entities", { entities: [named("user", "guest")] });
  expect(await decide(body)).toMatchObject({ status: 400 });
  await watched.send("DELETE", "/api/entities/user/guest");
  expect(await decide(body)).toMatchObject({ status: 200 });
});

describe("after a change", () => {
  const call = { agentId: "bot", tool: "chart.read" };
  const text = 'forbid (principal, action, resource == tool::"x");';
  beforeAll(async () => {
    for (const id of ["bot", "other"])
      await watched.send("POST", "/api/agents", { id, tools: ["chart.read"] });
    for (const id of ["own", "unattached"])
      await watched.send("POST", "/api/policies", { id, text, unknownNames: "allow" });
    await watched.send("PUT", "/api/agents/bot/policies", { policyIds: ["own"] });
  });
  beforeEach(() => decide(call));

  test.each([
    ["another agent", "PATCH", "/api/agents/other", { tools: ["a"] }],
    ["a policy of others", "PUT", "/api/policies/unattached", { text, unknownNames: "allow", name: "Other" }],
  ])("of %s, a decision loads nothing", async (_title, method, path, body) => {
    expect(await watched.send(method, path, body)).toMatchObject({ status: 200 });
    expect(await decide(call)).toEqual({ status: 200, outcome: "allow", loaded: [] });
    expect((await decide(call)).loaded).toEqual([]);
  });

  test("of another entity, a decision compares its entities, and the next one loads nothing", async () => {
    await watched.send("PATCH", "/api/entities", { entities: [named("record", "r1")] });
    expect((await decide(call)).loaded.toSorted()).toEqual(["bot", "chart.read"]);
    expect((await decide(call)).loaded).toEqual([]);
  });

  test.each([
    ["its agent", "POST", "/api/agents/bot/suspend", {}, "/api/agents/bot/activate"],
    ["its tools", "PATCH", "/api/agents/bot", { tools: [] }, undefined],
  ])("of %s, a decision loads the agent and follows the change", async (_title, method, path, body, undo) => {
    expect(await watched.send(method, path, body)).toMatchObject({ status: 200 });
    expect(await decide(call)).toMatchObject({ outcome: "deny", loaded: expect.arrayContaining(["agents"]) });
    await (undo ? watched.send("POST", undo, {}) : watched.send("PATCH", path, { tools: ["chart.read"] }));
    expect((await decide(call)).outcome).toBe("allow");
  });

  test("of the version in force of an attached policy, a decision follows the change", async () => {
    const denying = 'forbid (principal, action, resource == tool::"chart.read");';
    await watched.send("PUT", "/api/policies/own", { text: denying });
    expect((await decide(call)).outcome).toBe("deny");
    await watched.send("PUT", "/api/policies/own", { text, unknownNames: "allow" });
    expect((await decide(call)).outcome).toBe("allow");
  });

  test("that creates an attached policy, a decision follows the change", async () => {
    await watched.send("PUT", "/api/agents/bot/policies", { policyIds: ["own", "planned"] });
    expect((await decide(call)).outcome).toBe("deny");
    await watched.send("POST", "/api/policies", { id: "planned", text, unknownNames: "allow" });
    expect((await decide(call)).outcome).toBe("allow");
  });

  test("of the settings, a decision loads everything again", async () => {
    expect(await watched.send("PUT", "/api/settings", { defaultToolRisk: "medium" })).toMatchObject({
      status: 200,
    });
    expect((await decide(call)).loaded.toSorted()).toEqual(["agents", "bot", "chart.read"]);
  });
});
