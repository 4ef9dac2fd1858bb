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

/** Returns the number of statements with a text since the recording started. */
const countOf = (part: string): number => statements.filter((sql) => sql.includes(part)).length;

test("the expired approvals of a workspace are stored with one statement and one batch of events", async () => {
  const clients = [await requestApprovals(3), await requestApprovals(2)];
  const later = () => new Date(Date.now() + 3_600_000);
  server.deps.database.knex.on("query", record);
  await expireApprovals({ ...server.deps, now: later });
  // Each workspace has one transaction, which notifies the dispatchers once.
  expect(countOf("pg_notify")).toBe(2);
  expect(countOf('update "approvals"')).toBe(2);
  expect(await expiriesOf(clients)).toEqual([3, 2]);
  await expireApprovals({ ...server.deps, now: later });
  expect(await expiriesOf(clients)).toEqual([3, 2]);
});

test("the approvals of a deleted agent are withdrawn with one statement, and each has an event", async () => {
  const { control } = await requestApprovals(3);
  server.deps.database.knex.on("query", record);
  await control.agents.delete("bot");
  expect(countOf('update "approvals"')).toBe(1);
  const { events } = await control.events.list({ type: "approval.withdrawn" });
  expect(events).toHaveLength(3);
  const { approvals } = await control.approvals.list({ status: "withdrawn" });
  expect(approvals.map(({ reason }) => reason)).toEqual(Array(3).fill("The agent was deleted."));
});
