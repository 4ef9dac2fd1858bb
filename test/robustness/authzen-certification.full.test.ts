// Tests what the OpenID AuthZEN Authorization API 1.0 certification requires of a decision point at all
// levels: see certification/authorization-api-1_0-scenario.md in github.com/openid/authzen.
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";

/**
 * The eight rules of the certification scenario; for example, only an administrator may write archived
 * records.
 */
const text = `permit (principal is user, action == Action::"read", resource is record);
permit (principal is user, action == Action::"write", resource is record)
when { resource.status == "active" } unless { principal has role && principal.role == "admin" };
permit (principal is user, action == Action::"write", resource is record)
when { resource.status == "archived" && principal has role && principal.role == "admin" };
permit (principal is user, action == Action::"delete", resource is record)
when { context has action && context.action has soft && context.action.soft };`;

const alice = { type: "user", id: "alice" };
const bob = { type: "user", id: "bob" };
const [active, archived] = [
  { type: "record", id: "record-1" },
  { type: "record", id: "record-2" },
];
const isArchived = { ...archived, properties: { status: "archived" } };
const isAdmin = { ...bob, properties: { role: "admin" } };
const does = (name: string, properties?: object) => ({ name, ...(properties && { properties }) });
const reads = { subject: alice, action: does("read"), resource: active };

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startTestServer("embedded");
  key = await server.newWorkspace();
  const { control } = new Assay({ apiKey: key, baseUrl: server.url });
  await control.policies.create({ id: "certification", text });
  await control.entities.put({
    entities: [
      alice,
      { ...bob, properties: { role: "admin" } },
      { ...active, properties: { status: "active" } },
      { ...archived, properties: { status: "archived" } },
    ],
    actions: ["read", "write", "delete"],
  });
});
afterAll(() => server.close());

