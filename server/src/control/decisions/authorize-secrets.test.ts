// Secrets are put into every field of decisions, approvals and events that can carry one, and looked for everywhere that
// anybody could read them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";

const mark = "CANARY9x7Qz";
/** The agent's own key, which no form makes recognisable. */
const own = `own-${mark}-own-key`;
/** Where a mark is, in any case: hosts are kept in lower case. */
const marksIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`.{0,80}${mark}.{0,20}`, "gi"))].map(([place]) => place),
  );
/** One that its form makes recognisable. */
const formed = `ghp_${mark}0123456789abcdefghijABCDEFGHIJ`;

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

/** Bodies with a secret in each field that takes a text. */
const bodiesWith = (secret: string): object[] => {
  const asked = {
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
    { ...asked, subject: { ...asked.subject, properties } },
    { ...asked, action: { name: "tools/call", properties } },
    { ...asked, action: { name: secret } },
    { ...asked, resource: { ...asked.resource, properties } },
    { ...asked, resource: { type: secret, id: secret } },
    // An agent's key is known where it is that agent which asks.
    ...(secret === own
      ? []
      : [
          { agentId: secret, tool: "chart.write" },
          { ...asked, subject: { type: secret, id: secret } },
        ]),
  ];
};

test.each([
  ["the agent's own key", own],
  ["a secret of a known form", formed],
])("decisions take %s in every field", async (_title, secret) => {
  for (const body of bodiesWith(secret)) {
    expect((await send("POST", "/api/policy/authorize", body)).status, JSON.stringify(body)).toBe(200);
    const requests = [body, body];
    expect((await send("POST", "/api/policy/authorize/batch", { requests })).status).toBe(200);
    if ("subject" in body) expect((await send("POST", "/access/v1/evaluation", body)).status).toBe(200);
  }
});

/** Bodies that are refused, each with the path of its route. */
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
  ["a secret of a known form", formed],
])("refused requests do not repeat %s, whatever is wrong with them", async (_title, secret) => {
  for (const [path, body] of refusedWith(secret))
    expect((await send("POST", path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400);
});

test("approvals are asked for and given", async () => {
  const asked = await send("POST", "/api/policy/authorize", { agentId: "bot", tool: "chart.write" });
  const { approvalId } = Object(Object(JSON.parse(asked.text))["context"]) as { approvalId: string };
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

/** Every row of every table, bytes as hexadecimal digits. */
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

test("none is in events, approvals, exports, rows or the log", async () => {
  const before = watched.answers.length;
  for (const path of readable) expect((await send("GET", path)).status, path).toBe(200);
  const read = watched.answers.slice(before);
  expect(read.some((answer) => answer.includes("policy_decision"))).toBe(true);
  expect(marksIn(read)).toEqual([]);
  const rows = await everyRow();
  expect(rows).toContain("[redacted");
  expect(marksIn([rows])).toEqual([]);
  expect(rows).not.toContain(Buffer.from(mark).toString("hex"));
  expect(marksIn([watched.logged()])).toEqual([]);
});

test("nor in what was answered", () => {
  expect(watched.answers.length).toBeGreaterThan(70);
  expect(marksIn(watched.answers)).toEqual([]);
});
