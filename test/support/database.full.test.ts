import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../server/src/platform/db/connection/connect.ts";
import { migrationStatus } from "../../server/src/platform/db/migrate.ts";
import { freshDatabase } from "./database.ts";
import { changedBy } from "./fresh-database-changes.ts";
import { postgresUrl } from "./test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.each<{ engine: Database["engine"]; missing: boolean }>([
  { engine: "embedded", missing: false },
  { engine: "postgres", missing: withoutPostgres },
])("a fresh $engine database", ({ engine, missing }) => {
  test.skipIf(missing)("has the current schema and no data of other tests", async () => {
    const [one, other] = [await freshDatabase(engine), await freshDatabase(engine)];
    onTestFinished(async () => {
      await one.close();
      await other.close();
    });
    await one.knex.raw("create table own (id int)");

    expect(await migrationStatus(other)).toMatchObject({ pending: [], unknown: [] });
    const { rows } = await other.knex.raw("select to_regclass('own') as own");
    expect(rows).toEqual([{ own: null }]);
  });
});

const databaseFolders = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith("assay-database-"))
    .map((name) => join(tmpdir(), name));

test("the folder of a fresh embedded database is removed when it is closed", async () => {
  const before = new Set(databaseFolders());
  // Host settings require a new database, not one that another test has closed.
  const database = await freshDatabase("embedded", { durable: false });
  const added = databaseFolders().filter((folder) => !before.has(folder));
  await database.close();

  // Another run on this machine may add folders at the same time, but one of them belongs to this test.
  expect(added.some((folder) => !existsSync(folder))).toBe(true);
});

test.skipIf(withoutPostgres)("a fresh database of a server is dropped when it is closed", async () => {
  const database = await freshDatabase("postgres");
  const { rows } = await database.knex.raw<{ rows: { name: string }[] }>("select current_database() as name");
  await database.close();

  const next = await freshDatabase("postgres");
  onTestFinished(() => next.close());
  expect(await next.knex("pg_database").where({ datname: rows[0]?.name }).count()).toEqual([{ count: 0 }]);
});

test("a fresh embedded database has no table, trigger or role that another test changed", async () => {
  const changes = [
    "create table own (id int)",
    "alter table events disable trigger events_keep",
    "create role other",
    "alter table workspaces add column own int",
  ];
  for (const change of changes)
    expect({ change, changed: await changedBy(change) }).toEqual({ change, changed: false });
});
