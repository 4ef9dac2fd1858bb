import type { Knex } from "knex";
import type { WritePrivilege } from "./schema-rights.ts";

/** A role's privilege to change or remove rows of a table, or to update one of the table's columns. */
export interface Grant {
  table: string;
  privilege: WritePrivilege;
  /** Null if the privilege applies to the whole table. */
  column: string | null;
  /** The role, quoted as in a statement; `public` for all roles. */
  grantee: string;
}

/** A trigger, with its definition after the table's name. */
interface LiveTrigger {
  table: string;
  name: string;
  does: string;
  /** `A`: always, `O`: except in replica sessions, `R`: only in replica sessions, `D`: disabled. */
  state: string;
}

/** A function, with everything that determines what it does. */
interface LiveFunction {
  signature: string;
  returns: string;
  language: string;
  body: string;
  /** Whether the function runs with the rights of its owner or with settings of its own. */
  hasOptions: boolean;
}

/** What the catalog of a database contains about protections. */
export interface LiveRights {
  /** The partitions of `events`. */
  partitions: string[];
  grants: Grant[];
  triggers: LiveTrigger[];
  functions: LiveFunction[];
  /** The policies of row security, and the tables for which it is enabled. */
  policies: string[];
  /** The tables and functions that have another owner than `workspaces`, each with that owner. */
  foreign: { kind: "table" | "function"; name: string; owner: string }[];
}

const ownTables = "c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')";
const ownFunctions = `p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
const workspacesOwner = "(select relowner from pg_class where oid = 'workspaces'::regclass)";
const signature = "p.proname || '(' || pg_get_function_arguments(p.oid) || ')'";

const queries = {
  partitions: `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass order by c.relname`,
  grants: `select c.relname as table, lower(a.privilege_type) as privilege, l.column,
      coalesce(quote_ident(r.rolname), 'public') as grantee
    from pg_class c
    cross join lateral (
      select null as column, coalesce(c.relacl, acldefault('r', c.relowner)) as acl
      union all select attname::text, attacl from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attacl is not null
    ) l
    cross join lateral aclexplode(l.acl) a left join pg_roles r on r.oid = a.grantee
    where ${ownTables} and a.privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
    order by 1, 2, 3, 4`,
  // The name of the table is removed, so that the definitions of a table and of its partitions are equal.
  triggers: `select c.relname as table, t.tgname as name, t.tgenabled::text as state,
      regexp_replace(pg_get_triggerdef(t.oid, true), '^CREATE TRIGGER \\S+ (.*) ON \\S+ FOR EACH', '\\1 FOR EACH') as does
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${ownTables} and not t.tgisinternal order by 1, 2`,
  functions: `select ${signature} as signature, pg_get_function_result(p.oid) as returns, l.lanname as language,
      p.prosrc as body, p.prosecdef or p.proconfig is not null as "hasOptions"
    from pg_proc p join pg_language l on l.oid = p.prolang where ${ownFunctions} order by 1`,
  policies: `select 'policy ' || p.polname || ' on ' || c.relname as name
      from pg_policy p join pg_class c on c.oid = p.polrelid where ${ownTables}
    union all select 'row security of ' || c.relname from pg_class c where ${ownTables} and c.relrowsecurity
    order by 1`,
  foreign: `select 'table' as kind, quote_ident(c.relname) as name, quote_ident(pg_get_userbyid(${workspacesOwner})) as owner
      from pg_class c where ${ownTables} and c.relowner <> ${workspacesOwner}
    union all select 'function', quote_ident(p.proname) || '(' || pg_get_function_identity_arguments(p.oid) || ')',
      quote_ident(pg_get_userbyid(${workspacesOwner}))
      from pg_proc p where ${ownFunctions} and p.proowner <> ${workspacesOwner}
    order by 1, 2`,
};

/** Reads the rights, triggers, functions, policies and owners of the schema from the catalog. */
export async function readLiveRights(db: Knex): Promise<LiveRights> {
  const read = async <Row>(sql: string): Promise<Row[]> => (await db.raw<{ rows: Row[] }>(sql)).rows;
  return {
    partitions: (await read<{ name: string }>(queries.partitions)).map(({ name }) => name),
    grants: await read(queries.grants),
    triggers: await read(queries.triggers),
    functions: await read(queries.functions),
    policies: (await read<{ name: string }>(queries.policies)).map(({ name }) => name),
    foreign: await read(queries.foreign),
  };
}
