import {
  afterAttempt,
  type DeliveryAttempt,
  deliveryTimeoutMs,
  endpointAfter,
} from "../domain/webhooks/webhook-delivery.ts";
import { signWebhook } from "../wire/http/webhook-signature.ts";
import type { DeliveryProgress, DeliveryRecord } from "./delivery-rules.ts";
import { attemptsListed } from "./webhook-deliveries.ts";
import { payloadOf, testEvent } from "./webhook-events.ts";
import type { WebhookRecord } from "./webhook-rules.ts";

/**
 * The call that sends a message: signed under the Standard Webhooks headers, with the same body each time.
 *
 * @param to.secrets what it is signed with, the newest first.
 * @param to.now milliseconds since 1970.
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

/** An attempt that is over. */
export interface EndedAttempt {
  attempt: DeliveryAttempt;
  /** When it began. */
  at: number;
  durationMs: number;
  /** A random number from 0 to below 1: it varies the wait before the next attempt. */
  random: number;
}

/** What is known once an attempt is over, and locked. */
export interface AttemptState {
  /** The delivery as it was sent. */
  delivery: DeliveryRecord;
  /** The attempts of its round now: fewer than as it was sent, when it was redelivered meanwhile; undefined: it is gone. */
  triesNow: number | undefined;
  webhook: Pick<WebhookRecord, "exhausted">;
}

/** What an attempt changes. A delivery that was redelivered meanwhile stays due, whatever came of the attempt. */
export interface AttemptDecision {
  delivery: Partial<DeliveryProgress>;
  webhook: Partial<WebhookRecord>;
}

/** Decides what follows from an attempt. @param now milliseconds since 1970. */
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
