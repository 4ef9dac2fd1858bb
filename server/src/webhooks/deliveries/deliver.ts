import { attemptsListed } from "@assay/contract/webhooks/webhook-deliveries";
import { formatId } from "@assay/contract/platform/ids";
import { payloadOf, testEvent } from "@assay/contract/webhooks/webhook-events";
import {
  afterAttempt,
  type DeliveryAttempt,
  deliveryTimeoutMs,
  endpointAfter,
  judgeDelivery,
} from "@assay/contract/domain";
import { signWebhook } from "@assay/contract/wire";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { activeSpan, tracedFrom } from "../../platform/tracing/span.ts";
import { type DeliveryProgress, lockTries, updateDelivery } from "./delivery-queries.ts";
import {
  type DueMessage,
  type EndpointLease,
  findDueMessage,
  lockLeased,
  updateUnderLease,
} from "./endpoint-leases.ts";
import { updateWebhook } from "../webhook-queries.ts";

/** How a turn at one endpoint is taken. */
export interface Turn {
  lease: EndpointLease;
  /** Breaks off what is under way; it is sent again later, and does not count as an attempt. */
  signal: AbortSignal;
}

/**
 * Sends an endpoint the message that is due first, and writes down how that went.
 *
 * @returns whether there may be another.
 * @throws {unknown} what the signal was aborted with.
 */
export async function deliverNext(deps: PlatformDeps, turn: Turn): Promise<boolean> {
  const message = await findDueMessage(deps.database.knex, turn.lease, deps.now());
  if (!message) return false;
  return tracedFrom(deps.tracing, spanOf(message, turn.lease), () => deliver(deps, turn, message));
}

/** The span of an attempt: part of what the event came of. */
const spanOf = (
  { event, tries, id, trace_context: parent }: DueMessage,
  { workspaceId, webhookId }: EndpointLease,
) => ({
  name: "webhook delivery",
  parent,
  attributes: {
    "assay.event": event,
    "assay.delivery.id": formatId("delivery", id),
    "assay.delivery.try": tries + 1,
    "assay.webhook.id": formatId("webhook", webhookId),
    "assay.workspace.id": workspaceId,
  },
});

async function deliver(deps: PlatformDeps, { lease, signal }: Turn, message: DueMessage): Promise<boolean> {
  const at = deps.now();
  const began = performance.now();
  const attempt = await send(deps, { lease, message }, signal);
  const spentMs = performance.now() - began;
  const durationMs = Math.round(spentMs);
  if (!attempt.delivered) activeSpan()?.fail("not_delivered");
  deps.metrics.deliveries.inc({ outcome: attempt.delivered ? "delivered" : "failed" });
  deps.metrics.deliverySeconds.observe(spentMs / 1000);
  return record(deps, lease, { message, attempt, at, durationMs });
}

async function send(
  deps: PlatformDeps,
  {
    lease,
    message: { id, event, event_at: at, data, url, secrets },
  }: { lease: EndpointLease; message: DueMessage },
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const body = payloadOf({ event, at, data });
  const timestamp = Math.floor(deps.now().getTime() / 1000);
  const keys: string[] = [];
  for (const secret of secrets) {
    const plain = await deps.secrets.decrypt(deps.database.knex, lease.workspaceId, secret);
    keys.push(plain.toString("utf8"));
  }
  const signed = await signWebhook({ id: formatId("delivery", id), timestamp, body }, keys);
  const headers = { "content-type": "application/json", ...signed };
  const call = { url, headers, body, timeoutMs: deliveryTimeoutMs, ignoresBody: true };
  return judgeDelivery(await deps.outbound.post(call, signal));
}

interface Made {
  message: DueMessage;
  attempt: DeliveryAttempt;
  at: Date;
  durationMs: number;
}

/** Writes down an attempt, under the lease. @returns whether the endpoint may be sent more. */
async function record(deps: PlatformDeps, lease: EndpointLease, made: Made): Promise<boolean> {
  const { message, attempt } = made;
  const progress = progressAfter(deps, made);
  const isWell = attempt.delivered && message.exhausted === 0 && !message.failing;
  const { id } = message;
  if (isWell) return updateUnderLease(deps.database.knex, lease, { id, progress });
  return inTransaction(deps.database, async (tx) => {
    const endpoint = await lockLeased(tx, lease);
    if (!endpoint) return false;
    const key = { workspaceId: lease.workspaceId, id };
    // Asked for anew while this attempt was under way: it is due, with all its attempts before it, whatever came of this one.
    const isAnew = ((await lockTries(tx, key)) ?? message.tries) < message.tries;
    const { attempts, attempt_log } = progress;
    await updateDelivery(tx, key, isAnew ? { attempts, attempt_log } : progress);
    const { exhausted, disabledReason } = endpointAfter(endpoint.exhausted, attempt, {
      status: isAnew ? "pending" : progress.status,
      isRetried: message.event !== testEvent,
    });
    const now = deps.now();
    const disabled = { enabled: false, disabled_reason: disabledReason, disabled_at: now, updated_at: now };
    await updateWebhook(tx, lease, {
      exhausted,
      failing: !attempt.delivered,
      ...(disabledReason !== null && disabled),
    });
    return disabledReason === null;
  });
}

function progressAfter(
  deps: PlatformDeps,
  { message: delivery, attempt, at, durationMs }: Made,
): DeliveryProgress {
  const tries = delivery.tries + 1;
  const round = { tries, isRetried: delivery.event !== testEvent };
  const state = afterAttempt(attempt, round, deps.random());
  const entry = {
    at: at.toISOString(),
    response_status: attempt.responseStatus,
    error: attempt.error,
    duration_ms: durationMs,
  };
  const now = deps.now();
  return {
    status: state.status,
    tries,
    attempts: delivery.attempts + 1,
    attempt_log: [...delivery.attempt_log, entry].slice(-attemptsListed),
    next_attempt_at: state.status === "pending" ? new Date(now.getTime() + state.waitMs) : null,
    delivered_at: attempt.delivered ? now : delivery.delivered_at,
  };
}
