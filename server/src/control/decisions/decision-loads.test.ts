import { afterAll, beforeAll, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
});
afterAll(() => watched.server.close());

const named = (type: string, id: string) => ({ type, id });
const read = { name: "read" };

/** Decides a request. @returns its outcome, and the ids of the entities that the decision loaded. */
async function decide(body: object) {
  const { knex } = watched.server.deps.database;
  const loaded: string[] = [];
  const record = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
    if (sql.includes("n(type, id, whole)")) loaded.push(...(bindings[1] as string[]));
  };
  knex.on("query", record);
  const { status, text } = await watched.send("POST", "/api/policy/authorize", body);
  knex.removeListener("query", record);
  return { status, outcome: Object(JSON.parse(text))["outcome"] as unknown, loaded };
}

test("a decision loads only entities that it needs, and loads each once", async () => {
  await watched.send("PUT", "/api/entities", {
    entities: [
      {
        ...named("user", "ada"),
        parents: [named("team", "a")],
        properties: { chief: { __entity: named("user", "eve") } },
      },
      { ...named("team", "a"), parents: [named("team", "all")], properties: { text: "x".repeat(1000) } },
      { ...named("user", "eve"), properties: { level: 1, chief: { __entity: named("user", "ceo") } } },
    ],
  });
  await watched.send("POST", "/api/policies", { id: "open", text: "permit (principal, action, resource);" });
  const body = { subject: named("user", "ada"), action: read, resource: named("record", "1") };
  expect(await decide(body)).toEqual({ status: 200, outcome: "allow", loaded: ["ada", "1", "a", "all"] });
  expect((await decide(body)).loaded).toEqual([]);
  const text =
    'forbid (principal, action, resource) when { principal has chief && principal.chief.level == 1 && user::"vip" in team::"x" };';
  await watched.send("POST", "/api/policies", { id: "rule", text, unknownNames: "allow" });
  expect((await decide(body)).loaded).toEqual(["ada", "1", "a", "all", "eve", "vip"]);
  expect((await decide(body)).loaded).toEqual([]);
});

test("the parents that a request sends are checked with cached entities", async () => {
  const guest = { ...named("user", "guest"), parents: [named("team", "a")] };
  const body = { subject: guest, action: read, resource: named("record", "1") };
  await decide(body);
  expect(await decide(body)).toMatchObject({ status: 200, loaded: [] });
  await watched.send("PATCH", "/api/entities", { entities: [named("user", "guest")] });
  expect(await decide(body)).toMatchObject({ status: 400 });
  await watched.send("DELETE", "/api/entities/user/guest");
  expect(await decide(body)).toMatchObject({ status: 200 });
});
