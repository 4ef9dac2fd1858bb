import { escapeIdentifier } from "pg";

/** A privilege that can change or remove rows. */
export type WritePrivilege = "update" | "delete" | "truncate";

/** The privileges that no role has on a table, except for the update of some columns. */
interface TableRights {
  table: string;
  denied: readonly WritePrivilege[];
  /** The columns that can be updated, sorted by name; only if "update" is denied for the table. */
  updatable: readonly string[];
}

/** The function that a trigger calls when one of the events occurs. */
interface TriggerRights {
  table: string;
  name: string;
  /** The definition after the table's name, as Postgres prints it. */
  does: string;
  /** Whether the trigger also fires in sessions with the replication role replica. */
  always: boolean;
  /** Whether Postgres copied the trigger from the partitioned table, so that it cannot be created separately. */
  copied: boolean;
}

/** A function that triggers call or that erases data. */
interface FunctionRights {
  signature: string;
  returns: string;
  language: "plpgsql" | "sql";
  body: string;
}

const eventsRights = (table: string): TableRights => ({
  table,
  denied: ["update", "delete", "truncate"],
  updatable: ["data", "erased_by", "salt"],
});

/** Returns the tables with restricted privileges. @param partitions the partitions of `events`. */
export const tableRights = (partitions: readonly string[]): readonly TableRights[] => [
  ...["events", ...partitions].map(eventsRights),
  { table: "checkpoints", denied: ["update", "delete", "truncate"], updatable: [] },
  { table: "event_keys", denied: ["update", "delete", "truncate"], updatable: [] },
  {
    table: "event_logs",
    denied: ["update", "delete", "truncate"],
    updatable: ["frontier", "generation", "root", "size"],
  },
  {
    table: "signing_keys",
    denied: ["update", "delete", "truncate"],
    updatable: ["activated_at", "retired_at", "revoked_at", "revoked_because", "status"],
  },
  { table: "evidence_heads", denied: ["delete", "truncate"], updatable: [] },
];

const refuse = "EXECUTE FUNCTION refuse_evidence_change()";
const eventTriggers = (table: string): TriggerRights[] => {
  const shared = { table, always: true, copied: table !== "events" };
  return [
    {
      ...shared,
      name: "events_append_only",
      does: "BEFORE UPDATE FOR EACH ROW EXECUTE FUNCTION allow_erasure_only()",
    },
    { ...shared, name: "events_keep", does: `BEFORE DELETE FOR EACH ROW ${refuse}` },
    {
      ...shared,
      name: `${table}_truncate`,
      does: `BEFORE TRUNCATE FOR EACH STATEMENT ${refuse}`,
      copied: false,
    },
  ];
};
const appendOnlyTriggers = (table: string): TriggerRights[] => {
  const shared = { table, always: true, copied: false };
  return [
    { ...shared, name: `${table}_append_only`, does: `BEFORE DELETE OR UPDATE FOR EACH ROW ${refuse}` },
    { ...shared, name: `${table}_truncate`, does: `BEFORE TRUNCATE FOR EACH STATEMENT ${refuse}` },
  ];
};

/** Returns all triggers. @param partitions the partitions of `events`. */
export const triggerRights = (partitions: readonly string[]): readonly TriggerRights[] => [
  ...["events", ...partitions].flatMap(eventTriggers),
  ...["checkpoints", "event_keys"].flatMap(appendOnlyTriggers),
  ...["review_revisions", "adjudications"].map((table) => ({
    table,
    name: `${table}_unchanged`,
    does: "BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    always: false,
    copied: false,
  })),
];

/** All functions. */
export const functionRights: readonly FunctionRights[] = [
  {
    signature: "allow_erasure_only()",
    returns: "trigger",
    language: "plpgsql",
    body: `
  begin
    if old.erased_by is null and new.erased_by is not null
      and (old.type not in ('evidence_erased', 'log_restarted', 'evidence_accepted') or old.origin <> 'server')
      and (new.workspace_id, new.seq, new.event_id, new.ts, new.received_at, new.type, new.origin)
        = (old.workspace_id, old.seq, old.event_id, old.ts, old.received_at, old.type, old.origin)
      and (new.session, new.agent_id, new.outcome) is not distinct from (old.session, old.agent_id, old.outcome)
      and (new.data_commit, new.leaf_hash, new.nodes) = (old.data_commit, old.leaf_hash, old.nodes)
      and new.data is null and new.salt is null
      and exists (
        select from events e
        where e.workspace_id = old.workspace_id and e.seq = new.erased_by
          and e.type = 'evidence_erased' and e.origin = 'server'
          and (e.data -> 'seqs')::jsonb @> to_jsonb(old.seq)
      )
    then
      return new;
    end if;
    raise exception 'The evidence log is append only: only data that an evidence_erased event names can be erased.'
      using errcode = 'restrict_violation';
  end `,
  },
  {
    signature: "erase_events(workspace uuid, seqs bigint[], by bigint)",
    returns: "bigint",
    language: "sql",
    body: `
    with erased as (
      update events set data = null, salt = null, erased_by = by
      where workspace_id = workspace and seq = any(seqs) and erased_by is null
      returning 1
    )
    select count(*) from erased
  `,
  },
  {
    signature: "refuse_change()",
    returns: "trigger",
    language: "plpgsql",
    body: `
    begin
      raise exception 'rows of % are never changed', tg_table_name;
    end `,
  },
  {
    signature: "refuse_evidence_change()",
    returns: "trigger",
    language: "plpgsql",
    body: `
  begin
    raise exception 'The evidence log is append only: % on % is refused.', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end `,
  },
];

/** Returns the statements that create a trigger, or that enable it if only its state is wrong. */
export function restoreTrigger(trigger: TriggerRights, exists: boolean): string {
  const { table, name, does, always, copied } = trigger;
  const create = `create trigger ${escapeIdentifier(name)} ${does.replace(/ FOR EACH /, ` ON ${escapeIdentifier(table)} FOR EACH `)}; `;
  const enable = `alter table ${escapeIdentifier(table)} enable ${always ? "always " : ""}trigger ${escapeIdentifier(name)};`;
  return exists || copied ? enable : `${create}${enable}`;
}
