import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { postgresUrl } from "../../../../test/support/test-postgres.ts";
import { type Database, openDatabase } from "./connection/connect.ts";
import { migrateDown, migrateUp, migrationStatus } from "./migrate.ts";
import { compareSteps } from "./migrations/compare-steps.ts";
import { digestOfStep, type Migration } from "./migrations/schema-steps.ts";

const withoutPostgres = (await postgresUrl()) === null;

const first: Migration = {
  name: "0001_first",
  up: async (knex) => void (await knex.raw("create table first (id int)")),
  down: async (knex) => void (await knex.raw("drop table first")),
};
const second: Migration = {
  name: "0002_second",
  up: async (knex) => void (await knex.raw("create table second (id int)")),
  down: async (knex) => void (await knex.raw("drop table second")),
};
const migrations = [first, second];

let embedded: Promise<Database> | undefined;
afterAll(async () => (await embedded)?.close());

/** Returns an empty database. All tests share the embedded database, because opening one takes seconds. */
async function emptyDatabase(engine: Database["engine"]): Promise<Database> {
  if (engine === "embedded") embedded ??= freshDatabase(engine);
  const database = await (engine === "embedded" && embedded ? embedded : freshDatabase(engine));
  if (engine === "postgres") onTestFinished(() => database.close());
  await database.knex.raw("drop schema public cascade; create schema public");
  return database;
}

/** Opens the same database again, as another process would. */
async function anotherOn({ url }: Database): Promise<Database> {
  const database = await openDatabase({ url: url ?? "" });
  onTestFinished(() => database.close());
  return database;
}

describe.each<{ engine: Database["engine"]; missing: boolean }>([
  { engine: "embedded", missing: false },
  { engine: "postgres", missing: withoutPostgres },
])("the schema of the $engine database", ({ engine, missing }) => {
  test.skipIf(missing)("is migrated step by step, and rolled back by one step", async () => {
    const database = await emptyDatabase(engine);
    const names = ["0001_first", "0002_second"];
    expect(await migrationStatus(database, { migrations })).toEqual({
      applied: [],
      pending: names,
      unknown: [],
    });
    expect(await migrateUp(database, { migrations: [first] })).toEqual(["0001_first"]);
    expect(await migrateUp(database, { migrations })).toEqual(["0002_second"]);
    expect(await migrateUp(database, { migrations })).toEqual([]);
    expect(await migrationStatus(database, { migrations })).toEqual({
      applied: names,
      pending: [],
      unknown: [],
    });

    expect(await migrateDown(database, { migrations })).toBe("0002_second");
    expect(await database.knex.schema.hasTable("second")).toBe(false);
    expect(await migrateDown(database, { migrations })).toBe("0001_first");
    expect(await migrateDown(database, { migrations })).toBeUndefined();
  });

  test.skipIf(missing)("that is newer than the program is refused and not changed", async () => {
    const database = await emptyDatabase(engine);
    await migrateUp(database, { migrations });
    const older = { migrations: [first] };
    const refusal =
      "The database's schema is newer than this release of Assay, which does not know the migrations 0002_second.";
    await expect(migrateUp(database, older)).rejects.toThrow(refusal);
    await expect(migrateDown(database, older)).rejects.toThrow(refusal);
    expect(await migrationStatus(database, older)).toMatchObject({ unknown: ["0002_second"] });
    expect(await database.knex.schema.hasTable("second")).toBe(true);
  });

  test.skipIf(missing)(
    "is compared with the statements of this release, and refused if they differ",
    async () => {
      const database = await emptyDatabase(engine);
      await migrateUp(database, { migrations });
      const edited: Migration = {
        ...first,
        up: async (knex) => void (await knex.raw("create table first (id bigint)")),
      };
      expect(await compareSteps(database.knex, migrations)).toEqual({ changed: [], unrecorded: [] });
      const later = { migrations: [edited, second] };
      expect(await compareSteps(database.knex, later.migrations)).toEqual({
        changed: ["0001_first"],
        unrecorded: [],
      });
      await expect(migrateUp(database, later)).rejects.toThrow("0001_first was applied in another form");
      expect(await migrateUp(database, { migrations })).toEqual([]);
    },
  );

  test.skipIf(missing)("keeps no digest of a step that was rolled back", async () => {
    const database = await emptyDatabase(engine);
    await migrateUp(database, { migrations });
    await migrateDown(database, { migrations });
    const digest = await digestOfStep(first);
    expect(await database.knex("schema_steps")).toEqual([{ name: "0001_first", digest }]);
  });

  test.skipIf(missing)("can be used if its steps were applied before digests were stored", async () => {
    const database = await emptyDatabase(engine);
    await migrateUp(database, { migrations: [first] });
    await database.knex.raw("drop table schema_steps");
    expect(await compareSteps(database.knex, migrations)).toEqual({
      changed: [],
      unrecorded: ["0001_first"],
    });
    expect(await migrateUp(database, { migrations })).toEqual(["0002_second"]);
    expect(await compareSteps(database.knex, migrations)).toEqual({
      changed: [],
      unrecorded: ["0001_first"],
    });
  });

  test.skipIf(missing)("is unchanged when a step fails", async () => {
    const database = await emptyDatabase(engine);
    const broken: Migration = {
      ...second,
      up: async (knex) => {
        await second.up(knex);
        await knex.raw("select * from missing");
      },
    };
    await expect(migrateUp(database, { migrations: [first, broken] })).rejects.toMatchObject({
      code: "42P01",
    });
    expect(await migrationStatus(database, { migrations })).toMatchObject({ applied: [] });
    expect(await migrateUp(database, { migrations })).toEqual(["0001_first", "0002_second"]);
  });

  test.skipIf(missing)("is migrated after a process died during a migration", async () => {
    const database = await emptyDatabase(engine);
    await migrateUp(database, { migrations: [first] });
    await database.knex("knex_migrations_lock").update({ is_locked: 1 }); // the state after a crash
    expect(await migrateUp(database, { migrations })).toEqual(["0002_second"]);
  });
});

