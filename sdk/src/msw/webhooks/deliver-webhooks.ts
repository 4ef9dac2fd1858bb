import { attemptsListed } from "@assay/contract/webhooks/webhook-deliveries";
import { payloadOf, testEvent } from "@assay/contract/webhooks/webhook-events";
import type { RemoteReply } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import {
  afterAttempt,
  type DeliveryAttempt,
  deliveryTimeoutMs,
  endpointAfter,
  judgeDelivery,
} from "@assay/contract/domain";
import { signWebhook } from "@assay/contract/wire";
import { instant } from "../platform/http/paging.ts";
import { failedCall, postCall } from "../platform/outbound/post-call.ts";
import type { DeliveryRow, WebhookRow, WebhookState } from "./webhook-tables.ts";

type Clocked = Pick<WebhookState, "clock">;

/** Sends an endpoint what is due, one message after the other, in the background; again while it is at it does nothing. */
export function sendDue({ clock }: Clocked, webhook: WebhookRow): void {
  if (webhook.sending || !dueFirst({ clock }, webhook)) return;
  const send = async (): Promise<void> => {
    for (let due = dueFirst({ clock }, webhook); due; due = dueFirst({ clock }, webhook)) {
      const at = clock.now();
      due.sending = true;
      const attempt = await attemptOf({ clock }, webhook, due);
      due.sending = false;
      record({ clock }, webhook, { delivery: due, at, attempt });
    }
  };
  webhook.sending = send().finally(() => {
    webhook.sending = null;
  });
}

/** The sending of messages of every workspace that has not ended. */
export const sendingNow = ({ tables }: WebhookState): Promise<void>[] =>
  tables.workspaces.flatMap(({ webhooks }) => [...webhooks.values()].flatMap(({ sending }) => sending ?? []));

/** The message that is due first. */
function dueFirst({ clock }: Clocked, { disabled, deliveries }: WebhookRow): DeliveryRow | undefined {
  if (disabled) return undefined;
  const now = clock.now();
  const due = [...deliveries.values()].filter(
    ({ status, nextAttemptAt }) => status === "pending" && (nextAttemptAt ?? Infinity) <= now,
  );
  return due.toSorted((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0) || (a.id < b.id ? -1 : 1))[0];
}

async function attemptOf(
  { clock }: Clocked,
  { subscription, secrets }: WebhookRow,
  { id, event, at, data }: DeliveryRow,
): Promise<DeliveryAttempt> {
  const now = clock.now();
  const body = payloadOf({ event, at: new Date(at), data });
  const working = secrets.filter(({ validUntil }) => validUntil === null || validUntil > now);
  const message = { id, timestamp: Math.floor(now / 1000), body };
  const signed = await signWebhook(
    message,
    working.map(({ secret }) => secret),
  );
  const headers = { "content-type": "application/json", ...signed };
  const call = { url: subscription.url, headers, body, timeoutMs: deliveryTimeoutMs, ignoresBody: true };
  const reply: RemoteReply = await postCall(call, new AbortController().signal).catch((error: unknown) =>
    failedCall(error, call, true),
  );
  return judgeDelivery(reply);
}

interface Made {
  delivery: DeliveryRow;
  attempt: DeliveryAttempt;
  at: number;
}

function record({ clock }: Clocked, webhook: WebhookRow, { delivery, attempt, at }: Made): void {
  const now = clock.now();
  const isRetried = delivery.event !== testEvent;
  delivery.tries += 1;
  delivery.attempts += 1;
  const entry = {
    at: instant(at),
    response_status: attempt.responseStatus,
    error: attempt.error,
    duration_ms: Math.max(0, now - at),
  };
  delivery.log = [...delivery.log, entry].slice(-attemptsListed);
  // In the middle of the jitter: a mock is the same each time.
  const state = afterAttempt(attempt, { tries: delivery.tries, isRetried }, 0.5);
  delivery.status = state.status;
  delivery.nextAttemptAt = state.status === "pending" ? now + state.waitMs : null;
  if (attempt.delivered) delivery.deliveredAt = now;
  const health = endpointAfter(webhook.exhausted, attempt, { status: state.status, isRetried });
  webhook.exhausted = health.exhausted;
  if (health.disabledReason === null || webhook.disabled) return;
  webhook.disabled = { reason: health.disabledReason, at: now };
  webhook.updatedAt = now;
}
