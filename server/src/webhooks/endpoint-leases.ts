// Who sends to an endpoint: one process at a time, for one turn. The times of leases are the database's.
import type { Knex } from "knex";
import type { Database } from "../db/connect.ts";
import type { WebhookKey } from "./webhook-queries.ts";

/** The right to send to an endpoint until it runs out. */
export interface EndpointLease extends WebhookKey {
  token: string;
  /** Whether the last message to it was not delivered: its turn may be long. */
  failing: boolean;
}

/** An endpoint as whoever sends to it sees it. */
export interface LeasedEndpoint {
  url: string;
  exhausted: number;
  failing: boolean;
}

const underLease = (db: Knex, { workspaceId, webhookId, token }: EndpointLease) =>
  db("webhooks").where({ workspace_id: workspaceId, id: webhookId, lease_token: token });

/**
 * Takes endpoints that have something due: those that answer well first, then whoever had its turn longest ago.
 *
 * @param wanted `limit`: how many; `failingToo`: also such as did not take their last message; `due`: by which instant.
 */
export async function claimEndpoints(
  { knex }: Pick<Database, "knex">,
  { limit, failingToo, due }: { limit: number; failingToo: boolean; due: Date },
  { token, leaseSeconds }: { token: string; leaseSeconds: number },
): Promise<EndpointLease[]> {
  const { rows } = await knex.raw<{ rows: { workspace_id: string; id: string; failing: boolean }[] }>(
    `with picked as (
       select workspace_id, id from webhooks
       where enabled and (lease_token is null or leased_until < now()) and (not failing or ?) and exists (
         select 1 from webhook_deliveries due
         where due.workspace_id = webhooks.workspace_id and due.webhook_id = webhooks.id
           and due.status = 'pending' and due.next_attempt_at <= ?)
       order by failing, leased_until limit ? for no key update skip locked
     )
     update webhooks set lease_token = ?::uuid, leased_until = now() + make_interval(secs => ?)
     from picked where webhooks.workspace_id = picked.workspace_id and webhooks.id = picked.id
     returning webhooks.workspace_id, webhooks.id, failing`,
    [failingToo, due, limit, token, leaseSeconds],
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    webhookId: row.id,
    token,
    failing: row.failing,
  }));
}

/** An endpoint whose lease is ours; undefined when it no longer is, or the endpoint is disabled or gone. */
export async function findLeased(db: Knex, lease: EndpointLease): Promise<LeasedEndpoint | undefined> {
  return underLease(db, lease).where({ enabled: true }).first("url", "exhausted", "failing");
}

/** Locks an endpoint, as long as the lease on it is ours. */
export async function lockLeased(tx: Knex, lease: EndpointLease): Promise<LeasedEndpoint | undefined> {
  return underLease(tx, lease).forNoKeyUpdate().first("url", "exhausted", "failing");
}

/** Ends a turn: another process, or a later turn, may take the endpoint. */
export async function releaseEndpoint(db: Knex, lease: EndpointLease): Promise<void> {
  await underLease(db, lease).update({ lease_token: null, leased_until: db.raw("now()") });
}

/** Ends every lease: for a process that is alone on the database and has taken no endpoint yet. */
export async function expireLeases(db: Knex): Promise<void> {
  await db("webhooks")
    .whereNotNull("lease_token")
    .update({ lease_token: null, leased_until: db.raw("now()") });
}
