import { isSubscribed } from "@assay/contract/webhooks/webhook-rules";
import type { MockEvent } from "../platform/state/outbox.ts";
import type { DeliveryRow, WebhookRow, WebhookState, WebhookTables } from "./webhook-tables.ts";

type Parts = Pick<WebhookState, "clock" | "newId">;

/** Makes a message to one endpoint, due at once. */
export function queueDelivery(
  { clock, newId }: Parts,
  webhook: WebhookRow,
  { event, at, data }: MockEvent,
): DeliveryRow {
  const now = clock.now();
  const row: DeliveryRow = {
    event,
    at,
    data,
    id: newId("delivery"),
    webhook: webhook.id,
    status: "pending",
    sending: false,
    tries: 0,
    attempts: 0,
    log: [],
    nextAttemptAt: now,
    deliveredAt: null,
    createdAt: now,
  };
  webhook.deliveries.set(row.id, row);
  return row;
}

/** Empties a workspace's outbox: makes a message about each event to every endpoint that is to be sent it. */
export function queueDeliveries(state: Parts, { outbox, webhooks }: WebhookTables): void {
  for (const { webhook: only, ...event } of outbox.splice(0)) {
    const { project } = event.data;
    const about = { event: event.event, project: typeof project === "string" ? project : null };
    const isFor = ({ id, disabled, subscription }: WebhookRow): boolean =>
      !disabled && (only === null ? isSubscribed(subscription, about) : id === only);
    for (const webhook of webhooks.values()) if (isFor(webhook)) queueDelivery(state, webhook, event);
  }
}
