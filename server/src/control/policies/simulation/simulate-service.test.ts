import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entityKey } from "@assay/contract/control/hierarchy/entity-name";
import { draftPolicy } from "@assay/contract/control/policies/policy-trials";
import { simulatePolicyBody } from "@assay/contract/control/policies/policy-responses";
import { startWatchedServer, type WatchedServer } from "../../../app/watched-server.fixture.ts";
import { requesterOf } from "../../../platform/threads/thread-tasks.ts";
import { testWork } from "../../../platform/threads/thread-work.fixture.ts";
import { readDecisionPieces } from "./decision-pieces.ts";
import { simulatePolicy } from "./simulate-service.ts";
import { simulatePieces } from "./simulate-work.ts";

let watched: WatchedServer;
let workspaceId: string;
const text = `forbid (principal, action, resource)
when { principal in team::"a" && resource has level && resource.level == 1 };`;
const body = simulatePolicyBody.parse({ text, last: 1000 });
const draft = draftPolicy(body, undefined, () => ({
  errors: [],
  warnings: [],
  names: [],
  statements: [{ effect: "forbid", transforms: false, readsApproved: false }],
  validated: "strict",
}));

const named = (type: string, id: string) => ({ type, id });
const piecesOf = (last = 1000) =>
  readDecisionPieces(watched.server.deps.database.knex, workspaceId, { draft, body: { ...body, last } });

beforeAll(async () => {
  watched = await startWatchedServer();
  await watched.send("POST", "/api/policies", { id: "open", text: "permit (principal, action, resource);" });
  await watched.send("PUT", "/api/entities", {
    entities: [
      { ...named("team", "a"), properties: { note: "x".repeat(1000) } },
      { ...named("user", "ada"), parents: [named("team", "a")], properties: { ward: 3 } },
      { ...named("record", "r1"), properties: { level: 1 } },
    ],
  });
  const requests = Array.from({ length: 25 }, (_, index) => ({
    subject: named("user", "ada"),
    action: { name: "read" },
    resource: named("record", `r${index % 3}`),
  }));
  await watched.send("POST", "/api/policy/authorize/batch", { requests });
  const { knex } = watched.server.deps.database;
  const event: { workspace_id: string } | undefined = await knex("events")
    .where({ type: "policy_decision" })
    .first("workspace_id");
  workspaceId = event?.workspace_id ?? "";
});
afterAll(() => watched.server.close());

describe("the pieces of a simulation", () => {
  test("contain ten decisions each, and each version and entity once", async () => {
    const sizes: number[][] = [];
    const names: string[] = [];
    for await (const { decisions, versions, nodes } of piecesOf()) {
      sizes.push([decisions.length, versions.length]);
      names.push(...nodes.map(([key, { properties }]) => `${key} ${JSON.stringify(properties)}`));
    }
    expect(sizes).toEqual([
      [10, 1],
      [10, 0],
      [5, 0],
    ]);
    // The properties of ancestors are not loaded.
    expect(names.sort()).toEqual([
      `${entityKey(named("team", "a"))} undefined`,
      `${entityKey(named("user", "ada"))} {"ward":3}`,
      `${entityKey(named("record", "r0"))} null`,
      `${entityKey(named("record", "r1"))} {"level":1}`,
      `${entityKey(named("record", "r2"))} null`,
    ]);
  });

  test("suffice to replay the decisions", async () => {
    const { replayed, changed, notReplayed } = await simulatePieces({ draft }, piecesOf());
    expect([replayed, changed.length, notReplayed]).toEqual([25, 8, []]);
    expect((await simulatePieces({ draft }, piecesOf(12))).replayed).toBe(12);
  });
});

describe("a simulation in a thread", () => {
  test("returns the same as one in this thread, over all pieces", async () => {
    const { status, text: answer } = await watched.send("POST", "/api/policies/simulate", body);
    expect(status).toBe(200);
    expect(JSON.parse(answer)).toEqual(await simulatePieces({ draft }, piecesOf()));
  });

  test("is refused with 429 if four computations of the workspace already wait, and ends with its client", async () => {
    const { deps } = watched.server;
    const source = new URL("../../../platform/threads/thread-work.fixture.ts", import.meta.url);
    const module = { work: testWork, source, name: "test" };
    const client = new AbortController();
    const call = { caller: { workspaceId }, signal: client.signal };
    async function* nothing() {}
    const input = { settings: "wait" as const, pieces: nothing };
    const running = deps.threads.run(module, input, requesterOf(call)).catch(String);
    const waiting = Array.from({ length: 4 }, () => simulatePolicy(deps, call, body).catch(String));
    const refused = await watched.send("POST", "/api/policies/simulate", body);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      429,
      {
        code: "rate_limited",
        detail:
          "The workspace has reached its limit of 4 waiting computations. Wait until one ends. Retry after 5 seconds.",
      },
    ]);
    expect(watched.answers.at(-1)).toContain('["retry-after","5"]');
    client.abort("The client has disconnected.");
    expect(new Set([await running, ...(await Promise.all(waiting))])).toEqual(
      new Set(["The client has disconnected."]),
    );
    expect((await watched.send("POST", "/api/policies/simulate", body)).status).toBe(200);
  });
});
