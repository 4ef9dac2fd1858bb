// Compares a migrated database with the table of expected rights, and checks that each missing protection is
// found and restored.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import { engines } from "../../jobs/job-harness.fixture.ts";
import type { Database } from "../connection/connect.ts";
import { type LiveRights, readLiveRights } from "./live-rights.ts";
import { missingProtections } from "./missing-protections.ts";
import { functionRights, tableRights, triggerRights, type WritePrivilege } from "./schema-rights.ts";

const partitions = ["events_0", "events_1", "events_2", "events_3", "events_rest"];
const privileges: WritePrivilege[] = ["delete", "truncate", "update"];
const byName = (one: { table: string; name?: string }, other: { table: string; name?: string }) =>
  `${one.table} ${one.name}` < `${other.table} ${other.name}` ? -1 : 1;

/** Returns the tables for which any role lacks a privilege, with the columns that can be updated. */
async function restrictedTables({ knex }: Database, { grants }: LiveRights) {
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    "select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  return rows
    .map(({ table }) => {
      const own = grants.filter((grant) => grant.table === table);
      return {
        table,
        denied: privileges.filter((one) => !own.some((g) => g.privilege === one && g.column === null)),
        updatable: own.flatMap(({ column }) => column ?? []),
      };
    })
    .filter(({ denied, updatable }) => denied.length + updatable.length > 0)
    .sort(byName);
}

describe.each(engines)("the rights of an empty database on %s", (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(engine);
  });
  afterAll(() => database.close());

  test("are those of the table", async () => {
    const live = await readLiveRights(database.knex);
    const sorted = tableRights(partitions).map((one) => ({ ...one, denied: [...one.denied].sort() }));
    expect(await restrictedTables(database, live)).toEqual(sorted.sort(byName));
    const grantees = new Set(live.grants.map(({ grantee }) => grantee));
    expect(grantees.size).toBe(1);
    expect(grantees).not.toContain("public");
    const triggers = triggerRights(partitions).map(({ table, name, does, always }) => ({
      table,
      name,
      does,
      state: always ? "A" : "O",
    }));
    expect([...live.triggers].sort(byName)).toEqual(triggers.sort(byName));
    expect(live.functions).toEqual(functionRights.map((one) => ({ ...one, hasOptions: false })));
    expect(live).toMatchObject({ partitions, policies: [], foreign: [] });
    expect(missingProtections(live)).toEqual([]);
  });

  test.each([
    [
      "a table's privilege",
      "grant delete on checkpoints to current_user",
      /^the denial of delete on checkpoints/,
    ],
    [
      "an update of all columns",
      "grant update on events to current_user",
      /^the denial of update on events to/,
    ],
    [
      "a column",
      "grant update (kid) on signing_keys to public",
      /^the denial of update \(kid\) on signing_keys/,
    ],
    ["a privilege of all roles", "grant truncate on events_2 to public", /truncate on events_2 to public$/],
    ["a trigger of events", "drop trigger events_keep on events", /^the trigger events_keep on events$/],
    ["a trigger", "drop trigger event_keys_truncate on event_keys", /^the trigger event_keys_truncate/],
    ["a disabled trigger", "alter table events_1 disable trigger events_keep", /events_keep on events_1$/],
    ["a state", "alter table checkpoints enable trigger checkpoints_append_only", /checkpoints_append_only/],
    [
      "a partition",
      "create table events_4 partition of events for values from (67108864) to (83886080)",
      /events_4/,
    ],
    [
      "a function",
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
      /^the function refuse_change/,
    ],
    [
      "a setting",
      "alter function allow_erasure_only() set search_path = pg_temp",
      /^the function allow_erasure_only/,
    ],
  ])("are restored after %s was changed", async (_title, change, name) => {
    const { knex } = database;
    const tx = await knex.transaction();
    try {
      await tx.raw(change);
      const missing = missingProtections(await readLiveRights(tx));
      expect(missing[0]?.name).toMatch(name);
      for (const { restore } of missing) await tx.raw(restore.replaceAll("?", "\\?"));
      expect(missingProtections(await readLiveRights(tx))).toEqual([]);
    } finally {
      await tx.rollback();
    }
  });
});
