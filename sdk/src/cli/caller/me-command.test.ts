// Tests `assay me` with the mock.
import { expect, test } from "vitest";
import { assay, mock, useServers } from "../run/run-fixture.ts";
import { Assay } from "../../client/client.ts";

useServers();

const me = (secret: string, ...options: string[]) =>
  assay(["me", ...options], { env: { ASSAY_API_KEY: secret, ASSAY_BASE_URL: mock.baseUrl }, columns: 200 });

test("shows the key, its workspace and its scopes, and omits fields without a value", async () => {
  const client = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const key = await client.apiKeys.create({ name: "Desk", preset: "approver" });
  const { code, stdout, stderr } = await me(key.secret);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").map((line) => line.split(/ {2,}/)[0])).toEqual([
    `key`,
    "workspace",
    "preset",
    "scopes",
    "",
  ]);
  expect(stdout).toContain(`key         Desk (${key.id})\n`);
  expect(stdout).toContain("preset      approver\n");
  expect(stdout).toContain("scopes      approvals:read, approvals:decide, agents:read, policies:read\n");
  expect(JSON.parse((await me(key.secret, "--json")).stdout)).toMatchObject({
    object: "caller",
    key: { id: key.id, preset: "approver" },
  });
});

test("shows the reviewer or the agent for whom the key acts", async () => {
  const client = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  const nurse = await client.reviews.reviewers.create({
    name: "Ines",
    credentials: ["RN"],
    credential_expires_at: "2100-01-02T03:04:00Z",
  });
  const hers = await client.apiKeys.create({ name: "Ines", preset: "reviewer", reviewer: nurse.id });
  const reviewing = await me(hers.secret);
  expect(reviewing.stdout).toContain(
    `reviewer    Ines (${nurse.id}), RN, credentials expire 2100-01-02 03:04\npending     0 samples\n`,
  );
  await client.control.agents.create({ id: "ward-bot", tools: ["chart.read"] });
  const bound = await client.apiKeys.create({ name: "Bot", preset: "agent", agent: "ward-bot" });
  expect((await me(bound.secret)).stdout).toContain("agent       ward-bot\ntools       chart.read\n");
});
