import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Database,
  openOnHost,
  type OpenOptions,
} from "../../server/src/platform/db/connection/connect.ts";
import { openEmbedded } from "../../server/src/platform/db/embedded/open-embedded.ts";
import type { PgliteHost } from "../../server/src/platform/db/embedded/worker/pglite-host.ts";

/** An embedded Postgres in this process, with a separate folder. */
interface EmptyHost {
  host: PgliteHost;
  dataDir: string;
  /** The host's catalog before the first test used it. */
  catalog: string;
}

/**
 * Hosts that a test has closed. Opening one takes two seconds of CPU time; emptying one takes milliseconds.
 */
const idle: EmptyHost[] = [];
const maxIdle = 2;

/** Folders to remove at exit, because a test that exceeds its time limit does not close its host. */
const openFolders = new Set<string>();
process.once("exit", () => {
  for (const folder of openFolders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder for an embedded database. The folder is removed at the latest when the process exits. */
export function newDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-database-"));
  openFolders.add(dataDir);
  const remove = () => {
    rmSync(dataDir, { recursive: true, force: true });
    openFolders.delete(dataDir);
  };
  return { dataDir, remove };
}

/**
 * Opens an embedded database with the current schema and no rows. Closing it empties it for the next test in
 * this process. If a test changed anything other than rows, its Postgres is closed and its folder is removed
 * instead.
 */
export async function openEmptied(template: string, options: OpenOptions): Promise<Database> {
  const empty = idle.pop() ?? (await start(template));
  const database = await openOnHost({ ...borrowed(empty.host), close: async () => {} }, options);
  return {
    ...database,
    close: async () => {
      await database.close();
      const isEmptied = idle.length < maxIdle && (await emptied(empty).catch(() => false));
      if (isEmptied) idle.push(empty);
      else await discard(empty);
    },
  };
}

const borrowed = (host: PgliteHost): PgliteHost => ({
  attach: (client) => host.attach(client),
  isReady: () => host.isReady(),
  close: () => host.close(),
});

async function start(template: string): Promise<EmptyHost> {
  const { dataDir } = newDataDir();
  const host = await openEmbedded({ dataDir, durable: false, template });
  return { host, dataDir, catalog: await onHost(host, catalogOf) };
}

async function discard({ host, dataDir }: EmptyHost): Promise<void> {
  await host.close();
  rmSync(dataDir, { recursive: true, force: true });
  openFolders.delete(dataDir);
}

/** Deletes all rows. @returns whether the database is in its initial state afterwards. */
async function emptied({ host, catalog }: EmptyHost): Promise<boolean> {
  return onHost(host, async (knex) => {
    await knex.raw(removeRows);
    return (await catalogOf(knex)) === catalog;
  });
}

async function onHost<Result>(
  host: PgliteHost,
  work: (knex: Database["knex"]) => Promise<Result>,
): Promise<Result> {
  const database = await openOnHost({ ...borrowed(host), close: async () => {} }, {});
  try {
    return await work(database.knex);
  } finally {
    await database.close();
  }
}

/**
 * SQL that deletes all rows. There are usually few rows, and truncating all related tables costs more. If a
 * table is large, the SQL truncates the tables instead. Meanwhile, the trigger function that protects
 * evidence is disabled.
 */
const removeRows = `do $$
declare
  own record;
  used text[] := '{}';
  filled text[] := '{}';
  bytes bigint := 0;
  has_rows boolean;
  refusal text := pg_get_functiondef('refuse_evidence_change'::regproc);
begin
  for own in select oid::regclass::text as name, pg_relation_size(oid) as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^(knex|schema_steps$)'
  loop
    continue when own.bytes = 0;
    used := used || own.name;
    execute format('select exists (select from %s)', own.name) into has_rows;
    if has_rows then filled := filled || own.name; end if;
    bytes := greatest(bytes, own.bytes);
  end loop;
  if cardinality(filled) = 0 then return; end if;
  create or replace function refuse_evidence_change() returns trigger language plpgsql
    as 'begin return old; end';
  if bytes > 512 * 1024 then
    execute 'truncate ' || array_to_string(used, ', ') || ' cascade';
  else
    set local session_replication_role = replica; -- no foreign keys are checked
    for own in select unnest(filled) as name loop
      execute format('delete from %s', own.name);
    end loop;
  end if;
  execute refusal;
  perform setval(seqrelid, seqstart, false) from pg_sequence;
end $$`;

/**
 * Returns a digest of everything other than rows that migrations create and tests may change. Equal states
 * have equal digests.
 */
async function catalogOf(knex: Database["knex"]): Promise<string> {
  const { rows } = await knex.raw<{ rows: { catalog: string }[] }>(`
    select md5(string_agg(line, E'\\n' order by line)) as catalog from (
      select concat_ws(' ', 'class', oid, relname, relkind, relacl, reloptions) from pg_class where oid >= 16384 and relkind <> 't'
        and relnamespace::regnamespace::text not like 'pg_toast%'
      union all select concat_ws(' ', 'column', attrelid, attname, atttypid, attnotnull, attisdropped) from pg_attribute
        where attrelid >= 16384 and attnum > 0
      union all select concat_ws(' ', 'default', adrelid, adnum, pg_get_expr(adbin, adrelid)) from pg_attrdef
      union all select concat_ws(' ', 'function', oid, proname, md5(prosrc)) from pg_proc where oid >= 16384
      union all select concat_ws(' ', 'trigger', oid, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'constraint', oid, conname, convalidated) from pg_constraint where oid >= 16384
      union all select concat_ws(' ', 'schema', oid, nspname, nspacl) from pg_namespace
      union all select concat_ws(' ', 'role', oid, rolname, rolsuper, rolconfig) from pg_roles
      union all select concat_ws(' ', 'setting', setdatabase, setrole, setconfig) from pg_db_role_setting
      union all select concat_ws(' ', 'migration', name) from knex_migrations
      union all select concat_ws(' ', 'step', name, digest) from schema_steps
      union all select concat_ws(' ', 'lock', is_locked) from knex_migrations_lock
    ) as lines (line)`);
  return rows[0]?.catalog ?? "";
}
