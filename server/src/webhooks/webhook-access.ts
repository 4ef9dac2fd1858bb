import { parseId } from "@assay/contract/platform/ids";
import { requireWebhook, type WebhookRecord } from "@assay/contract/webhooks/webhook-rules";
import type { Knex } from "knex";
import type { Tx } from "../platform/db/transaction.ts";
import type { Reach } from "../workspace/access/reach.ts";
import { findWebhook, lockWebhook } from "./webhook-queries.ts";

/**
 * Returns an endpoint by its public id, locked until the transaction ends; undefined if the caller cannot
 * access it.
 */
export async function lockNamedWebhook(
  tx: Tx,
  reach: Reach,
  publicId: string,
): Promise<WebhookRecord | undefined> {
  const id = parseId("webhook", publicId);
  return id === undefined ? undefined : lockWebhook(tx, reach, id);
}

/** Returns an endpoint by its public id. @throws {ApiError} 404 if the caller cannot access it. */
export async function getWebhook(db: Knex, reach: Reach, publicId: string): Promise<WebhookRecord> {
  const id = parseId("webhook", publicId);
  return requireWebhook(id === undefined ? undefined : await findWebhook(db, reach, id), publicId);
}