describe.skipIf(withoutPostgres)("the schema of a server's database", () => {
  test("is migrated once when four processes start concurrently on an empty database", async () => {
    const database = await emptyDatabase("postgres");
    const processes = [
      database,
      await anotherOn(database),
      await anotherOn(database),
      await anotherOn(database),
    ];
    const applied = await Promise.all(processes.map((one) => migrateUp(one, { migrations })));
    expect(applied.filter((names) => names.length > 0)).toEqual([["0001_first", "0002_second"]]);
    expect(await migrationStatus(database, { migrations })).toMatchObject({ pending: [] });
  });

  test("allows an index built concurrently while other processes wait for the lock", async () => {
    const database = await emptyDatabase("postgres");
    await migrateUp(database, { migrations: [first] });
    const index: Migration = {
      name: "0002_index",
      up: async (knex) => {
        await knex.raw("drop index if exists first_id");
        await knex.raw("create index concurrently first_id on first (id)");
      },
      down: async (knex) => void (await knex.raw("drop index first_id")),
      config: { transaction: false },
    };
    const processes = [database, await anotherOn(database), await anotherOn(database)];
    const applied = await Promise.all(processes.map((one) => migrateUp(one, { migrations: [first, index] })));
    expect(applied.filter((names) => names.length > 0)).toEqual([["0002_index"]]);
  });

  test("waits for a table in use without blocking other queries for long", async () => {
    const database = await emptyDatabase("postgres");
    await migrateUp(database, { migrations: [first] });
    const attempts: number[] = [];
    const user: { done?: () => void } = {};
    const busy = new Promise<void>((resolve) => (user.done = resolve));
    const use = database.knex.transaction(async (tx) => {
      await tx("first").select();
      await busy;
    });
    const change: Migration = {
      name: "0002_change",
      up: async (knex) => {
        attempts.push(attempts.length);
        if (attempts.length === 2) user.done?.();
        await knex.raw("set local lock_timeout = '50ms'; alter table first add column name text");
      },
      down: async () => {},
    };
    expect(await migrateUp(database, { migrations: [first, change] })).toEqual(["0002_change"]);
    await use;
    expect(attempts.length).toBeGreaterThanOrEqual(2);
  });

  test("is migrated after a deadlock with a transaction that uses the tables in another order", async () => {
    const database = await emptyDatabase("postgres");
    await migrateUp(database, { migrations: [first] });
    await database.knex.raw("create sequence attempts");
    // A sequence keeps its value when the transaction of an attempt is rolled back.
    const change: Migration = {
      name: "0002_change",
      up: async (knex) => {
        await knex.raw(`do $$ begin
          if nextval('attempts') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
        end $$`);
        await second.up(knex);
      },
      down: async () => {},
    };
    expect(await migrateUp(database, { migrations: [first, change] })).toEqual(["0002_change"]);
    expect(await database.knex("attempts").pluck("last_value")).toEqual([2]);
  });

  test("is migrated through the direct address if this is set", async () => {
    const database = await emptyDatabase("postgres");
    const direct = await emptyDatabase("postgres");
    await migrateUp(database, { migrations, directUrl: direct.url ?? "" });
    expect(await migrationStatus(direct, { migrations })).toMatchObject({ pending: [] });
    expect(await migrationStatus(database, { migrations })).toMatchObject({ applied: [] });
  });
});
