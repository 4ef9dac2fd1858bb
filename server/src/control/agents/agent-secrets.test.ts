// Sends an agent's key in every field that accepts text. Then searches everything that can be read for the
// key.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";
import { findAgentKey } from "./agent-queries.ts";
import { readKey } from "./agent-keys.ts";

const canary = "CANARY7f3aQz";
const key = `sk-${canary}-0000-Tail`;
const otherKey = `sk-${canary}-1111-Next`;

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
});
afterAll(() => watched.server.close());

const send: WatchedServer["send"] = (...request) => watched.send(...request);

const statusOf = async (...request: Parameters<typeof send>): Promise<number> =>
  (await send(...request)).status;

const rotate = "/api/agents/bot/rotate_key";
const bot = { id: "bot", apiKey: key };
const once = { "idempotency-key": "once" };

/** Returns every row of every table as text. Bytes are written in hexadecimal. */
async function everyRow(): Promise<string> {
  const { knex } = watched.server.deps.database;
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await knex.raw<{ rows: { row: string }[] }>(`select t::text as row from ?? t`, [name]);
    texts.push(...table.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

const hexOf = (text: string): string => Buffer.from(text).toString("hex");

test("requests succeed, are replayed, or conflict", async () => {
  expect(await statusOf("POST", "/api/agents", bot, once)).toBe(200);
  expect(await statusOf("POST", "/api/agents", bot, once)).toBe(200);
  expect(await statusOf("POST", "/api/agents", { ...bot, apiKey: otherKey }, once)).toBe(409);
  expect(await statusOf("POST", "/api/agents", bot)).toBe(200);
  expect(await statusOf("POST", "/api/agents", { ...bot, apiKey: otherKey })).toBe(409);
  expect(await statusOf("POST", "/api/agents", { ...bot, name: "Other" })).toBe(409);
  expect(await statusOf("POST", rotate, { apiKey: otherKey }, once)).toBe(200);
  expect(await statusOf("POST", rotate, { apiKey: otherKey }, once)).toBe(200);
  expect(await statusOf("POST", rotate, { apiKey: key }, once)).toBe(409);
  expect(await statusOf("POST", rotate, { apiKey: otherKey })).toBe(200);
  expect(await statusOf("POST", "/api/agents/nobody/rotate_key", { apiKey: key })).toBe(404);
  for (const path of ["/api/agents", "/api/agents/bot", "/api/agents/bot/effective_policies", "/api/events"])
    expect(await statusOf("GET", path)).toBe(200);
  expect(await statusOf("POST", "/api/agents/bot/suspend", { reason: "A test." })).toBe(200);
  expect(await statusOf("PUT", "/api/agents/bot/policies", { policyIds: ["p"] })).toBe(200);
  expect(await statusOf("PATCH", "/api/agents/bot", { name: "Bot" })).toBe(200);
  expect(await statusOf("GET", "/api/evidence/export")).toBe(200);
});

test.each([
  { apiKey: [key] },
  { apiKey: { value: key } },
  { apiKey: key.repeat(300) },
  { apiKey: `${key}\u0000` },
  { apiKey: key, api_key: key, secret: key, agent: { apiKey: key } },
  { apiKey: key, tools: 1 },
  { runtime: { apiKey: key } },
  [key],
  JSON.stringify(key),
  key,
  `{"id":"x","apiKey":${key}}`,
  `{"id":"x","apiKey":"${key}`,
  `{"id":"x","apiKey":"${key}"${key}}`,
  `{"id":"x","apiKey":'${key}'}`,
  `{"id":"x","apiKey":"${key}\\x"}`,
  `{"id":"x","apiKey":"${key}\n"}`,
  `{"id":"x","apiKey":"\\ud800${key}"}`,
  `{apiKey:"${key}"}`,
])("malformed requests are rejected: %#", async (body) => {
  const sent = typeof body === "object" && !Array.isArray(body) ? { id: "x", ...body } : body;
  expect(await statusOf("POST", "/api/agents", sent)).toBe(400);
  expect(await statusOf("POST", rotate, body)).toBe(400);
  expect(await statusOf("PATCH", "/api/agents/bot", body)).toBe(400);
});

test("requests with other errors are rejected", async () => {
  const text = { "content-type": "text/plain" };
  expect(await statusOf("POST", "/api/agents", bot, text)).toBe(415);
  expect(await statusOf("POST", `/api/agents?apiKey=${key}`, { id: "x" })).toBe(400);
  expect(await statusOf("GET", `/api/agents?apiKey=${key}`)).toBe(400);
  expect(await statusOf("PUT", "/api/agents", bot)).toBe(405);
  expect(await statusOf("POST", "/api/agents", bot, { authorization: `Bearer ${key}` })).toBe(401);
  expect(await statusOf("POST", "/api/agents", bot, { authorization: key })).toBe(401);
  expect(await statusOf("PUT", "/api/agents/bot/policies", { policyIds: [], apiKey: key })).toBe(400);
  expect(await statusOf("POST", "/api/agents/bot/suspend", { apiKey: key })).toBe(400);
});

test("requests fail if the database fails", async () => {
  const { knex } = watched.server.deps.database;
  await knex.raw("alter table agent_keys rename to agent_keys_away");
  expect(await statusOf("POST", "/api/agents", { ...bot, id: "second" })).toBe(500);
  expect(await statusOf("POST", rotate, { apiKey: key })).toBe(500);
  await knex.raw("alter table agent_keys_away rename to agent_keys");
  expect(watched.logged()).toContain("agent_keys");
});

test("responses, log lines, rows and events contain at most the mask of a key", async () => {
  expect(watched.answers.length).toBeGreaterThan(60);
  expect(watched.answers.filter((answer) => answer.includes(canary))).toEqual([]);
  expect(watched.answers.some((answer) => answer.includes("sk-****Next"))).toBe(true);
  expect(watched.logged()).not.toContain(canary);
  const rows = await everyRow();
  expect(rows).toContain("sk-****Next");
  expect(rows).toContain("agent.key_rotated");
  expect(rows).not.toContain(canary);
  expect(rows).not.toContain(hexOf(canary));
});

test("the server can read the key until the agent is deleted", async () => {
  const { deps } = watched.server;
  const { knex } = deps.database;
  const [{ id: workspaceId }] = await knex("workspaces").where("name", "like", "Test %").select("id");
  const agent = { workspaceId: String(workspaceId), id: "bot" };
  expect(await readKey(knex, deps, agent)).toBe(otherKey);
  const stored = await findAgentKey(knex, agent);
  expect(stored?.sealed.includes(otherKey)).toBe(false);
  // Two agents with the same key have different hashes, so hashes do not reveal shared keys.
  await send("POST", "/api/agents", { id: "twin", apiKey: otherKey });
  const twin = await findAgentKey(knex, { ...agent, id: "twin" });
  expect(twin?.key_hash).not.toEqual(stored?.key_hash);
  await send("DELETE", "/api/agents/bot");
  expect(await findAgentKey(knex, agent)).toBeUndefined();
  expect(await readKey(knex, deps, agent)).toBeUndefined();
});