const send = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}/access/v1/${path}`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  });

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await send(path, JSON.stringify(body));
  expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([
    200,
    "application/json",
  ]);
  return answer.json();
}

const decisions = (...all: boolean[]) => ({ evaluations: all.map((decision) => ({ decision })) });

describe("basic: an evaluation", () => {
  test.each([
    [true, reads],
    [true, { ...reads, action: does("write") }],
    [true, { ...reads, subject: bob }],
    [false, { ...reads, subject: bob, action: does("write") }],
    [false, { ...reads, action: does("write"), resource: isArchived }],
    [true, { subject: isAdmin, action: does("write"), resource: isArchived }],
    [true, { ...reads, action: does("delete", { soft: true }) }],
    [false, { ...reads, action: does("delete", { soft: false }) }],
    [true, { ...reads, context: { time: "2026-06-27T18:03-07:00", ip: "192.168.1.1" } }],
    [true, { ...reads, surprise: "x", later: { nested: true } }],
    [
      true,
      {
        subject: { ...alice, properties: { department: "Sales", role: "manager" } },
        action: does("read", { method: "GET" }),
        resource: { ...active, properties: { status: "active", owner: "bob" } },
      },
    ],
  ])("is decided: %s", async (decision, body) => {
    // A repeated request gives the same result.
    for (let round = 0; round < 3; round += 1) expect(await post("evaluation", body)).toEqual({ decision });
  });

  test.each([
    { action: reads.action, resource: active },
    { subject: alice, resource: active },
    { subject: alice, action: reads.action },
    { ...reads, subject: { id: "alice" } },
    { ...reads, subject: { type: "user" } },
    { ...reads, action: {} },
    { ...reads, resource: { id: "record-1" } },
    { ...reads, resource: { type: "record" } },
    { ...reads, subject: "alice" },
    { ...reads, action: { name: 123 } },
  ])("is refused if a part is missing: %o", async (body) => {
    expect((await send("evaluation", JSON.stringify(body))).status).toBe(400);
  });

  test("is refused if it is not JSON, and its id is echoed for any result", async () => {
    const whole = JSON.stringify(reads);
    expect((await send("evaluation", whole, { "content-type": "text/plain" })).status).toBe(400);
    for (const body of ["", "{", whole.slice(0, -1)])
      expect((await send("evaluation", body)).status).toBe(400);
    for (const body of [whole, "{", "{}"]) {
      const id = "bfe9eb29-ab87-4ca3-be83-a1d5d8305716";
      const answer = await send("evaluation", body, { "x-request-id": id });
      expect(answer.headers.get("x-request-id")).toBe(id);
    }
  });
});

describe("batch: evaluations", () => {
  test.each([
    [
      [true, true],
      { ...reads, resource: undefined, evaluations: [{ resource: active }, { resource: archived }] },
    ],
    [
      [true, false],
      {
        subject: bob,
        resource: active,
        evaluations: [{ action: does("read") }, { action: does("write") }],
      },
    ],
    [
      [true, false],
      {
        subject: alice,
        action: does("write"),
        evaluations: [
          { resource: { ...active, properties: { status: "active" } } },
          { resource: isArchived },
        ],
      },
    ],
    [
      [false, true],
      {
        action: does("write"),
        resource: isArchived,
        evaluations: [{ subject: alice }, { subject: isAdmin }],
      },
    ],
    [[true, false], { evaluations: [reads, { ...reads, subject: bob, action: does("write") }] }],
    [
      [true, true],
      {
        ...reads,
        context: { time: "2026-06-27T18:03-07:00" },
        evaluations: [{}, { resource: archived, context: { source: "batch" } }],
      },
    ],
    // An item inherits an entity's identity, but not its properties.
    [
      [true, false],
      {
        subject: alice,
        action: does("write"),
        resource: { type: "record" },
        evaluations: [
          { resource: { id: "record-1", properties: { status: "active" } } },
          { resource: isArchived },
        ],
      },
    ],
    [[true, false], { subject: alice, action: does("read"), evaluations: [{ resource: active }, {}] }],
  ])("have the decisions %s", async (expected, body) => {
    expect(await post("evaluations", body)).toEqual(decisions(...expected));
  });

  test("without items is one evaluation", async () => {
    expect(await post("evaluations", reads)).toEqual({ decision: true });
    expect(await post("evaluations", { ...reads, evaluations: [] })).toEqual({ decision: true });
  });
});

describe("search", () => {
  const record = { type: "record" };
  const user = { type: "user" };

  test.each([
    ["subject", { ...reads, subject: user }, [alice, bob]],
    ["subject", { ...reads, subject: user, context: { time: "now" } }, [alice, bob]],
    ["subject", { subject: user, action: does("write"), resource: isArchived }, [bob]],
    ["resource", { ...reads, resource: record }, [active, archived]],
    ["resource", { subject: isAdmin, action: does("write"), resource: record }, [archived]],
    ["action", { subject: alice, resource: active }, [does("read"), does("write")]],
    ["action", { subject: isAdmin, resource: isArchived, context: {} }, [does("read"), does("write")]],
    ["action", { subject: { type: "user", id: "nonexistent-user" }, resource: active }, []],
    ["subject", { ...reads, subject: { type: "spaceship" } }, []],
  ])("of %ss returns the matches: %o", async (what, body, results) => {
    expect(await post(`search/${what}`, body)).toEqual({ results });
  });

  test("pages until the token is empty", async () => {
    const body = { ...reads, subject: user };
    const first = (await post("search/subject", { ...body, page: { limit: 1 } })) as {
      page: { next_token: string };
    };
    expect(first).toMatchObject({ results: [alice] });
    expect(await post("search/subject", { ...body, page: { token: first.page.next_token } })).toEqual({
      results: [bob],
      page: { next_token: "" },
    });
  });

  test.each([
    ["subject", { subject: user, resource: active }],
    ["resource", { action: does("read"), resource: record }],
    ["action", { subject: alice }],
    ["subject", { subject: user, action: does("read"), resource: record }],
    ["resource", { subject: user, action: does("read"), resource: record }],
  ])("of %ss is refused if a part is missing: %o", async (what, body) => {
    expect((await send(`search/${what}`, JSON.stringify(body))).status).toBe(400);
  });
});

test("discovery: the metadata names this server and its operations, without a key", async () => {
  const answer = await fetch(`${server.url}/.well-known/authzen-configuration`);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  const metadata = (await answer.json()) as Record<string, string>;
  expect(metadata["policy_decision_point"]).toBe(server.url);
  for (const value of Object.values(metadata)) expect(value.startsWith(server.url)).toBe(true);
  const evaluation = await fetch(metadata["access_evaluation_endpoint"] ?? "", {
    method: "POST",
    body: JSON.stringify(reads),
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  expect(await evaluation.json()).toEqual({ decision: true });
});
