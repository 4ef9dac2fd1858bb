// Sends secrets in every field of decisions, approvals and events that accepts text. Then searches everything
// that can be read for the secrets.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";

const canary = "CANARY9x7Qz";
/** The agent's own key, which has no recognizable format. */
const own = `own-${canary}-own-key`;
/**
 * Returns the places where the canary occurs in texts. Upper and lower case count as equal, because hosts are
 * stored in lower case.
 */
const canariesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`.{0,80}${canary}.{0,20}`, "gi"))].map(([excerpt]) => excerpt),
  );
/** A secret with a recognizable format. */
const formatted = `ghp_${canary}0123456789abcdefghijABCDEFGHIJ`;

let watched: WatchedServer;
let approverKey: string;

beforeAll(async () => {
  watched = await startWatchedServer();
  await send("POST", "/api/agents", { id: "bot", tools: ["chart.write"], apiKey: own });
  await send("PUT", "/api/settings", { toolRisk: { "chart.write": "high" } });
  const made = await send("POST", "/v1/api_keys", { name: "Approver", preset: "admin" });
  approverKey = String(Object(JSON.parse(made.text))["secret"]);
});
afterAll(() => watched.server.close());

const send: WatchedServer["send"] = (...request) => watched.send(...request);

/** Returns valid request bodies that contain a secret in every field that accepts text. */
const bodiesWith = (secret: string): object[] => {
  const request = {
    subject: { type: "agent", id: "bot" },
    action: { name: "tools/call" },
    resource: { type: "tool", id: "chart.write" },
  };
  const properties = { note: secret, list: [{ deep: `see ${secret}` }], [secret]: 1 };
  return [
    { agentId: "bot", tool: secret },
    { agentId: "bot", tool: "chart.write", args: properties },
    { agentId: "bot", tool: "chart.write", args: { url: `https://u:${secret}@example.org/${secret}` } },
    { agentId: "bot", tool: "chart.write", session: secret },
    { agentId: "bot", tool: "chart.write", context: { ...properties, risk: secret } },
    { agentId: "bot", tool: "chart.write", context: { egress: [`https://${secret}.example.org`] } },
    { agentId: "bot", tool: "chart.write", context: { approvalId: secret } },
    { ...request, subject: { ...request.subject, properties } },
    { ...request, action: { name: "tools/call", properties } },
    { ...request, action: { name: secret } },
    { ...request, resource: { ...request.resource, properties } },
    { ...request, resource: { type: secret, id: secret } },
    // An agent's key is recognized only in requests of that agent.
    ...(secret === own
      ? []
      : [
          { agentId: secret, tool: "chart.write" },
          { ...request, subject: { type: secret, id: secret } },
        ]),
  ];
};

test.each([
  ["the agent's own key", own],
  ["a secret of a known format", formatted],
])("decisions accept %s in every field", async (_title, secret) => {
  for (const body of bodiesWith(secret)) {
    expect((await send("POST", "/api/policy/authorize", body)).status, JSON.stringify(body)).toBe(200);
    const requests = [body, body];
    expect((await send("POST", "/api/policy/authorize/batch", { requests })).status).toBe(200);
    if ("subject" in body) expect((await send("POST", "/access/v1/evaluation", body)).status).toBe(200);
  }
});

/** Returns invalid bodies that contain a secret, each with the path to which the test sends it. */
const refusedWith = (secret: string): [path: string, body: object | string][] => {
  const call = { agentId: "bot", tool: "chart.write" };
  const long = secret.padEnd(300, "-");
  const authorized = [
    { ...call, context: { cost: secret } },
    { ...call, context: { supports: [1, secret] } },
    { ...call, context: { approvalId: long } },
    { ...call, args: secret },
    { ...call, args: [secret] },
    { ...call, args: { [secret.padEnd(1001, "-")]: 1 } },
    { ...call, args: JSON.parse(`{"__proto__":"${secret}"}`) as object },
    { ...call, agentId: [secret] },
    { ...call, tool: long },
    { ...call, session: long },
    { subject: secret, action: [secret], resource: { type: secret } },
    `{"agentId":"bot","tool":"chart.write","args":{"apiKey":"${secret}"`,
  ];
  const single = { subject: secret, action: { name: long }, resource: { type: "tool", id: { secret } } };
  const page = { token: secret };
  return [
    ...authorized.map((body): [string, object | string] => ["/api/policy/authorize", body]),
    ["/api/policy/authorize/batch", { requests: [{ ...call, args: secret }, secret] }],
    ["/access/v1/evaluation", single],
    ["/access/v1/evaluations", single],
    ["/access/v1/evaluations", { evaluations: [secret], options: { evaluations_semantic: secret } }],
    ["/access/v1/search/subject", { ...single, subject: { type: [secret] } }],
    ["/access/v1/search/action", { subject: { type: "agent", id: "bot" }, resource: secret, page }],
    [
      "/access/v1/search/action",
      { subject: { type: "agent", id: "bot" }, resource: { type: "tool", id: "x" }, page },
    ],
    ["/api/events", { type: long, data: secret, session: [secret], ts: secret }],
  ];
};

test.each([
  ["the agent's own key", own],
  ["a secret of a known format", formatted],
])("rejected requests do not repeat %s", async (_title, secret) => {
  for (const [path, body] of refusedWith(secret)) {
    // A batch responds with 200 and reports each faulty request at the position of that request.
    const status = path.endsWith("/batch") ? 200 : 400;
    expect((await send("POST", path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(status);
  }
});

test("approvals are requested and granted", async () => {
  const response = await send("POST", "/api/policy/authorize", { agentId: "bot", tool: "chart.write" });
  const { approvalId } = Object(Object(JSON.parse(response.text))["context"]) as { approvalId: string };
  const approver = { authorization: `Bearer ${approverKey}` };
  const decision = { decision: "approve", reason: "Seen." };
  expect((await send("POST", `/api/approvals/${approvalId}/decision`, decision, approver)).status).toBe(200);
});

const readable = [
  "/api/events?limit=500",
  "/api/events?type=policy_decision&limit=500",
  "/api/approvals?limit=100",
  "/api/agents",
  "/api/settings",
  "/api/evidence/export",
];

/** Returns every row of every table as text. Bytes are written in hexadecimal. */
async function everyRow(): Promise<string> {
  const { knex } = watched.server.deps.database;
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const table = await knex.raw<{ rows: { row: string }[] }>("select t::text as row from ?? t", [name]);
    texts.push(...table.rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join("\n");
}

test("no secret is in events, approvals, exports, rows or the log", async () => {
  const before = watched.answers.length;
  for (const path of readable) expect((await send("GET", path)).status, path).toBe(200);
  const read = watched.answers.slice(before);
  expect(read.some((answer) => answer.includes("policy_decision"))).toBe(true);
  expect(canariesIn(read)).toEqual([]);
  const rows = await everyRow();
  expect(rows).toContain("[redacted");
  expect(canariesIn([rows])).toEqual([]);
  expect(rows).not.toContain(Buffer.from(canary).toString("hex"));
  expect(canariesIn([watched.logged()])).toEqual([]);
});

test("no secret is in any response", () => {
  expect(watched.answers.length).toBeGreaterThan(70);
  expect(canariesIn(watched.answers)).toEqual([]);
});
