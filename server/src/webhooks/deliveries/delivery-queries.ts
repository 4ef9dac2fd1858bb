import type { Knex } from "knex";
import type { Database } from "../../platform/db/connection/database.ts";
import { insertRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";
import type { WebhookKey } from "../webhook-queries.ts";

/** One attempt, as it is stored and shown. */
interface AttemptRow {
  at: string;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
}

/** Where a delivery stands. */
export interface DeliveryProgress {
  status: "pending" | "delivered" | "failed";
  /** Attempts in this round: redelivering begins a new one. */
  tries: number;
  /** Attempts in all. */
  attempts: number;
  /** The last attempts, oldest first. */
  attempt_log: AttemptRow[];
  next_attempt_at: Date | null;
  delivered_at: Date | null;
}

/** A message to one endpoint, with the event that it tells of. */
export interface DeliveryRow extends Dated, DeliveryProgress {
  webhook_id: string;
  event: string;
  data: unknown;
  event_at: Date;
}

/** A message that is new. */
export interface NewDelivery {
  workspace_id: string;
  id: string;
  webhook_id: string;
  event_id: string;
  /** Of its creation and of its first attempt. */
  at: Date;
}

const shown = [
  "webhook_deliveries.id",
  "webhook_deliveries.webhook_id",
  "webhook_deliveries.status",
  "webhook_deliveries.tries",
  "webhook_deliveries.attempts",
  "webhook_deliveries.attempt_log",
  "webhook_deliveries.next_attempt_at",
  "webhook_deliveries.delivered_at",
  "webhook_deliveries.created_at",
  "outbox.event",
  "outbox.data",
  "outbox.created_at as event_at",
] as const;

/** Deliveries of an endpoint, each with its event. */
const withEvents = (db: Knex, { workspaceId, webhookId }: WebhookKey) =>
  db
    .from(
      db("webhook_deliveries")
        .where({ workspace_id: workspaceId, webhook_id: webhookId })
        .as("webhook_deliveries"),
    )
    .join("outbox", {
      "outbox.workspace_id": "webhook_deliveries.workspace_id",
      "outbox.id": "webhook_deliveries.event_id",
    })
    .select(...shown);

/** Stores new messages, due at once. */
export async function insertDeliveries(
  tx: Tx,
  database: Pick<Database, "canCopy">,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await insertRows(tx, database, {
    table: "webhook_deliveries",
    columns: ["workspace_id", "id", "webhook_id", "event_id", "status", "next_attempt_at", "created_at"],
    rows: deliveries.map(({ at, ...delivery }) => [
      delivery.workspace_id,
      delivery.id,
      delivery.webhook_id,
      delivery.event_id,
      "pending",
      at.toISOString(),
      at.toISOString(),
    ]),
  });
}

/** Deliveries of an endpoint newest first, one more than the page shows. */
export async function listDeliveries(
  db: Knex,
  key: WebhookKey,
  page: {
    status: DeliveryProgress["status"] | undefined;
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<DeliveryRow[]> {
  const rows = db("webhook_deliveries").where({ workspace_id: key.workspaceId, webhook_id: key.webhookId });
  if (page.status !== undefined) rows.where({ status: page.status });
  const { limit, position } = page;
  return db
    .from(newestFirst(rows, limit, position).as("webhook_deliveries"))
    .join("outbox", {
      "outbox.workspace_id": "webhook_deliveries.workspace_id",
      "outbox.id": "webhook_deliveries.event_id",
    })
    .orderBy([
      { column: "webhook_deliveries.created_at", order: "desc" },
      { column: "webhook_deliveries.id", order: "desc" },
    ])
    .select(...shown);
}

/** A delivery of an endpoint, or undefined. */
export async function findDelivery(db: Knex, key: WebhookKey, id: string): Promise<DeliveryRow | undefined> {
  return withEvents(db, key).where("webhook_deliveries.id", id).first();
}

/** Deletes the messages to an endpoint that tell of something else than a project (its public id). */
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

/** Locks a delivery. @returns the attempts of its present round; undefined when it is gone. */
export async function lockTries(
  tx: Knex,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<number | undefined> {
  const row: { tries: number } | undefined = await tx("webhook_deliveries")
    .where({ workspace_id: workspaceId, id })
    .forNoKeyUpdate()
    .first("tries");
  return row?.tries;
}

/** Changes where a delivery stands; false when it is gone. */
export async function updateDelivery(
  tx: Knex,
  { workspaceId, id }: { workspaceId: string; id: string },
  { attempt_log: log, ...progress }: Partial<DeliveryProgress>,
): Promise<boolean> {
  const changed = await tx("webhook_deliveries")
    .where({ workspace_id: workspaceId, id })
    .update({ ...progress, ...(log && { attempt_log: JSON.stringify(log) }) });
  return changed > 0;
}
