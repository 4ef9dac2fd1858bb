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
  const began = performance.now();
  const attempt = await send(deps, { lease, message }, signal);
  const spentMs = performance.now() - began;
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

/** Writes down an attempt, under the lease. @returns whether the endpoint may be sent more. */
async function record(
  deps: PlatformDeps,
  lease: EndpointLease,
  { message, ended }: { message: DueMessage; ended: EndedAttempt },
): Promise<boolean> {
  const { delivery } = message;
  const now = deps.now().getTime();
  const usual = decideAttempt({ delivery, triesNow: undefined, webhook: message }, ended, now);
  const change = { id: delivery.id, progress: usual.delivery };
  const isWell = ended.attempt.delivered && message.exhausted === 0 && !message.failing;
  if (isWell) return updateUnderLease(deps.database.knex, lease, change);
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
