import type { Knex } from "knex";

/** Replaces a part of the function that decides which events can be erased. */
const changeErasable = (knex: Knex, from: string, to: string) =>
  knex.raw(
    `do $do$ begin
      execute replace(pg_get_functiondef('allow_erasure_only()'::regprocedure), $from$${from}$from$, $to$${to}$to$);
    end $do$`,
  );
const lasting = "'evidence_erased', 'log_restarted'";
const moreLasting = `${lasting}, 'evidence_accepted'`;

/**
 * Adds the record of each log's last checkpoint, authenticated with a key that the database does not contain.
 * If a log has events but no record, it cannot be signed until an operator accepts the log. The event that
 * records the acceptance cannot be erased.
 */
export const evidenceHeads = {
  name: "0016_evidence_heads",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`create table evidence_heads (
      workspace_id uuid primary key references workspaces (id),
      generation integer not null,
      size bigint not null,
      root bytea not null,
      mac bytea not null
    )`);
    await knex.raw("revoke delete, truncate on evidence_heads from public, current_user");
    await changeErasable(knex, lasting, moreLasting);
  },
  down: async (knex: Knex): Promise<void> => {
    await changeErasable(knex, moreLasting, lasting);
    await knex.raw("drop table if exists evidence_heads");
  },
};
