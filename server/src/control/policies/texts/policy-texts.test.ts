import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../../app/watched-server.fixture.ts";
import { requesterOf } from "../../../platform/threads/thread-tasks.ts";
import { testWork } from "../../../platform/threads/thread-work.fixture.ts";
import { textWork } from "./text-work.ts";

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
});
afterAll(() => watched.server.close());

const statement = (index: number) =>
  `@id("s${index}") forbid (principal, action, resource == tool::"chart.${index}") when { context.facts.riskRank > 2 };`;
const text = Array.from({ length: 30 }, (_, index) => statement(index)).join("\n");

/** Watches the checker of the server's thread. */
function watchChecker() {
  const { checker } = watched.server.deps.policies;
  const spies = [vi.spyOn(checker, "check"), vi.spyOn(checker, "names"), vi.spyOn(checker, "usualCost")];
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return () => spies.flatMap((spy) => spy.mock.calls).map(([{ length }]) => length);
}

const send = async (method: string, path: string, body?: unknown) => {
  const { status, text: answer } = await watched.send(method, path, body);
  return { status, body: JSON.parse(answer) };
};

test("long texts are checked in a thread, with the same findings", async () => {
  const lengths = watchChecker();
  const broken = `${text}\nforbid (principal, action, resource) when { context.facts.riskRnk > 2 };`;
  const { status, body } = await send("POST", "/api/policies/validate", { text: broken });
  expect([status, body.valid]).toEqual([200, false]);
  expect(lengths()).toEqual([]);
  const { errors } = watched.server.deps.policies.checker.check(broken);
  expect(errors).toHaveLength(1);
  expect(body.errors).toEqual(errors);
});

test("long texts are stored, read and restored without the server's thread, and short ones with it", async () => {
  const lengths = watchChecker();
  const policy = { id: "long", text, outcome: "deny", unknownNames: "allow" };
  expect(await send("POST", "/api/policies", policy)).toMatchObject({ status: 200 });
  const { unknownNames } = (await send("GET", "/api/policies/long")).body;
  expect(unknownNames).toHaveLength(30);
  expect((await send("POST", "/api/policies/simulate", { policyId: "long" })).status).toBe(200);
  const back = await send("POST", "/api/policies/long/rollback", { version: 1, unknownNames: "allow" });
  expect(back.status).toBe(200);
  expect(lengths()).toEqual([]);
  const short = "permit (principal, action, resource);";
  expect((await send("POST", "/api/policies/validate", { text: short })).status).toBe(200);
  expect(lengths()).toEqual([short.length]);
});

test("changes of agents and entities compute long texts without the server's thread", async () => {
  const lengths = watchChecker();
  await send("POST", "/api/policies", { id: "other", text, outcome: "deny", unknownNames: "allow" });
  expect((await send("POST", "/api/agents", { id: "bot", tools: ["chart.1"] })).status).toBe(200);
  expect((await send("PUT", "/api/agents/bot/policies", { policyIds: ["long", "other"] })).status).toBe(200);
  const { warnings } = (await send("PATCH", "/api/agents/bot", { tools: [] })).body;
  expect(warnings).toMatchObject([{ name: "chart.1" }, { name: "chart.1" }]);
  expect(lengths().filter((length) => length > 200)).toEqual([]);
});

/** Watches which texts the server's thread splits into statements. */
function watchSplits() {
  const { statements } = watched.server.deps.policies.engine;
  const spy = vi.spyOn(statements, "split");
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map(([, { length }]) => length);
}

const outcomeOf = async (agentId: string): Promise<unknown> =>
  (await send("POST", "/api/policy/authorize", { agentId, tool: "chart.1" })).body.outcome;

/** Stores a policy that denies the tool `chart.1` to an agent by a text of its own. */
async function denyChart(agentId: string): Promise<void> {
  const own = `${text}\nforbid (principal, action, resource == tool::"chart.1") when { context.facts.now.hour >= 0 }; // ${agentId}`;
  const policy = { id: agentId, text: own, outcome: "deny", unknownNames: "allow" };
  expect((await send("POST", "/api/policies", policy)).status).toBe(200);
  await send("POST", "/api/agents", { id: agentId, tools: ["chart.1"] });
  expect((await send("PUT", `/api/agents/${agentId}/policies`, { policyIds: [agentId] })).status).toBe(200);
}

/** Makes the engine forget the statements of all texts, as in a process that has not decided yet. */
const forgetStatements = () =>
  watched.server.deps.policies.engine.statements.add("x".repeat(2_000_000), { ok: true, statements: [] });

test("decisions by a stored text, and its test cases, leave its statements to the thread", async () => {
  const lengths = watchSplits();
  await denyChart("clerk");
  expect(await outcomeOf("clerk")).toBe("deny");
  const tests = [{ name: "hour", request: { resource: { type: "tool", id: "chart.1" } }, expect: "deny" }];
  const { body } = await send("POST", "/api/policies/clerk/test", { tests });
  expect(body).toMatchObject({ passed: 1, failed: 0 });
  expect(lengths()).toEqual(["permit (principal, action, resource);".length]);
});

test("a process that does not know a text leaves its statements to the thread", async () => {
  await denyChart("nurse");
  const tests = [{ name: "hour", request: { resource: { type: "tool", id: "chart.1" } }, expect: "deny" }];
  const lengths = watchSplits();
  forgetStatements();
  expect(await outcomeOf("nurse")).toBe("deny");
  forgetStatements();
  expect((await send("POST", "/api/policies/nurse/test", { tests })).body).toMatchObject({ passed: 1 });
  expect(lengths().filter((length) => length > 200)).toEqual([]);
});

test("a check does not wait for another computation of its workspace", async () => {
  const { deps } = watched.server;
  const { workspace_id: workspaceId } = await deps.database.knex("events").first("workspace_id");
  const client = new AbortController();
  const source = new URL("../../../platform/threads/thread-work.fixture.ts", import.meta.url);
  async function* nothing() {}
  const running = deps.threads
    .run(
      { work: testWork, source, name: "test" },
      { settings: "wait" as const, pieces: nothing },
      requesterOf({ caller: { workspaceId }, signal: client.signal }),
    )
    .catch(String);
  expect((await send("POST", "/api/policies/validate", { text })).status).toBe(200);
  client.abort("ended");
  expect(await running).toBe("ended");
});

test("a text that the engine refuses is refused by the thread too", async () => {
  const { checker } = watched.server.deps.policies;
  const deep = `permit (principal, action, resource) when { ${"(".repeat(40)}true${")".repeat(40)} };`;
  expect(await textWork({ of: "check", text: deep })).toEqual(checker.check(deep));
});
