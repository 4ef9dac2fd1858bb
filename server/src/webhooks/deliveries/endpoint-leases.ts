// Who sends to an endpoint: one process at a time, for one turn. The times of leases are the database's.
import { formatId } from "@assay/contract/platform/ids";
import type { DeliveryProgress, DeliveryRecord } from "@assay/contract/webhooks/delivery-rules";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import type { TraceContext } from "../../platform/tracing/span.ts";
import { deliveryOf, progressValues, type StoredDelivery } from "./delivery-queries.ts";
import type { WebhookKey } from "../webhook-queries.ts";

/** The right to send to an endpoint until it runs out. */
export interface EndpointLease extends WebhookKey {
  token: string;
  /** Whether the last message to it was not delivered: its turn may be long. */
  failing: boolean;
}

/** What an endpoint remembers of its messages. */
export interface LeasedEndpoint {
  /** Messages that ran out since one was delivered. */
  exhausted: number;
  /** Whether the last attempt failed. */
  failing: boolean;
}

const underLease = (db: Knex, { workspaceId, webhookId, token }: EndpointLease) =>
  db("webhooks").where({ workspace_id: workspaceId, id: webhookId, lease_token: token });

/**
 * Takes endpoints that have something due: those that answer well first, then whoever had its turn longest ago.
 *
 * @param limit how many.
 * @param failingToo also endpoints that did not take their last message.
 * @param due by which instant.
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

/** A message to be sent now, with all that sending it takes. */
export interface DueMessage extends LeasedEndpoint {
  delivery: DeliveryRecord;
  url: string;
  /** What it is signed with, encrypted; the newest first. */
  secrets: Buffer[];
  /** The work that its event came of, when that was traced. */
  origin: TraceContext | null;
}

/**
 * The message that is due first at an endpoint whose lease is ours; undefined when none is due, or when the lease is lost,
 * the endpoint disabled or gone.
 */
export async function findDueMessage(
  db: Knex,
  { workspaceId, webhookId, token }: EndpointLease,
  at: Date,
): Promise<DueMessage | undefined> {
  const { rows } = await db.raw<{ rows: (Omit<DueMessage, "delivery"> & StoredDelivery)[] }>(
    `select due.*, outbox.event, outbox.data, outbox.created_at as event_at, outbox.trace_context as origin, url, exhausted, failing,
       array(
         select secret from webhook_secrets secrets
         where secrets.workspace_id = webhooks.workspace_id and secrets.webhook_id = webhooks.id
           and coalesce(secrets.valid_until, 'infinity') > ?
         order by secrets.valid_until desc nulls first, secrets.id desc
       ) as secrets
     from webhooks
     join lateral (
       select * from webhook_deliveries deliveries
       where deliveries.workspace_id = webhooks.workspace_id and deliveries.webhook_id = webhooks.id
         and status = 'pending' and next_attempt_at <= ?
       order by next_attempt_at, id limit 1
     ) due on true
     join outbox on outbox.workspace_id = due.workspace_id and outbox.id = due.event_id
     where webhooks.workspace_id = ? and webhooks.id = ? and lease_token = ? and enabled`,
    [at, at, workspaceId, webhookId, token],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { url, secrets, origin, exhausted, failing } = row;
  return { delivery: deliveryOf(row), url, secrets, origin, exhausted, failing };
}

/**
 * The message that is being sent to an endpoint, by its id: whoever has the endpoint sends what is due first. One that died
 * with it in hand counts until its lease is over.
 *
 * @returns null when nobody has the endpoint, or nothing is due.
 */
export async function findSending(
  db: Knex,
  { workspaceId, webhookId }: WebhookKey,
  at: Date,
): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select due.id from webhooks
     join lateral (
       select id from webhook_deliveries deliveries
       where deliveries.workspace_id = webhooks.workspace_id and deliveries.webhook_id = webhooks.id
         and status = 'pending' and next_attempt_at <= ?
       order by next_attempt_at, id limit 1
     ) due on true
     where webhooks.workspace_id = ? and webhooks.id = ? and lease_token is not null and leased_until > now()`,
    [at, workspaceId, webhookId],
  );
  return rows[0] ? formatId("delivery", rows[0].id) : null;
}

/**
 * Writes down where a delivery stands, as long as the lease on its endpoint is ours: in one statement, for an endpoint of
 * which nothing else changes.
 */
export async function updateUnderLease(
  db: Knex,
  lease: EndpointLease,
  { id, progress }: { id: string; progress: Partial<DeliveryProgress> },
): Promise<boolean> {
  const changed = await db("webhook_deliveries")
    .where({ workspace_id: lease.workspaceId, id: uuidOf("delivery", id) })
    .whereExists(underLease(db, lease).select(db.raw("1")))
    .update(progressValues(progress));
  return changed > 0;
}

/** Locks an endpoint, as long as the lease on it is ours. */
export async function lockLeased(tx: Knex, lease: EndpointLease): Promise<LeasedEndpoint | undefined> {
  return underLease(tx, lease).forNoKeyUpdate().first("exhausted", "failing");
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
