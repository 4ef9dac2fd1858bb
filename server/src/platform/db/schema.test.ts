// Verifies rules that apply to the whole schema: migrations only add, and every row belongs to one workspace,
// so that the tables can be distributed.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../test/support/database.ts";
import { listTables } from "./table-list.ts";
import type { Database } from "./connection/connect.ts";
import { migrateUp } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";

describe("every migration", () => {
  test("only adds to the schema, so that the previous release can still use it", async () => {
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
    // A table or column that earlier code uses must be dropped one release after the code was removed. A
    // required column needs a default value, because earlier code does not set the column.
    const takesAway = statements.filter((sql) =>
      /\balter table\b.*\b(drop column|rename|set not null|alter column \w+ type)\b|^\s*drop (table|column)|\badd column \w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/i.test(
        sql,
      ),
    );
    expect(takesAway).toEqual([]);
  });
});

/**
 * Tables that belong to the installation and not to a workspace, and the table that maps an API key to its
 * workspace.
 */
const ofTheInstallation = ["workspaces", "instance_secrets", "signing_keys"];
const findsTheWorkspace = ["api_key_secrets"];

describe("every table", () => {
  let database: Database;
  interface Key {
    table: string;
    name: string;
    columns: string[];
    /** The table that a foreign key references. */
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
        where contype = ? and connamespace = 'public'::regnamespace and t.relname !~ '^(knex|schema_steps$)'`,
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
      where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relname !~ '^(knex|schema_steps$)'`,
    );
    unique = rows;
  });
  afterAll(() => database.close());

  const isOfAWorkspace = ({ table }: Key) => ![...ofTheInstallation, ...findsTheWorkspace].includes(table);

  test("has a primary key that starts with the workspace id", async () => {
    const tables = (await listTables(database.knex)).map(({ name }) => name);
    expect(tables.filter((name) => !primary.some(({ table }) => table === name))).toEqual([]);
    const others = primary.filter(isOfAWorkspace).filter(({ columns }) => columns[0] !== "workspace_id");
    expect(others).toEqual([]);
    expect(primary.filter(isOfAWorkspace).length).toBeGreaterThan(30);
  });

  test("references only rows in its workspace: both sides of every foreign key start with the workspace id", () => {
    const others = foreign.filter(
      ({ columns, target, targetColumns }) =>
        columns[0] !== "workspace_id" ||
        targetColumns?.[0] !== (target === "workspaces" ? "id" : "workspace_id"),
    );
    expect(others).toEqual([]);
    expect(foreign.length).toBeGreaterThan(30);
  });

  test("has no index that only a migration used", async () => {
    const { rows } = await database.knex.raw<{ rows: unknown[] }>(
      "select from pg_indexes where indexname = 'samples_in_clusters'",
    );
    expect(rows).toEqual([]);
  });

  test("has no uniqueness constraint across workspaces", () => {
    const others = unique.filter(isOfAWorkspace).filter(({ columns }) => columns[0] !== "workspace_id");
    expect(others).toEqual([]);
  });
});
