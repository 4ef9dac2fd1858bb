import type { Knex } from "knex";

/** A table in the catalog. */
export interface TableShape {
  name: string;
  /** Its columns in order, without generated ones. */
  columns: string[];
  /** The identity column; null if none. */
  identity: string | null;
  /** The tables that its foreign keys reference, except itself. */
  references: string[];
  /** Whether it has the column `workspace_id`. */
  ofWorkspace: boolean;
  /** False for unlogged tables, which a crash of Postgres empties. */
  lasting: boolean;
}

/** The migrator's tables; a restore migrates the schema instead of copying them. */
const ownTables = ["knex_migrations", "knex_migrations_lock"];

/**
 * Lists the tables of the schema, a partitioned one in place of its parts, in the order of their references.
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
