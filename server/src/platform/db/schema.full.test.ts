// For each earlier state of the schema, migrates a database with rows from this state to the current state,
// and then back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { listTables } from "./table-list.ts";
import { engines } from "../jobs/job-harness.fixture.ts";
import type { Database } from "./connection/connect.ts";
import { migrateDown, migrateUp } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { readLiveRights } from "./rights/live-rights.ts";
import { missingProtections } from "./rights/missing-protections.ts";

/** The id of all rows. Every reference therefore refers to the only row in its table. */
const id = "01900000-0000-7000-8000-000000000001";

/** Returns a description of everything in the catalog that the migrations create. */
async function describeSchema({ knex }: Database): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { line: string }[] }>(`
    with own as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname !~ '^(knex|schema_steps$)'
    )
    select relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' '
      || coalesce(pg_get_expr(adbin, adrelid), attidentity::text) as line
    from own join pg_attribute a on attrelid = own.oid and attnum > 0 and not attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
    union all select relname || ' ' || conname || ' ' || pg_get_constraintdef(c.oid) from own join pg_constraint c on conrelid = own.oid
    union all select tgenabled::text || ' ' || pg_get_triggerdef(t.oid) from own join pg_trigger t on tgrelid = own.oid and not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by 1`);
  return rows.map(({ line }) => line);
}

const samples: Readonly<Record<string, string>> = {
  uuid: id,
  text: "x",
  json: "{}",
  jsonb: "{}",
  bytea: "\\x00",
  boolean: "t",
};

/** Column values that the general rules do not produce, by table. */
const given: Readonly<Record<string, Record<string, string>>> = {
  evaluations: { evaluators: "[]" },
  events: { data: "{}", salt: "\\x00" },
};

/** Inserts a row into each table of the current schema, with values that depend on the columns' types. */
async function fill({ knex }: Database): Promise<void> {
  for (const { name } of await listTables(knex)) {
    const { rows } = await knex.raw<{ rows: { column: string; type: string; check: string | null }[] }>(
      `select a.attname as "column", format_type(atttypid, null) as type,
        (select pg_get_constraintdef(c.oid) from pg_constraint c
         where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]) as "check"
      from pg_attribute a
      where attrelid = ?::regclass and attnum > 0 and not attisdropped and attnotnull and attidentity = ''`,
      [name],
    );
    const values = rows.map(({ column, type, check }) => [column, valueOf(type, check)]);
    await knex(name).insert({ ...Object.fromEntries(values), ...given[name] });
  }
}

function valueOf(type: string, check: string | null): string {
  const allowed = /ARRAY\['(\w+)'::text/.exec(check ?? "")?.[1];
  if (allowed) return allowed;
  if (type.endsWith("[]")) return "{}";
  if (type.startsWith("timestamp")) return "2026-01-02T03:04:05.678Z";
  return samples[type] ?? "1";
}

const counts = async ({ knex }: Database): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { name } of await listTables(knex)) {
    const row = await knex(name).count({ n: "*" }).first();
    found[name] = Number(row?.["n"]);
  }
  return found;
};

describe.each(engines)("the schema on %s", (engine) => {
  let database: Database;
  let present: string[];
  beforeAll(async () => {
    database = await freshDatabase(engine);
    present = await describeSchema(database);
  });
  afterAll(() => database.close());

  const empty = () => database.knex.raw("drop schema public cascade; create schema public");

  test.each(migrations.map(({ name }, index) => [name, index + 1] as const))(
    "is reached from %s with rows in every table, without losing rows",
    async (_name, count) => {
      await empty();
      await migrateUp(database, { migrations: migrations.slice(0, count) });
      await fill(database);
      const before = await counts(database);
      expect(new Set(Object.values(before))).toEqual(new Set([1]));
      await migrateUp(database);
      expect(await describeSchema(database)).toEqual(present);
      expect(await counts(database)).toMatchObject(before);
      expect(missingProtections(await readLiveRights(database.knex))).toEqual([]);
    },
  );

  test("revokes the API keys of agents when it is rolled back to a release that does not restrict them", async () => {
    await empty();
    const upTo = migrations.slice(0, migrations.findIndex(({ name }) => name === "0013_agent_api_keys") + 1);
    await migrateUp(database, { migrations: upTo });
    await fill(database);
    const [key] = await database.knex("api_keys");
    const bound = "01900000-0000-7000-8000-000000000002";
    await database.knex("api_keys").insert({ ...key, id: bound, agent: "triage" });
    await migrateDown(database, { migrations: upTo });
    const active = await database.knex("api_keys").whereNull("revoked_at").pluck("id");
    expect(active).toEqual([id]);
  });

  test("can be rolled back step by step until it is empty, and applied again", async () => {
    await empty();
    const states: string[][] = [];
    for (let count = 1; count <= migrations.length; count += 1) {
      await migrateUp(database, { migrations: migrations.slice(0, count) });
      states.push(await describeSchema(database));
    }
    expect(states.pop()).toEqual(present);
    while (await migrateDown(database)) expect(await describeSchema(database)).toEqual(states.pop() ?? []);
    await migrateUp(database);
    expect(await describeSchema(database)).toEqual(present);
  });
});
