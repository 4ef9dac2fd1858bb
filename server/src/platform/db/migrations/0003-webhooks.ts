import type { Knex } from "knex";

/**
 * Creates the tables for webhooks, their deliveries, and the last scores that were compared with their
 * thresholds.
 */
const statements = [
  // The lease prevents two processes from sending to the same endpoint concurrently, so its messages stay in
  // order. The end of the lease is also used to order the endpoints by their last turn.
  `create table webhooks (
    workspace_id uuid not null references workspaces (id) on delete cascade,
    id uuid not null,
    project_id uuid,
    url text not null,
    event_types text[] not null,
    thresholds json,
    enabled boolean not null,
    disabled_reason text,
    disabled_at timestamptz(3),
    exhausted smallint not null default 0,
    failing boolean not null default false,
    lease_token uuid,
    leased_until timestamptz(3) not null default '-infinity',
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (workspace_id, id),
    foreign key (workspace_id, project_id) references projects (workspace_id, id)
  )`,
  `create index webhooks_newest on webhooks (workspace_id, created_at desc, id desc)`,

  // Secrets are encrypted. The current secret has no expiry.
  `create table webhook_secrets (
    workspace_id uuid not null,
    webhook_id uuid not null,
    id uuid not null,
    secret bytea not null,
    created_at timestamptz(3) not null,
    valid_until timestamptz(3),
    primary key (workspace_id, webhook_id, id),
    foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade
  )`,

  // The score that was last compared with the endpoint's thresholds.
  `create table webhook_scores (
    workspace_id uuid not null,
    webhook_id uuid not null,
    project_id uuid not null,
    evaluator text not null,
    score double precision not null,
    evaluation_id uuid not null,
    primary key (workspace_id, webhook_id, project_id, evaluator),
    foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade
  )`,

  // Set if only one endpoint receives the event: because the event concerns a threshold of this endpoint, or
  // because it is a test.
  `alter table outbox add column webhook_id uuid`,
  `alter table outbox add constraint outbox_webhook_fkey
    foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade`,
  `create index outbox_of_webhook on outbox (workspace_id, webhook_id) where webhook_id is not null`,
  `create index outbox_processed on outbox (processed_at) where processed_at is not null`,

  `create table webhook_deliveries (
    workspace_id uuid not null,
    id uuid not null,
    webhook_id uuid not null,
    event_id uuid not null,
    status text not null,
    tries smallint not null default 0,
    attempts integer not null default 0,
    attempt_log json not null default '[]',
    next_attempt_at timestamptz(3),
    delivered_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (workspace_id, id),
    unique (workspace_id, event_id, webhook_id),
    foreign key (workspace_id, webhook_id) references webhooks (workspace_id, id) on delete cascade,
    foreign key (workspace_id, event_id) references outbox (workspace_id, id) on delete cascade
  ) with (fillfactor = 70)`,
  `create index webhook_deliveries_due
    on webhook_deliveries (workspace_id, webhook_id, next_attempt_at, id) where status = 'pending'`,
  `create index webhook_deliveries_newest
    on webhook_deliveries (workspace_id, webhook_id, created_at desc, id desc)`,
];

export const webhooks = {
  name: "0003_webhooks",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table webhook_deliveries");
    await knex.raw("drop index outbox_processed");
    await knex.raw("alter table outbox drop column webhook_id");
    for (const table of ["webhook_scores", "webhook_secrets", "webhooks"])
      await knex.raw(`drop table ${table}`);
  },
};
