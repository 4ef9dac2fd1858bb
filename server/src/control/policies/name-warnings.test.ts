import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { getSettings } from "../settings/settings-queries.ts";

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
  const text = 'forbid (principal in agent_group::"interns", action, resource == tool::"chart.read");';
  await send("POST", "/api/agents", { id: "bot", tools: ["chart.read"], groups: ["interns"] });
  await send("POST", "/api/policies", { id: "rule", text });
});
afterAll(() => watched.server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

async function send(method: string, path: string, body?: unknown) {
  const { status, text } = await watched.send(method, path, body);
  return { status, body: Object(JSON.parse(text)) as Record<string, unknown> };
}

/** Records the statements that run while `work` runs. */
async function statementsOf<T>(
  work: (statements: string[]) => Promise<T>,
): Promise<{ statements: string[]; result: T }> {
  const { knex } = watched.server.deps.database;
  const statements: string[] = [];
  const record = ({ sql }: { sql: string }) => statements.push(sql);
  knex.on("query", record);
  try {
    return { result: await work(statements), statements };
  } finally {
    knex.removeListener("query", record);
  }
}

const loadsNames = (sql: string): boolean =>
  sql.includes('from "policies"') || sql.includes("unnest(a.tools)");

test("a change of an agent's status, policies or key loads no names and needs no engine", async () => {
  vi.spyOn(watched.server.deps.policies.checker, "names").mockImplementation(() => {
    throw new Error("The engine cannot be loaded.");
  });
  await send("POST", "/api/policies", {
    id: "new",
    text: 'forbid (principal, action, resource == tool::"x");',
  });
  const { statements, result } = await statementsOf(async () => [
    await send("POST", "/api/agents/bot/suspend", {}),
    await send("POST", "/api/agents/bot/activate", {}),
    await send("PUT", "/api/agents/bot/policies", { policyIds: ["rule"] }),
    await send("POST", "/api/agents/bot/rotate_key", { apiKey: "a-new-key-of-bot" }),
    await send("POST", "/api/agents/bot/quarantine", {}),
  ]);
  expect(result.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(result.map(({ body }) => body["warnings"])).toEqual([[], [], [], [], []]);
  // Only the policies of the agent are loaded, because their costs are added.
  expect(statements.filter(loadsNames)).toEqual([expect.stringContaining("p.id = any(")]);
});

test("an engine failure leaves out the warnings of a change", async () => {
  const names = vi.spyOn(watched.server.deps.policies.checker, "names");
  names.mockImplementation(() => {
    throw new Error("The engine cannot be loaded.");
  });
  const text = 'forbid (principal, action, resource == tool::"chart.lost");';
  await send("POST", "/api/agents", { id: "other", tools: ["chart.lost"] });
  await send("PUT", "/api/policies/new", { text });
  expect(await send("PATCH", "/api/agents/other", { tools: [] })).toMatchObject({
    status: 200,
    body: { warnings: [] },
  });
  names.mockRestore();
  await send("PATCH", "/api/agents/other", { tools: ["chart.lost"] });
  expect(await send("PATCH", "/api/agents/other", { tools: [] })).toMatchObject({
    body: { warnings: [{ policyId: "new", code: "unknown_tool", name: "chart.lost" }] },
  });
});

test("all names are loaded before the change of settings or of an agent, which locks the log", async () => {
  const { database, policies } = watched.server.deps;
  const row: { workspaceId: string } | undefined = await database
    .knex("agents")
    .where({ id: "bot" })
    .first({ workspaceId: "workspace_id" });
  const { workspaceId = "" } = row ?? {};
  const { statements, result } = await statementsOf((sent) =>
    inTransaction(database, async (tx) => {
      const settings = await getSettings(tx, workspaceId);
      const loaded: number[] = [];
      const mark = () => loaded.push(sent.filter(loadsNames).length);
      await policies.names.settingsChange(tx, workspaceId, async () => {
        mark();
        return settings;
      });
      mark();
      await policies.names.agentChange(tx, { workspaceId, id: "bot" }, async () => {
        mark();
        return undefined;
      });
      mark();
      return loaded;
    }),
  );
  expect(result[0]).toBeGreaterThan(0);
  expect(result[1]).toBe(result[0]);
  expect(result[3]).toBe(result[2]);
  expect(statements.filter(loadsNames).length).toBe(result[3]);
});
