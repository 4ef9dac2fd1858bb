import type { Knex } from "knex";

/** Number of positions of a log in one partition. */
const partitionSize = 2 ** 24;
const partitions = ["events_0", "events_1", "events_2", "events_3"];

const partitionOf = (name: string, index: number): string =>
  `create table ${name} partition of events
    for values from (${index * partitionSize}) to (${(index + 1) * partitionSize})`;

/**
 * Creates the tables for the evidence log, its checkpoints, and the keys that sign them.
 *
 * The database enforces that the log is append-only: a trigger refuses updates and deletions by every role,
 * and the program's role lacks the privilege. The only exception removes data and salt from an event that is
 * listed by a later `evidence_erased` event in the same log. An erasure without such an event is refused.
 *
 * Each event row contains the inner tree nodes that the event completed (RFC 9162), on average one per event.
 * Proofs can therefore read nodes by key, and an append does not have to write further rows. A workspace that
 * has a log cannot be deleted.
 */
const statements = [
  // The end of each log. The row of a log serves as the log's lock, and contains all the data that an append
  // needs.
  `create table event_logs (
    workspace_id uuid primary key references workspaces (id),
    generation integer not null default 1,
    size bigint not null default 0,
    frontier bytea not null default '',
    root bytea not null default '\\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  ) with (fillfactor = 50)`,

  `create table events (
    workspace_id uuid not null,
    seq bigint not null check (seq > 0),
    event_id uuid not null,
    ts bigint not null,
    received_at bigint not null,
    session text,
    type text not null,
    origin text not null check (origin in ('server', 'caller')),
    agent_id text,
    outcome text,
    data json,
    salt bytea,
    data_commit bytea not null,
    leaf_hash bytea not null,
    nodes bytea not null,
    erased_by bigint check (erased_by > seq),
    check ((data is null) = (salt is null) and (data is null) = (erased_by is not null)),
    primary key (workspace_id, seq)
  ) partition by range (seq)`,
  ...partitions.map(partitionOf),
  `create table events_rest partition of events default`,
  `create index events_by_id on events (workspace_id, event_id)`,
  `create index events_by_type on events (workspace_id, type, seq)`,
  `create index events_by_agent on events (workspace_id, agent_id, seq) where agent_id is not null`,
  `create index events_by_session on events (workspace_id, session, seq) where session is not null`,

  // Idempotency keys are unique in the workspace for as long as the log exists. A constraint on the
  // partitioned table `events` could not ensure this. The hash includes the event's salt, so the contents of
  // an erased event cannot be guessed from it.
  `create table event_keys (
    workspace_id uuid not null,
    key text not null,
    seq bigint not null,
    request_hash bytea not null,
    primary key (workspace_id, key)
  )`,

  `create table checkpoints (
    workspace_id uuid not null,
    generation integer not null,
    size bigint not null,
    root bytea not null,
    kid text not null,
    note text not null,
    created_at timestamptz(3) not null,
    primary key (workspace_id, generation, size, kid)
  )`,

  // Keys of the installation: the same keys sign for all workspaces. The private key is stored as an instance
  // secret.
  `create table signing_keys (
    id uuid primary key,
    kid text not null unique,
    public_key bytea not null,
    status text not null check (status in ('pending', 'active', 'retired', 'revoked')),
    created_at timestamptz(3) not null,
    activated_at timestamptz(3),
    retired_at timestamptz(3),
    revoked_at timestamptz(3),
    revoked_because text
  )`,
  `create unique index signing_keys_active on signing_keys (status) where status = 'active'`,

  `create function refuse_evidence_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The evidence log is append only: % on % is refused.', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end $$`,
  `create function allow_erasure_only() returns trigger language plpgsql as $$
  begin
    if old.erased_by is null and new.erased_by is not null
      and (old.type not in ('evidence_erased', 'log_restarted') or old.origin <> 'server')
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
  end $$`,
  `create trigger events_append_only before update on events
    for each row execute function allow_erasure_only()`,
  `create trigger events_keep before delete on events
    for each row execute function refuse_evidence_change()`,
  ...["events", ...partitions, "events_rest"].map(
    (table) => `create trigger ${table}_truncate before truncate on ${table}
      for each statement execute function refuse_evidence_change()`,
  ),
  ...["checkpoints", "event_keys"].flatMap((table) => [
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function refuse_evidence_change()`,
    `create trigger ${table}_truncate before truncate on ${table}
      for each statement execute function refuse_evidence_change()`,
  ]),
  // The triggers also fire in sessions with the replication role replica. Partitions that are created later
  // inherit them from `events`.
  ...["events", ...partitions, "events_rest"].flatMap((table) => [
    `alter table ${table} enable always trigger events_append_only`,
    `alter table ${table} enable always trigger events_keep`,
    `alter table ${table} enable always trigger ${table}_truncate`,
  ]),
  ...["checkpoints", "event_keys"].flatMap((table) => [
    `alter table ${table} enable always trigger ${table}_append_only`,
    `alter table ${table} enable always trigger ${table}_truncate`,
  ]),

  /** Removes the data of the events that the event at position `by` lists as erased. */
  `create function erase_events(workspace uuid, seqs bigint[], by bigint) returns bigint language sql as $$
    with erased as (
      update events set data = null, salt = null, erased_by = by
      where workspace_id = workspace and seq = any(seqs) and erased_by is null
      returning 1
    )
    select count(*) from erased
  $$`,

  ...["events", ...partitions, "events_rest"].flatMap((table) => [
    `revoke update, delete, truncate on ${table} from public, current_user`,
    `grant update (data, salt, erased_by) on ${table} to current_user`,
  ]),
  ...["checkpoints", "event_keys"].map(
    (table) => `revoke update, delete, truncate on ${table} from public, current_user`,
  ),
  // The end of a log can only advance, and a key can only change its state.
  ...["event_logs", "signing_keys"].map(
    (table) => `revoke update, delete, truncate on ${table} from public, current_user`,
  ),
  `grant update (generation, size, frontier, root) on event_logs to current_user`,
  `grant update (status, activated_at, retired_at, revoked_at, revoked_because) on signing_keys to current_user`,
];

export const evidence = {
  name: "0006_evidence",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of ["signing_keys", "checkpoints", "event_keys", "events", "event_logs"])
      await knex.raw(`drop table if exists ${table} cascade`);
    for (const signature of [
      "erase_events(uuid, bigint[], bigint)",
      "allow_erasure_only()",
      "refuse_evidence_change()",
    ])
      await knex.raw(`drop function if exists ${signature}`);
  },
};
