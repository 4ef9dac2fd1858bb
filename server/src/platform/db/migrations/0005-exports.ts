import type { Knex } from "knex";

const statements = [
  // `evaluations` contains the ids of the evaluations that were completed when the export was created, in the
  // order of the exported rows. `attempt` is the token of the lease under which the file is written. Chunks
  // of other attempts are ignored.
  `create table exports (
    workspace_id uuid not null,
    id uuid not null,
    project_id uuid not null,
    status text not null,
    format text not null,
    include_samples boolean not null,
    evaluations uuid[] not null,
    attempt uuid,
    row_count bigint,
    size_bytes bigint,
    sha256 bytea,
    error text,
    created_at timestamptz(3) not null,
    completed_at timestamptz(3),
    expires_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id)
  )`,
  `create index exports_newest on exports (workspace_id, created_at desc, id desc)`,
  `create index exports_expiring on exports (expires_at) where status = 'completed'`,

  // The file in chunks of 1 MiB, so that any process can serve any part of it.
  `create table export_chunks (
    workspace_id uuid not null,
    export_id uuid not null,
    attempt uuid not null,
    seq integer not null,
    bytes bytea not null,
    primary key (workspace_id, export_id, attempt, seq),
    foreign key (workspace_id, export_id) references exports (workspace_id, id) on delete cascade
  )`,
  // Chunks are not compressed, so that a part of a chunk can be read without reading the whole chunk.
  `alter table export_chunks alter column bytes set storage external`,
];

/** Creates the tables for exports and their files. */
export const exportTables = {
  name: "0005_exports",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table if exists export_chunks");
    await knex.raw("drop table if exists exports");
  },
};
