import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { checkTools } from "./tools-check.ts";

let database: Database;
const workspace = randomUUID();
beforeAll(async () => {
  database = await freshDatabase("embedded");
  await database.knex("workspaces").insert({ id: workspace, name: "Clinic", created_at: new Date() });
});
afterAll(() => database.close());

const setTools = async (tools: string[], status = "active"): Promise<void> => {
  const { knex } = database;
  await knex("agents").del();
  await knex("agents").insert({
    workspace_id: workspace,
    id: "triage-bot",
    name: "Triage",
    source: "builtin",
    status,
    base_url: "",
    api_key_masked: "",
    categories: [],
    tools,
    policy_ids: [],
    runtime_status: "ready",
    boundary: "default",
    env: "{}",
    provisioned_at: 0,
    created_at: 0,
    updated_at: 0,
  });
};

test("an agent that may call every tool is a warning while the default risk is low", async () => {
  const { knex } = database;
  const settings = (set: object) =>
    knex("workspace_settings")
      .insert({ workspace_id: workspace, settings: JSON.stringify(set), updated_at: 1 })
      .onConflict("workspace_id")
      .merge();
  for (const tools of [["*"], ["**"]]) {
    await setTools(tools);
    expect(await checkTools(database)).toMatchObject({
      status: "warn",
      message: "1 agent may call every tool while the default risk is low: triage-bot (workspace Clinic).",
      todo: expect.stringContaining("defaultToolRisk"),
    });
  }
  await setTools(["*"], "retired");
  expect((await checkTools(database)).status).toBe("ok");
  await setTools(["rx.*", "chart.*"]);
  expect((await checkTools(database)).status).toBe("ok");
  await setTools(["*"]);
  await settings({ toolRisk: {} });
  expect((await checkTools(database)).status).toBe("warn");
  await settings({ defaultToolRisk: "medium" });
  expect((await checkTools(database)).status).toBe("ok");
});
