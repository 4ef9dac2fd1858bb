import type { Knex } from "knex";
import { stepsTable } from "./migrations/schema-steps.ts";

/** Describes a table in the catalog. */
export interface TableShape {
  name: string;
  /** The table's columns in order, without generated columns. */
  columns: string[];
  /** The identity column; null if there is none. */
  identity: string | null;
  /** The tables that the table's foreign keys reference, except the table itself. */
  references: string[];
  /** Whether the table has the column `workspace_id`. */
  ofWorkspace: boolean;
  /** False for unlogged tables, which are emptied when Postgres crashes. */
  lasting: boolean;
}

/**
 * The tables of the migration program. A restore does not copy them, because it creates the schema by
 * running the migrations.
 */
const ownTables = ["knex_migrations", "knex_migrations_lock", stepsTable];

/**
 * Lists the tables in the schema, so that each table comes after the tables that it references. For a
 * partitioned table, lists only the table itself and not its partitions.
 */
export async function listTables(db: Knex): Promise<TableShape[]> {
  const { rows } = await db.raw<{ rows: TableShape[] }>(
    `select c.relname as name, columns.names as columns, columns.identity as identity,
      coalesce(keys.names, '{}') as "references", 'workspace_id' = any(columns.names) as "ofWorkspace",
      c.relpersistence = 'p' as lasting
    from pg_class c
    cross join lateral (
      select array_agg(attname::text order by attnum) as names,
        min(attname::text) filter (where attidentity <> '') as identity
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) columns
    left join lateral (
      select array_agg(distinct target.relname::text) as names
      from pg_constraint k join pg_class target on target.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
    ) keys on true
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname::text <> all(?::text[])
    order by c.relname`,
    [ownTables],
  );
  return inOrder(rows);
}

function inOrder(tables: readonly TableShape[]): TableShape[] {
  const placed = new Map<string, TableShape>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const next = waiting.filter(({ references }) => references.every((name) => placed.has(name)));
    if (next.length === 0)
      throw new Error(
        `The tables ${waiting.map(({ name }) => name).join(", ")} refer to each other in a circle.`,
      );
    for (const table of next) placed.set(table.name, table);
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return [...placed.values()];
}
