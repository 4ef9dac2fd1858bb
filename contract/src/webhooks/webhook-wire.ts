import { instant, instantOrNull } from "../domain/values/instants.ts";
import type { DeliveryRecord } from "./delivery-rules.ts";
import type { Subscription, WebhookDecision, WebhookRecord } from "./webhook-rules.ts";

const configToWire = ({ project, thresholds }: Subscription) => ({
  ...(project !== null && { project }),
  ...(thresholds !== null && { thresholds: { ...thresholds } }),
});

/** Converts an endpoint to its form in responses, without its secret. Absent settings are omitted. */
export const webhookToWire = ({ id, subscription, disabled, createdAt, updatedAt }: WebhookRecord) => ({
  id,
  object: "webhook" as const,
  event_types: [...subscription.eventTypes],
  url: subscription.url,
  config: configToWire(subscription),
  enabled: disabled === null,
  disabled_reason: disabled?.reason ?? null,
  disabled_at: instantOrNull(disabled?.at ?? null),
  created_at: instant(createdAt),
  updated_at: instant(updatedAt),
});

/** Converts a new endpoint to its form in the response that contains its secret once. */
export const createdWebhookToWire = (webhook: WebhookRecord, secret: string) => ({
  ...webhookToWire(webhook),
  secret,
});

/** Converts an endpoint with its new secret to its form in the response to a rotation. */
export function rotatedWebhookToWire(
  { record, previousSecretsUntil }: Pick<WebhookDecision, "record" | "previousSecretsUntil">,
  secret: string,
) {
  if (previousSecretsUntil === null)
    throw new Error(
      `The secret of webhook ${record.id} was rotated, but its previous secrets have no expiry.`,
    );
  return {
    ...createdWebhookToWire(record, secret),
    previous_secret_expires_at: instant(previousSecretsUntil),
  };
}

/** Returns the response to a request that deletes an endpoint. */
export const deletedWebhookToWire = ({ id }: WebhookRecord) => ({
  id,
  object: "webhook" as const,
  deleted: true as const,
});

/**
 * Converts a delivery to its form in responses.
 *
 * @param sendingId id of the delivery that is currently being sent to the endpoint; null if no delivery is
 *   being sent. Also null if this request has just made the delivery due.
 */
export function deliveryToWire(delivery: DeliveryRecord, sendingId: string | null) {
  const last = delivery.log.at(-1);
  const sending = delivery.status === "pending" && delivery.id === sendingId;
  return {
    id: delivery.id,
    object: "webhook_delivery" as const,
    webhook: delivery.webhook,
    event: delivery.event,
    status: delivery.status,
    sending,
    attempts: delivery.attempts,
    response_status: last?.response_status ?? null,
    error: last?.error ?? null,
    duration_ms: last?.duration_ms ?? null,
    next_attempt_at: sending ? null : instantOrNull(delivery.nextAttemptAt),
    delivered_at: instantOrNull(delivery.deliveredAt),
    attempt_log: [...delivery.log],
    payload: { event: delivery.event, timestamp: instant(delivery.at), data: { ...delivery.data } },
    created_at: instant(delivery.createdAt),
  };
}
