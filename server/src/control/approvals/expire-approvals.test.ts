import { afterEach, expect, test } from "vitest";
import { useServer } from "../../../../test/support/file-server.ts";
import { expireApprovals } from "./expire-approvals.ts";

const server = useServer();
type Client = Awaited<ReturnType<typeof server.newClient>>;
const statements: string[] = [];
const record = ({ sql }: { sql: string }) => void statements.push(sql);
afterEach(() => {
  server.deps.database.knex.removeListener("query", record);
  statements.length = 0;
});

/** Requests approvals in a new workspace. */
async function requestApprovals(count: number): Promise<Client> {
  const client = await server.newClient();
  await client.control.agents.create({ id: "bot", tools: ["t"] });
  await client.control.settings.put({ toolRisk: { t: "high" } });
  for (let index = 0; index < count; index += 1) {
    const decision = await client.control.authorize({ agentId: "bot", tool: "t", args: { index } });
    expect(decision.outcome).toBe("ask");
  }
  return client;
}

/** Returns the number of expired approvals in the log of each client's workspace. */
const expiriesOf = (clients: readonly Client[]): Promise<number[]> =>
  Promise.all(
    clients.map(
      async ({ control }) => (await control.events.list({ type: "approval.expired" })).events.length,
    ),
  );

test("the expired approvals of a workspace are stored with one batch of events", async () => {
  const clients = [await requestApprovals(3), await requestApprovals(2)];
  const later = () => new Date(Date.now() + 3_600_000);
  server.deps.database.knex.on("query", record);
  await expireApprovals({ ...server.deps, now: later });
  const count = (part: string): number => statements.filter((sql) => sql.includes(part)).length;
  // Each workspace has one transaction, which notifies the dispatchers once.
  expect(count("pg_notify")).toBe(2);
  expect(await expiriesOf(clients)).toEqual([3, 2]);
  await expireApprovals({ ...server.deps, now: later });
  expect(await expiriesOf(clients)).toEqual([3, 2]);
});
