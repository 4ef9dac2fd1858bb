// In these tests, each `Authorizer` stands for a separate server process with its own cache of recent
// requests.
import { callFrom } from "@assay/contract/control/decisions/caller-identity";
import { authorizeBody } from "@assay/contract/control/decisions/authorize-input";
import { beforeAll, expect, test } from "vitest";
import { useServer } from "../../../../../test/support/file-server.ts";
import { Authorizer } from "../authorizer.ts";

const server = useServer();
beforeAll(async () => {
  const response = await fetch(`${server.url}/api/agents`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${server.apiKey}` },
    body: JSON.stringify({ id: "bot", tools: ["t"] }),
  });
  if (!response.ok) throw new Error(await response.text());
});

const body = authorizeBody.parse({ agentId: "bot", tool: "t", context: { cost: 1 } });

const caller = async () => {
  const row: { workspace_id: string; id: string } = await server.deps.database
    .knex("api_keys as k")
    .join("agents as a", "a.workspace_id", "k.workspace_id")
    .first("k.workspace_id", "k.id");
  return {
    workspaceId: row.workspace_id,
    apiKeyId: row.id,
    scopes: new Set<never>(),
    projects: null,
    reviewerId: null,
    keyAgent: null,
  };
};

const decideIn = async (process: Authorizer, key: string) =>
  (await process.authorize(callFrom(body, null), { caller: await caller(), key })).answer;

test("a process recognizes repeats of requests that another process decided, also after a restart", async () => {
  const [one, other] = [new Authorizer(server.deps), new Authorizer(server.deps)];
  const first = await decideIn(one, "k");
  expect(first).toMatchObject({ decision: true, replayOf: null });
  for (const process of [other, new Authorizer(server.deps), one])
    expect((await decideIn(process, "k")).replayOf).toBe(first.decisionId);
  const costs = await server.deps.database.knex("decision_costs").count({ count: "*" }).first();
  expect(Number(costs?.["count"])).toBe(1);
});

test("concurrent repeats in several processes reserve the cost once", async () => {
  const processes = [new Authorizer(server.deps), new Authorizer(server.deps)];
  const before = await server.deps.database.knex("decision_costs").count({ count: "*" }).first();
  const decided = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      decideIn(processes[index % 2] ?? new Authorizer(server.deps), "m"),
    ),
  );
  expect(decided.filter(({ replayOf }) => replayOf === null)).toHaveLength(1);
  const after = await server.deps.database.knex("decision_costs").count({ count: "*" }).first();
  expect(Number(after?.["count"]) - Number(before?.["count"])).toBe(1);
});
