import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import { type TestEvent, testEvent } from "@assay/contract/webhooks/webhook-events";
import { webhookDisabled } from "@assay/contract/webhooks/webhook-refusals";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { insertEvent, markProcessed, wakeDispatchers } from "../../platform/outbox/outbox-queries.ts";
import { type DeliveryRow, findDelivery, insertDeliveries, updateDelivery } from "./delivery-queries.ts";
import type { WebhookRow } from "../webhook-queries.ts";
import { lockedWebhook, subscriptionOf } from "../webhook-access.ts";

const keyOf = (row: WebhookRow) => ({ workspaceId: row.workspace_id, webhookId: row.id });

/** An endpoint that can be sent something now. @throws {ApiError} 404; 409 when it is disabled. */
async function enabledWebhook(tx: Tx, reach: Reach, publicId: string): Promise<WebhookRow> {
  const row = await lockedWebhook(tx, reach, publicId);
  if (!row.enabled) throw webhookDisabled(publicId, row.disabled_reason ?? "");
  return row;
}

/** Makes a message that tells an endpoint of nothing but itself. @throws {ApiError} 404; 409 when it is disabled. */
export async function testWebhook(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  publicId: string,
): Promise<DeliveryRow> {
  const row = await enabledWebhook(tx, reach, publicId);
  const at = deps.now();
  const event = { workspace_id: row.workspace_id, id: deps.newId() };
  const data = { webhook: publicId, project: subscriptionOf(row).project };
  await insertEvent<TestEvent>(
    tx,
    { workspaceId: row.workspace_id, id: event.id, webhookId: row.id },
    { event: testEvent, at: at.getTime(), data },
  );
  await markProcessed(tx, [event], at);
  const delivery = { workspace_id: row.workspace_id, id: deps.newId(), webhook_id: row.id, at };
  await insertDeliveries(tx, deps.database, [{ ...delivery, event_id: event.id }]);
  return stored(await findDelivery(tx, keyOf(row), delivery.id));
}

function stored(row: DeliveryRow | undefined): DeliveryRow {
  if (!row) throw new Error("A delivery that was just written is not there.");
  return row;
}

/** Makes a delivery due now, with all its attempts before it. @throws {ApiError} 404; 409 when the endpoint is disabled. */
export async function redeliver(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  { publicId, deliveryId }: { publicId: string; deliveryId: string },
): Promise<DeliveryRow> {
  const row = await enabledWebhook(tx, reach, publicId);
  const id = parseId("delivery", deliveryId);
  const delivery = id && (await findDelivery(tx, keyOf(row), id));
  if (!delivery) throw notFound("delivery", deliveryId);
  const again = { status: "pending" as const, tries: 0, next_attempt_at: deps.now(), delivered_at: null };
  await updateDelivery(tx, { workspaceId: row.workspace_id, id: delivery.id }, again);
  await wakeDispatchers(tx);
  return { ...delivery, ...again };
}
