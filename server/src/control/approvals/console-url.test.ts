import { eventPayloads } from "@assay/contract/webhooks/webhook-events";
import { expect, test } from "vitest";
import { useServer } from "../../../../test/support/file-server.ts";

const server = useServer("embedded", { ASSAY_PUBLIC_URL: "https://assay.example.org/base/" });

test("an approval has its address in the console in responses and webhook events, but not in evidence", async () => {
  const { control, webhooks } = await server.newClient();
  const event_types = ["approval.requested" as const, "approval.withdrawn" as const];
  await webhooks.create({ event_types, url: "https://hooks.example.org/" });
  await control.agents.create({ id: "bot", tools: ["pay"] });
  await control.settings.put({ toolRisk: { pay: "high" } });
  const { context } = await control.authorize({ agentId: "bot", tool: "pay" });
  const id = context.approvalId ?? "";
  const consoleUrl = `https://assay.example.org/base/console/approvals/${id}`;
  expect(await control.approvals.get(id)).toMatchObject({ id, consoleUrl });
  expect((await control.approvals.list()).approvals).toMatchObject([{ id, consoleUrl }]);
  expect(await control.approvals.withdraw(id)).toMatchObject({ status: "withdrawn", consoleUrl });
  // Deleting the agent withdraws the second approval.
  await control.authorize({ agentId: "bot", tool: "pay" });
  await control.agents.delete("bot");
  const rows: { event: keyof typeof eventPayloads; data: { id: string; consoleUrl: string } }[] =
    await server.deps.database.knex("outbox").orderBy("id").select("event", "data");
  expect(rows.map(({ event }) => event)).toEqual([
    "approval.requested",
    "approval.withdrawn",
    "approval.requested",
    "approval.withdrawn",
  ]);
  for (const { event, data } of rows) {
    expect(data.consoleUrl).toBe(`https://assay.example.org/base/console/approvals/${data.id}`);
    expect(eventPayloads[event].parse(data)).toEqual(data);
  }
  const { events } = await control.events.list({ type: "approval.requested" });
  expect(events.map(({ data }) => Object.hasOwn(data ?? {}, "consoleUrl"))).toEqual([false, false]);
});
