// What holds of the schema as a whole: from each earlier state of it a database with rows comes to the present one, back and
// forth; and everything belongs to one workspace, so that tables can be distributed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { listTables } from "./table-list.ts";
import { engines } from "../jobs/job-lab.fixture.ts";
import type { Database } from "./connection/connect.ts";
import { migrateDown, migrateUp } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";

/** One id for everything: whatever refers to something refers to the one row of its table. */
const id = "01900000-0000-7000-8000-000000000001";

/** Everything in the catalog that the migrations make, in words. */
async function describeSchema({ knex }: Database): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { line: string }[] }>(`
    with own as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not like 'knex%'
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

/** Values of single tables that no general rule gives. */
const given: Readonly<Record<string, Record<string, string>>> = { events: { data: "{}", salt: "\\x00" } };

/** A row of each table of the present state, made by the types of its columns. */
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
    "is reached from a database of %s with rows in every table, all of which stay",
    async (_name, count) => {
      await empty();
      await migrateUp(database, { migrations: migrations.slice(0, count) });
      await fill(database);
      const before = await counts(database);
      expect(new Set(Object.values(before))).toEqual(new Set([1]));
      await migrateUp(database);
      expect(await describeSchema(database)).toEqual(present);
      expect(await counts(database)).toMatchObject(before);
    },
  );

  test("is taken back step by step to nothing, and reached again", async () => {
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

describe("every migration", () => {
  test("only adds, so that the release before it works on beside it", async () => {
    const database = await freshDatabase("embedded");
    const statements: string[] = [];
    try {
      await database.knex.raw("drop schema public cascade; create schema public");
      await migrateUp(database, { migrations: migrations.slice(0, 1) });
      database.knex.on("query", ({ sql }: { sql: string }) => statements.push(sql.replaceAll(/\s+/g, " ")));
      await migrateUp(database);
    } finally {
      await database.close();
    }
    expect(statements.length).toBeGreaterThan(20);
    // A table or column that code of before may use goes in a later release than the code; a column that must have a value
    // needs a default, as that code gives none.
    const takesAway = statements.filter((sql) =>
      /\balter table\b.*\b(drop column|rename|set not null|alter column \w+ type)\b|^\s*drop (table|column)|\badd column \w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/i.test(
        sql,
      ),
    );
    expect(takesAway).toEqual([]);
  });
});

/** Tables of the installation, not of a workspace; and the one that finds the workspace of a key. */
const ofTheInstallation = ["workspaces", "instance_secrets", "signing_keys"];
const findsTheWorkspace = ["api_key_secrets"];

describe("every table", () => {
  let database: Database;
  interface Key {
    table: string;
    name: string;
    columns: string[];
    /** Of a foreign key. */
    target: string | null;
    targetColumns: string[] | null;
  }
  let primary: Key[];
  let foreign: Key[];
  let unique: Key[];
  beforeAll(async () => {
    database = await freshDatabase("embedded");
    const keys = async (type: string): Promise<Key[]> => {
      const { rows } = await database.knex.raw<{ rows: Key[] }>(
        `select c.conrelid::regclass::text as table, conname as name,
          array(select attname::text from unnest(conkey) with ordinality k (n, o)
            join pg_attribute on attrelid = conrelid and attnum = n order by o) as columns,
          nullif(confrelid, 0)::regclass::text as target,
          array(select attname::text from unnest(confkey) with ordinality k (n, o)
            join pg_attribute on attrelid = confrelid and attnum = n order by o) as "targetColumns"
        from pg_constraint c join pg_class t on t.oid = c.conrelid
        where contype = ? and connamespace = 'public'::regnamespace and t.relname not like 'knex%'`,
        [type],
      );
      return rows;
    };
    [primary, foreign] = [await keys("p"), await keys("f")];
    const { rows } = await database.knex.raw<{ rows: Key[] }>(
      `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
        array(select coalesce(attname::text, '') from unnest(i.indkey::int[]) with ordinality k (n, o)
          left join pg_attribute on attrelid = i.indrelid and attnum = n order by o) as columns
      from pg_index i join pg_class t on t.oid = i.indrelid
      where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname not like 'knex%'`,
    );
    unique = rows;
  });
  afterAll(() => database.close());

  const isOfAWorkspace = ({ table }: Key) => ![...ofTheInstallation, ...findsTheWorkspace].includes(table);

  test("has a primary key that the workspace id leads", async () => {
    const tables = (await listTables(database.knex)).map(({ name }) => name);
    expect(tables.filter((name) => !primary.some(({ table }) => table === name))).toEqual([]);
    const others = primary.filter(isOfAWorkspace).filter(({ columns }) => columns[0] !== "workspace_id");
    expect(others).toEqual([]);
    expect(primary.filter(isOfAWorkspace).length).toBeGreaterThan(30);
  });

  test("refers to nothing outside of its workspace: the workspace id leads every foreign key, at both ends", () => {
    const others = foreign.filter(
      ({ columns, target, targetColumns }) =>
        columns[0] !== "workspace_id" ||
        targetColumns?.[0] !== (target === "workspaces" ? "id" : "workspace_id"),
    );
    expect(others).toEqual([]);
    expect(foreign.length).toBeGreaterThan(30);
  });

  test("has no value that must be unique beyond its workspace", () => {
    const others = unique.filter(isOfAWorkspace).filter(({ columns }) => columns[0] !== "workspace_id");
    expect(others).toEqual([]);
  });
});
