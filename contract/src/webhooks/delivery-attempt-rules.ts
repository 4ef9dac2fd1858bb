import {
  afterAttempt,
  type DeliveryAttempt,
  deliveryTimeoutMs,
  endpointAfter,
} from "../domain/webhooks/delivery-retry.ts";
import { signWebhook } from "../wire/http/webhook-signature.ts";
import type { DeliveryProgress, DeliveryRecord } from "./delivery-rules.ts";
import { attemptsListed } from "./webhook-deliveries.ts";
import { payloadOf, testEvent } from "./webhook-events.ts";
import type { WebhookRecord } from "./webhook-rules.ts";

/**
 * Builds the HTTP call that sends a message. The call is signed with the Standard Webhooks headers, and the
 * body is identical on each attempt.
 *
 * @param to.secrets the secrets that sign the message, newest first.
 * @param to.now the current time in milliseconds since 1970.
 */
export async function deliveryCall(
  { id, event, at, data }: DeliveryRecord,
  { url, secrets, now }: { url: string; secrets: readonly string[]; now: number },
) {
  const body = payloadOf({ event, at: new Date(at), data });
  const signed = await signWebhook({ id, timestamp: Math.floor(now / 1000), body }, secrets);
  const headers = { "content-type": "application/json", ...signed };
  return { url, headers, body, timeoutMs: deliveryTimeoutMs, ignoresBody: true };
}

/** A finished attempt. */
export interface EndedAttempt {
  attempt: DeliveryAttempt;
  /** Start time of the attempt. */
  at: number;
  durationMs: number;
  /** A random number from 0 to below 1, which varies the delay before the next attempt. */
  random: number;
}

/** The state that is loaded and locked after an attempt. */
export interface AttemptState {
  /** The delivery as it was sent. */
  delivery: DeliveryRecord;
  /**
   * Number of attempts in the current round. If a redelivery has started a new round since the message was
   * sent, the number is lower than at that time. Undefined if the delivery was deleted.
   */
  triesNow: number | undefined;
  webhook: Pick<WebhookRecord, "exhausted">;
}

/**
 * The changes after an attempt. A delivery that was redelivered during the attempt stays due, regardless of
 * the result.
 */
export interface AttemptDecision {
  delivery: Partial<DeliveryProgress>;
  webhook: Partial<WebhookRecord>;
}

/** Decides the changes after an attempt. @param now the current time in milliseconds since 1970. */
export function decideAttempt(state: AttemptState, ended: EndedAttempt, now: number): AttemptDecision {
  const { delivery, triesNow = delivery.tries, webhook } = state;
  const { attempt } = ended;
  const progress = deliveryAfter(delivery, ended, now);
  const isRedelivered = triesNow < delivery.tries;
  const { attempts, log } = progress;
  const { exhausted, disabledReason } = endpointAfter(webhook.exhausted, attempt, {
    status: isRedelivered ? "pending" : progress.status,
    isRetried: delivery.event !== testEvent,
  });
  const disabled = disabledReason !== null && {
    disabled: { reason: disabledReason, at: now },
    updatedAt: now,
  };
  return {
    delivery: isRedelivered ? { attempts, log } : progress,
    webhook: { exhausted, failing: !attempt.delivered, ...disabled },
  };
}

function deliveryAfter(
  delivery: DeliveryRecord,
  { attempt, at, durationMs, random }: EndedAttempt,
  now: number,
): DeliveryProgress {
  const tries = delivery.tries + 1;
  const state = afterAttempt(attempt, { tries, isRetried: delivery.event !== testEvent }, random);
  const entry = {
    at: new Date(at).toISOString(),
    response_status: attempt.responseStatus,
    error: attempt.error,
    duration_ms: durationMs,
  };
  return {
    status: state.status,
    tries,
    attempts: delivery.attempts + 1,
    log: [...delivery.log, entry].slice(-attemptsListed),
    nextAttemptAt: state.status === "pending" ? now + state.waitMs : null,
    deliveredAt: attempt.delivered ? now : delivery.deliveredAt,
  };
}
