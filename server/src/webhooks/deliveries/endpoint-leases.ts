// Leases of endpoints. A lease permits one process to send messages to an endpoint during one turn; no other
// process sends to this endpoint meanwhile. Leases use the database's clock.
import { formatId } from "@assay/contract/platform/ids";
import type { DeliveryProgress, DeliveryRecord } from "@assay/contract/webhooks/delivery-rules";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { inPoolLane } from "../../platform/db/connection/pool-lanes.ts";
import { inTransaction } from "../../platform/db/transaction.ts";
import { lockClaims } from "../../platform/jobs/claim/claim-sql.ts";
import type { TraceContext } from "../../platform/tracing/span.ts";
import { deliveryOf, progressValues, type StoredDelivery } from "./delivery-queries.ts";
import type { WebhookKey } from "../webhook-queries.ts";

/** The exclusive right to send messages to an endpoint until the lease expires. */
export interface EndpointLease extends WebhookKey {
  token: string;
  /** Whether the last message was not delivered. In that case, the turn may take long. */
  failing: boolean;
}

/** The delivery state of an endpoint. */
export interface LeasedEndpoint {
  /** Number of messages that failed in all attempts since a message was last delivered. */
  exhausted: number;
  /** Whether the last attempt failed. */
  failing: boolean;
}

const underLease = (db: Knex, { workspaceId, webhookId, token }: EndpointLease) =>
  db("webhooks").where({ workspace_id: workspaceId, id: webhookId, lease_token: token });

/** Maximum number of leased endpoints of a workspace, over all processes. */
const maxLeased = 4;
/** Maximum number of these endpoints that did not accept their last message. */
const maxFailing = 2;

/**
 * Leases endpoints that have due messages: those of the workspaces with the fewest leased endpoints first, and within
 * a workspace healthy endpoints first, in the order of their last turns, oldest first.
 *
 * @param limit maximum number of endpoints to lease.
 * @param failingToo whether to include endpoints that did not accept their last message.
 * @param due the current time. A message is due if its time is not later than this.
 */
export async function claimEndpoints(
  database: Pick<Database, "knex">,
  { limit, failingToo, due }: { limit: number; failingToo: boolean; due: Date },
  { token, leaseSeconds }: { token: string; leaseSeconds: number },
): Promise<EndpointLease[]> {
  const bindings = [due, failingToo, maxLeased, maxFailing, limit, token, leaseSeconds];
  const { rows } = await inPoolLane("priority", () =>
    inTransaction(database, async (tx) => {
      // Without the lock, two processes that claim at the same time could exceed the maximum of a workspace.
      await tx.raw(lockClaims);
      return tx.raw<{ rows: { workspace_id: string; id: string; failing: boolean }[] }>(
        leaseEndpoints,
        bindings,
      );
    }),
  );
  return rows.map((row) => ({
    workspaceId: row.workspace_id,
    webhookId: row.id,
    token,
    failing: row.failing,
  }));
}

/**
 * Bindings: present, whether to include failing endpoints, maximum numbers of leased endpoints and of failing endpoints
 * per workspace, limit, token, duration of the lease in seconds.
 */
const leaseEndpoints = `
  with busy as (
    select workspace_id, count(*) as leased, count(*) filter (where failing) as leased_failing
    from webhooks where lease_token is not null and leased_until >= now() group by workspace_id
  ),
  due as (
    select w.workspace_id, w.id, w.failing, w.leased_until, coalesce(leased_failing, 0) as leased_failing,
      coalesce(leased, 0) + row_number() over (partition by w.workspace_id order by w.failing, w.leased_until) as place,
      row_number() over (partition by w.workspace_id, w.failing order by w.leased_until) as place_in_state
    from webhooks w left join busy on busy.workspace_id = w.workspace_id
    where enabled and (lease_token is null or w.leased_until < now()) and exists (
      select 1 from webhook_deliveries due
      where due.workspace_id = w.workspace_id and due.webhook_id = w.id
        and due.status = 'pending' and due.next_attempt_at <= ?)
  ),
  chosen as (
    select workspace_id, id from due
    where (not failing or ?) and place <= ? and (not failing or leased_failing + place_in_state <= ?)
    order by place, failing, leased_until limit ?
  ),
  picked as (
    select workspace_id, id from webhooks where (workspace_id, id) in (select workspace_id, id from chosen)
    for no key update skip locked
  )
  update webhooks set lease_token = ?::uuid, leased_until = now() + make_interval(secs => ?)
  from picked where webhooks.workspace_id = picked.workspace_id and webhooks.id = picked.id
  returning webhooks.workspace_id, webhooks.id, failing`;

/** A message to send now, with the data that is needed to send it. */
export interface DueMessage extends LeasedEndpoint {
  delivery: DeliveryRecord;
  url: string;
  /** The encrypted signing secrets, newest first. */
  secrets: Buffer[];
  /** The trace context of the request that caused the event, if it was traced. */
  origin: TraceContext | null;
}

/**
 * Returns the first due message for an endpoint under this lease; undefined if no message is due, the lease
 * was lost, or the endpoint was disabled or deleted.
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
 * Returns the id of the message that is currently being sent to an endpoint. This is the first due message
 * while the endpoint is leased. If the sending process crashes, the message still counts as being sent until
 * the lease expires.
 *
 * @returns null if the endpoint is not leased or no message is due.
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
 * Updates the progress of a delivery in one statement, if the lease is still held.
 *
 * @returns whether the delivery was updated.
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

/** Locks an endpoint and returns its delivery state; undefined if the lease was lost. */
export async function lockLeased(tx: Knex, lease: EndpointLease): Promise<LeasedEndpoint | undefined> {
  return underLease(tx, lease).forNoKeyUpdate().first("exhausted", "failing");
}

/** Releases a lease at the end of a turn. */
export async function releaseEndpoint(db: Knex, lease: EndpointLease): Promise<void> {
  await underLease(db, lease).update({ lease_token: null, leased_until: db.raw("now()") });
}

/** Expires every lease. Must be called only if one process uses the database, before it leases endpoints. */
export async function expireLeases(db: Knex): Promise<void> {
  await db("webhooks")
    .whereNotNull("lease_token")
    .update({ lease_token: null, leased_until: db.raw("now()") });
}
