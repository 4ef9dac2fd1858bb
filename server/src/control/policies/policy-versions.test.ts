import { afterAll, beforeAll, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";

let watched: WatchedServer;
beforeAll(async () => {
  watched = await startWatchedServer();
});
afterAll(() => watched.server.close());

test("a version that the database fails to read is a 500, not a missing version", async () => {
  const text = "permit (principal, action, resource);";
  await watched.send("POST", "/api/policies", { id: "all", name: "All", text });
  await watched.send("PUT", "/api/policies/all", { name: "Everything", text });
  const testOf = (version: number) => watched.send("POST", "/api/policies/all/test", { version, tests: [] });
  expect([(await testOf(1)).status, (await testOf(2)).status, (await testOf(3)).status]).toEqual([
    200, 200, 422,
  ]);
  const { knex } = watched.server.deps.database;
  await knex.raw("alter table policy_versions rename to policy_versions_away");
  // With this view, reading the first version divides by 0, and reading the second version succeeds.
  await knex.raw(
    "create view policy_versions as select * from policy_versions_away where version > 1 or 1 / (version - 1) = 0",
  );
  expect([(await testOf(1)).status, (await testOf(2)).status]).toEqual([500, 200]);
});
