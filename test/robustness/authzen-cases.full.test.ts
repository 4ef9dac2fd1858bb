import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../support/cases.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

interface Single {
  request: unknown;
  expected: boolean;
}
interface Several {
  request: unknown;
  expected: { decision: boolean }[];
}
interface Cases {
  users?: Record<string, { email: string; roles: string[] }>;
  fixture?: { subjects: Record<string, object>; resources: Record<string, object> };
  cases?: { request: unknown; decision: boolean }[];
  evaluation?: Single[];
  evaluations?: Several[];
}

// The README next to the files describes their contents; if their shape were different, the tests would fail.
const read = (name: string): Cases =>
  haveCases ? (JSON.parse(readFileSync(join(casesDir, "E-protocol", name), "utf8")) as Cases) : {};
const [todo, gateway, certification] = ["todo", "gateway", "certification-fixture"].map((name) =>
  read(`authzen-${name}.json`),
);

const edits = `principal.roles.containsAny(["editor", "admin", "evil_genius"])`;
const owns = "resource has ownerID && resource.ownerID == principal.email";
/** The roles in the interoperability scenario, which the file describes in prose. */
const todoPolicy = `permit (principal is user, action in [Action::"can_read_user", Action::"can_read_todos"], resource);
permit (principal is user, action == Action::"can_create_todo", resource) when { ${edits} };
permit (principal is user, action == Action::"can_update_todo", resource)
when { principal.roles.contains("evil_genius") || (${edits} && ${owns}) };
permit (principal is user, action == Action::"can_delete_todo", resource)
when { principal.roles.contains("admin") || (${edits} && ${owns}) };`;
/** The same roles as above, with the routes of a gateway as resources. */
const gatewayPolicy = `permit (principal is identity, action == Action::"GET", resource is route);
permit (principal is identity, action in [Action::"POST", Action::"PUT", Action::"DELETE"], resource is route)
when { ${edits} };`;
/** Everyone may read; only administrators may write inactive records. */
const recordPolicy = `permit (principal is user, action == Action::"read", resource is record);
permit (principal is user, action == Action::"write", resource is record)
when { resource.status == "active" } unless { principal has role && principal.role == "admin" };`;

describe.skipIf(!haveCases)("the OpenID AuthZEN scenarios over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer("embedded");
  });
  afterAll(() => server.close());

  async function arrange(
    text: string,
    entities: { type: string; id: string; properties: Record<string, unknown> }[],
  ) {
    const key = await server.newWorkspace();
    const { control } = new Assay({ apiKey: key, baseUrl: server.url });
    await control.policies.create({ id: "scenario", text });
    await control.entities.put({ entities });
    return async (path: string, request: unknown): Promise<unknown> => {
      const answer = await fetch(`${server.url}/access/v1/${path}`, {
        method: "POST",
        body: JSON.stringify(request),
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      });
      return answer.json();
    };
  }

  const usersOf = (type: string) =>
    Object.entries(todo?.users ?? {}).map(([id, { email, roles }]) => ({
      type,
      id,
      properties: { email, roles },
    }));

  test("the to-do application is decided as published", async () => {
    const post = await arrange(todoPolicy, usersOf("user"));
    expect(todo?.evaluation).toHaveLength(20);
    for (const { request, expected } of todo?.evaluation ?? [])
      expect(await post("evaluation", request), JSON.stringify(request)).toEqual({ decision: expected });
    for (const { request, expected } of todo?.evaluations ?? [])
      expect(await post("evaluations", request), JSON.stringify(request)).toEqual({ evaluations: expected });
  });

  test("the API gateway is decided as published", async () => {
    const post = await arrange(gatewayPolicy, usersOf("identity"));
    expect(gateway?.evaluation?.length).toBeGreaterThan(10);
    for (const { request, expected } of gateway?.evaluation ?? [])
      expect(await post("evaluation", request), JSON.stringify(request)).toEqual({ decision: expected });
  });

  test("the fixture of the certification is decided as published, and searched", async () => {
    const { subjects = {}, resources = {} } = certification?.fixture ?? {};
    const entities = [
      ...Object.entries(subjects).map(([id, properties]) => ({
        type: "user",
        id,
        properties: { ...properties },
      })),
      ...Object.entries(resources).map(([id, properties]) => ({
        type: "record",
        id,
        properties: { ...properties },
      })),
    ];
    const post = await arrange(recordPolicy, entities);
    for (const { request, decision } of certification?.cases ?? [])
      expect(await post("evaluation", request), JSON.stringify(request)).toEqual({ decision });
    const record = { type: "record", id: "record-1" };
    expect(
      await post("search/subject", {
        subject: { type: "user" },
        action: { name: "write" },
        resource: record,
      }),
    ).toEqual({ results: [{ type: "user", id: "alice" }] });
    const alice = { type: "user", id: "alice" };
    expect(
      await post("search/resource", {
        subject: alice,
        action: { name: "write" },
        resource: { type: "record" },
      }),
    ).toEqual({ results: [record] });
    // Properties in a request do not replace a stored entity's properties.
    const promoted = { ...record, id: "record-2", properties: { status: "active" } };
    expect(
      await post("evaluation", { subject: alice, action: { name: "write" }, resource: promoted }),
    ).toEqual({
      decision: false,
    });
  });
});
