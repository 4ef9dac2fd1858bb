import type { Knex } from "knex";
import type { WebhookKey } from "../webhook-queries.ts";

/** An endpoint's stored secret, encrypted. */
export interface WebhookSecretRow {
  id: string;
  secret: Buffer;
  created_at: Date;
  /** The end of validity; null for the current secret. */
  valid_until: Date | null;
}

const ofWebhook = (db: Knex, { workspaceId, webhookId }: WebhookKey) =>
  db("webhook_secrets").where({ workspace_id: workspaceId, webhook_id: webhookId });

/** Stores a secret for an endpoint. */
export async function insertWebhookSecret(tx: Knex, key: WebhookKey, row: WebhookSecretRow): Promise<void> {
  await tx("webhook_secrets").insert({
    workspace_id: key.workspaceId,
    webhook_id: key.webhookId,
    ...row,
  });
}

/**
 * Sets the expiry of an endpoint's secrets to `validUntil`, except for secrets that expire earlier. Deletes
 * expired secrets.
 */
export async function expireWebhookSecrets(
  tx: Knex,
  key: WebhookKey,
  { now, validUntil }: { now: Date; validUntil: Date },
): Promise<void> {
  await ofWebhook(tx, key).where("valid_until", "<=", now).delete();
  await ofWebhook(tx, key)
    .whereRaw("coalesce(valid_until, 'infinity') > ?", [validUntil])
    .update({ valid_until: validUntil });
}
