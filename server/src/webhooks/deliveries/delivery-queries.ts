import { withoutAbsent } from "@assay/contract/domain";
import { formatId } from "@assay/contract/platform/ids";
import type { DeliveryProgress, DeliveryRecord } from "@assay/contract/webhooks/delivery-rules";
import type { Knex } from "knex";
import type { Database } from "../../platform/db/connection/database.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";
import type { WebhookKey } from "../webhook-queries.ts";

/** A stored delivery with its event. */
export interface StoredDelivery extends Dated {
  webhook_id: string;
  status: DeliveryProgress["status"];
  tries: number;
  attempts: number;
  attempt_log: DeliveryProgress["log"];
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  event: string;
  data: DeliveryRecord["data"];
  event_at: Date;
}

/** Returns the record for a stored delivery. */
export const deliveryOf = (row: StoredDelivery): DeliveryRecord => ({
  id: formatId("delivery", row.id),
  webhook: formatId("webhook", row.webhook_id),
  event: row.event,
  at: row.event_at.getTime(),
  data: row.data,
  status: row.status,
  tries: row.tries,
  attempts: row.attempts,
  log: row.attempt_log,
  nextAttemptAt: row.next_attempt_at && row.next_attempt_at.getTime(),
  deliveredAt: row.delivered_at && row.delivered_at.getTime(),
  createdAt: row.created_at.getTime(),
});

const dateOf = (at: number | null | undefined) => (typeof at === "number" ? new Date(at) : at);

/** Returns the column values for the given progress members of a delivery. */
export const progressValues = ({ log, nextAttemptAt, deliveredAt, ...counts }: Partial<DeliveryProgress>) =>
  withoutAbsent({
    status: counts.status,
    tries: counts.tries,
    attempts: counts.attempts,
    attempt_log: log && JSON.stringify(log),
    next_attempt_at: dateOf(nextAttemptAt),
    delivered_at: dateOf(deliveredAt),
  });

/** A new delivery of an event to an endpoint. */
export interface NewDelivery {
  workspaceId: string;
  eventId: string;
  delivery: Pick<DeliveryRecord, "id" | "webhook" | "status" | "createdAt" | "nextAttemptAt">;
}

const shown = [
  "webhook_deliveries.*",
  "outbox.event",
  "outbox.data",
  "outbox.created_at as event_at",
] as const;

const ofEvent = {
  "outbox.workspace_id": "webhook_deliveries.workspace_id",
  "outbox.id": "webhook_deliveries.event_id",
};

/** Stores new deliveries, which are due immediately. */
export async function insertDeliveries(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await insertRows(tx, database, {
    table: "webhook_deliveries",
    columns: ["workspace_id", "id", "webhook_id", "event_id", "status", "next_attempt_at", "created_at"],
    rows: deliveries.map(({ workspaceId, eventId, delivery }) => [
      workspaceId,
      uuidOf("delivery", delivery.id),
      uuidOf("webhook", delivery.webhook),
      eventId,
      delivery.status,
      delivery.nextAttemptAt && new Date(delivery.nextAttemptAt).toISOString(),
      new Date(delivery.createdAt).toISOString(),
    ]),
  });
}

/** Lists the deliveries to an endpoint, newest first, with one more row than the page size. */
export async function listDeliveries(
  db: Knex,
  key: WebhookKey,
  page: {
    status: DeliveryProgress["status"] | undefined;
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<DeliveryRecord[]> {
  const rows = db("webhook_deliveries").where({ workspace_id: key.workspaceId, webhook_id: key.webhookId });
  if (page.status !== undefined) rows.where({ status: page.status });
  const { limit, position } = page;
  const stored: StoredDelivery[] = await db
    .from(newestFirst(rows, limit, position).as("webhook_deliveries"))
    .join("outbox", ofEvent)
    .orderBy([
      { column: "webhook_deliveries.created_at", order: "desc" },
      { column: "webhook_deliveries.id", order: "desc" },
    ])
    .select(...shown);
  return stored.map(deliveryOf);
}

/** Returns a delivery to an endpoint by its UUID; undefined if it does not exist. */
export async function findDelivery(
  db: Knex,
  { workspaceId, webhookId }: WebhookKey,
  id: string,
): Promise<DeliveryRecord | undefined> {
  const row: StoredDelivery | undefined = await db("webhook_deliveries")
    .join("outbox", ofEvent)
    .where({
      "webhook_deliveries.workspace_id": workspaceId,
      "webhook_deliveries.webhook_id": webhookId,
      "webhook_deliveries.id": id,
    })
    .first(...shown);
  return row && deliveryOf(row);
}

/**
 * Deletes the deliveries to an endpoint, except those for events that belong to the given project (its public
 * id).
 */
export async function deleteOtherDeliveries(
  tx: Knex,
  { workspaceId, webhookId }: WebhookKey,
  project: string,
): Promise<void> {
  const ofProject = tx("outbox")
    .whereRaw(
      "outbox.workspace_id = webhook_deliveries.workspace_id and outbox.id = webhook_deliveries.event_id",
    )
    .whereRaw("outbox.data ->> 'project' = ?", [project])
    .select(tx.raw("1"));
  await tx("webhook_deliveries")
    .where({ workspace_id: workspaceId, webhook_id: webhookId })
    .whereNotExists(ofProject)
    .delete();
}

const keyed = (tx: Knex, { workspaceId, id }: { workspaceId: string; id: string }) =>
  tx("webhook_deliveries").where({ workspace_id: workspaceId, id: uuidOf("delivery", id) });

/**
 * Locks a delivery.
 *
 * @returns the number of attempts in its current round (redelivery starts a new round); undefined if the
 * delivery was deleted.
 */
export async function lockTries(
  tx: Knex,
  key: { workspaceId: string; id: string },
): Promise<number | undefined> {
  const row: { tries: number } | undefined = await keyed(tx, key).forNoKeyUpdate().first("tries");
  return row?.tries;
}

/** Updates the progress of a delivery. */
export async function updateDelivery(
  tx: Knex,
  key: { workspaceId: string; id: string },
  progress: Partial<DeliveryProgress>,
): Promise<void> {
  await keyed(tx, key).update(progressValues(progress));
}
