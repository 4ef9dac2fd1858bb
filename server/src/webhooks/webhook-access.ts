import type { Subscription } from "@assay/contract/webhooks/webhook-rules";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import type { Tx } from "../platform/db/transaction.ts";
import type { Reach } from "../workspace/access/reach.ts";
import { lockWebhook, type WebhookRow } from "./webhook-queries.ts";

/** An endpoint by its public id, locked until the transaction ends. @throws {ApiError} 404 when the caller cannot reach it. */
export async function lockedWebhook(tx: Tx, reach: Reach, publicId: string): Promise<WebhookRow> {
  const id = parseId("webhook", publicId);
  const row = id && (await lockWebhook(tx, reach, id));
  if (!row) throw notFound("webhook", publicId);
  return row;
}

/** The subscription of an endpoint, in the form of the contract's rules. */
export const subscriptionOf = (row: WebhookRow): Subscription => ({
  eventTypes: row.event_types,
  url: row.url,
  project: row.project_id && formatId("project", row.project_id),
  thresholds: row.thresholds,
});
