import { classifyDelivery, type DeliveryAttempt } from "@assay/contract/domain";
import {
  decideAttempt,
  deliveryCall,
  type EndedAttempt,
} from "@assay/contract/webhooks/delivery-attempt-rules";
import { inTransaction } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { activeSpan, tracedFrom } from "../../platform/tracing/span.ts";
import { updateWebhook } from "../webhook-queries.ts";
import { lockTries, updateDelivery } from "./delivery-queries.ts";
import {
  type DueMessage,
  type EndpointLease,
  findDueMessage,
  lockLeased,
  updateUnderLease,
} from "./endpoint-leases.ts";

/** A turn: a period in which this process sends messages to one endpoint. */
export interface Turn {
  lease: EndpointLease;
  /**
   * Aborts the current call. The message is then sent again later, and the call does not count as an attempt.
   */
  signal: AbortSignal;
}

/**
 * Sends the first due message of an endpoint and records the attempt.
 *
 * @returns whether another message may be due.
 * @throws {unknown} the signal's reason if the call is aborted.
 */
export async function deliverNext(deps: PlatformDeps, turn: Turn): Promise<boolean> {
  const message = await findDueMessage(deps.database.knex, turn.lease, deps.now());
  if (!message) return false;
  return tracedFrom(deps.tracing, spanOf(message, turn.lease), () => deliver(deps, turn, message));
}

/**
 * Returns the start of the span for a delivery attempt, as a child of the span of the request that caused the
 * event.
 */
const spanOf = ({ delivery, origin: parent }: DueMessage, { workspaceId }: EndpointLease) => ({
  name: "webhook delivery",
  parent,
  attributes: {
    "assay.event": delivery.event,
    "assay.delivery.id": delivery.id,
    "assay.delivery.try": delivery.tries + 1,
    "assay.webhook.id": delivery.webhook,
    "assay.workspace.id": workspaceId,
  },
});

async function deliver(deps: PlatformDeps, { lease, signal }: Turn, message: DueMessage): Promise<boolean> {
  const at = deps.now().getTime();
  const startedAt = performance.now();
  const attempt = await send(deps, { lease, message }, signal);
  const spentMs = performance.now() - startedAt;
  if (!attempt.delivered) activeSpan()?.fail("not_delivered");
  deps.metrics.deliveries.inc({ outcome: attempt.delivered ? "delivered" : "failed" });
  deps.metrics.deliverySeconds.observe(spentMs / 1000);
  const ended = { attempt, at, durationMs: Math.round(spentMs), random: deps.random() };
  return record(deps, lease, { message, ended });
}

async function send(
  deps: PlatformDeps,
  { lease, message }: { lease: EndpointLease; message: DueMessage },
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const now = deps.now().getTime();
  const secrets: string[] = [];
  for (const secret of message.secrets) {
    const plain = await deps.secrets.decrypt(deps.database.knex, lease.workspaceId, secret);
    secrets.push(plain.toString("utf8"));
  }
  const call = await deliveryCall(message.delivery, { url: message.url, secrets, now });
  return classifyDelivery(await deps.outbound.post(call, signal));
}

/**
 * Records an attempt if the lease is still held.
 *
 * @returns whether more messages may be sent to the endpoint.
 */
async function record(
  deps: PlatformDeps,
  lease: EndpointLease,
  { message, ended }: { message: DueMessage; ended: EndedAttempt },
): Promise<boolean> {
  const { delivery } = message;
  const now = deps.now().getTime();
  const decided = decideAttempt({ delivery, triesNow: undefined, webhook: message }, ended, now);
  const change = { id: delivery.id, progress: decided.delivery };
  const isHealthy = ended.attempt.delivered && message.exhausted === 0 && !message.failing;
  if (isHealthy) return updateUnderLease(deps.database.knex, lease, change);
  return inTransaction(deps.database, async (tx) => {
    const webhook = await lockLeased(tx, lease);
    if (!webhook) return false;
    const key = { workspaceId: lease.workspaceId, id: delivery.id };
    const state = { delivery, triesNow: await lockTries(tx, key), webhook };
    const decision = decideAttempt(state, ended, now);
    await updateDelivery(tx, key, decision.delivery);
    await updateWebhook(tx, lease, decision.webhook);
    return decision.webhook.disabled === undefined;
  });
}
