import { callOfBody } from "@assay/contract/control/decisions/authorize-call";
import { authorizeBody } from "@assay/contract/control/decisions/authorize-input";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWatchedServer, type WatchedServer } from "../../app/watched-server.fixture.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import { SnapshotChangedError, SnapshotCheck } from "./snapshot-check.ts";

let watched: WatchedServer;
let workspaceId: string;
beforeAll(async () => {
  watched = await startWatchedServer();
  const { deps } = watched.server;
  await watched.send("PUT", "/api/entities", {
    entities: [
      { type: "user", id: "ada", parents: [{ type: "team", id: "a" }] },
      { type: "team", id: "a", properties: { size: 3 } },
    ],
  });
  const row: { workspace_id: string } = await deps.database.knex("entities").first("workspace_id");
  workspaceId = row.workspace_id;
});
afterAll(() => watched.server.close());

const callOf = (subject: string, resource: { type: string; id: string }) =>
  callOfBody(
    authorizeBody.parse({ subject: { type: "user", id: subject }, action: { name: "read" }, resource }),
    null,
  );

/** Verifies what a decision used, as if the log were locked. */
async function check(
  cache: SnapshotCache,
  snapshot: Awaited<ReturnType<SnapshotCache["get"]>>,
): Promise<void> {
  const { database } = watched.server.deps;
  await new SnapshotCheck(workspaceId, snapshot, cache.replace).requireUnchanged({
    size: -1,
    shared: new Map(),
    readState: (work) => inTransaction(database, work),
  });
}

test("a change is found although another call has loaded the changed entity again", async () => {
  const cache = new SnapshotCache(watched.server.deps);
  const snapshot = await cache.get(workspaceId, callOf("ada", { type: "record", id: "1" }));
  const team = { type: "team", id: "a" };
  // The decision reads the parents of the team, whose properties are not loaded.
  expect([snapshot.find({ type: "user", id: "ada" }), snapshot.find(team)]).toMatchObject([
    { parents: [team] },
    { properties: undefined, parents: [] },
  ]);
  const parents = [{ type: "team", id: "restricted" }];
  await watched.send("PATCH", "/api/entities", { entities: [{ ...team, parents }] });
  const other = await cache.get(workspaceId, callOf("eve", team));
  expect(other.workspace).toBe(snapshot.workspace);
  expect(other.find(team)).toMatchObject({ parents });
  await expect(check(cache, snapshot)).rejects.toThrow(SnapshotChangedError);
  // The other call has read the changed team.
  await check(cache, other);
});

test("an entity that was loaded again between two reads is a change", async () => {
  const cache = new SnapshotCache(watched.server.deps);
  const snapshot = await cache.get(workspaceId, callOf("ada", { type: "record", id: "1" }));
  const team = { type: "team", id: "a" };
  snapshot.find(team);
  await cache.get(workspaceId, callOf("eve", team));
  snapshot.find(team);
  await check(cache, snapshot);
  await watched.send("PATCH", "/api/entities", { entities: [{ type: "record", id: "2" }] });
  await expect(check(cache, snapshot)).rejects.toThrow(SnapshotChangedError);
});
