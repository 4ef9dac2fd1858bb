import type { Knex } from "knex";

/** A table as the catalog has it. */
export interface TableShape {
  name: string;
  /** Its columns in their order, generated ones left out. */
  columns: string[];
  /** The column that counts by itself; null when there is none. */
  identity: string | null;
  /** The tables that its foreign keys lead to, itself left out. */
  references: string[];
  /** Whether it has the column `workspace_id`. */
  ofWorkspace: boolean;
  /** False for one that a crash of Postgres empties: rows of imports under way. */
  lasting: boolean;
}

/** The migrator's own tables: the schema is brought up, not copied. */
const ownTables = ["knex_migrations", "knex_migrations_lock"];

/**
 * The tables of the schema, a partitioned one in place of its parts. Whatever a table refers to stands before it.
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
