import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { checkQueue } from "./work-checks.ts";

let database: Database;
const [workspace, webhook, event] = [randomUUID(), randomUUID(), randomUUID()];
beforeAll(async () => {
  database = await freshDatabase("embedded");
  const { knex } = database;
  const at = { created_at: new Date() };
  const key = { workspace_id: workspace };
  await knex("workspaces").insert({ id: workspace, name: "Clinic", ...at });
  await knex("webhooks").insert({
    ...key,
    id: webhook,
    url: "https://hooks.example.org",
    event_types: [],
    enabled: true,
    updated_at: new Date(),
    ...at,
  });
  await knex("outbox").insert({ ...key, id: event, event: "webhook.test", data: "{}", ...at });
  await knex("outbox").update({ processed_at: knex.fn.now() });
  await knex("webhook_deliveries").insert({
    ...key,
    id: randomUUID(),
    webhook_id: webhook,
    event_id: event,
    status: "pending",
    next_attempt_at: knex.raw("now() - interval '10 minutes'"),
    ...at,
  });
});
afterAll(() => database.close());

const endpoint = (change: object) => database.knex("webhooks").update(change);
const ago = (interval: string) => database.knex.raw("now() - ?::interval", [interval]);

test("a due message without a running dispatcher fails, with the remedy", async () => {
  await endpoint({ enabled: true, leased_until: "-infinity" });
  expect(await checkQueue(database)).toMatchObject({
    status: "fail",
    message: "Work is not being processed: 1 message to a webhook (the oldest has waited for 10 min).",
    todo: expect.stringContaining("`assay-server worker`"),
  });
  await endpoint({ leased_until: ago("2 minutes") });
  expect((await checkQueue(database)).status).toBe("fail");
});

test("messages pass if their endpoint has a present or recent lease, or is disabled", async () => {
  for (const change of [
    { leased_until: ago("-30 seconds") },
    { leased_until: ago("5 seconds") },
    { leased_until: "-infinity", enabled: false },
  ]) {
    await endpoint({ enabled: true, ...change });
    expect(await checkQueue(database)).toMatchObject({
      status: "ok",
      message: "No overdue work: 0 jobs ready, 0 running, 0 events to be dispatched.",
    });
  }
});

test("a message scheduled for later is not due", async () => {
  await endpoint({ enabled: true, leased_until: "-infinity" });
  await database.knex("webhook_deliveries").update({ next_attempt_at: ago("-1 hour") });
  expect((await checkQueue(database)).status).toBe("ok");
});
