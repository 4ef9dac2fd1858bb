import { attemptsListed, formatId, payloadOf, testEvent } from "@assay/contract";
import {
  afterAttempt,
  type DeliveryAttempt,
  deliveryTimeoutMs,
  endpointAfter,
  judgeDelivery,
} from "@assay/contract/domain";
import { signWebhook } from "@assay/contract/wire";
import { inTransaction } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import {
  type DeliveryProgress,
  type DeliveryRow,
  findDueDelivery,
  updateDelivery,
} from "./delivery-queries.ts";
import { type EndpointLease, findLeased, lockLeased } from "./endpoint-leases.ts";
import { updateWebhook } from "./webhook-queries.ts";
import { listWebhookSecrets } from "./webhook-secret-queries.ts";

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
 * @throws what the signal was aborted with.
 */
export async function deliverNext(deps: Deps, { lease, signal }: Turn): Promise<boolean> {
  const { knex } = deps.database;
  const endpoint = await findLeased(knex, lease);
  if (!endpoint) return false;
  const delivery = await findDueDelivery(knex, lease, deps.now());
  if (!delivery) return false;
  const at = deps.now();
  const began = performance.now();
  const attempt = await send(deps, { lease, delivery, url: endpoint.url }, signal);
  const made = { attempt, at, durationMs: Math.round(performance.now() - began) };
  return record(deps, lease, { delivery, ...made });
}

interface Message {
  lease: EndpointLease;
  delivery: DeliveryRow;
  url: string;
}

async function send(
  deps: Deps,
  { lease, delivery, url }: Message,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  const body = payloadOf({ event: delivery.event, at: delivery.event_at, data: delivery.data });
  const now = deps.now();
  const message = {
    id: formatId("delivery", delivery.id),
    timestamp: Math.floor(now.getTime() / 1000),
    body,
  };
  const headers = await signWebhook(message, await secretsOf(deps, lease, now));
  const call = {
    url,
    headers: { "content-type": "application/json", ...headers },
    body,
    timeoutMs: deliveryTimeoutMs,
    ignoresBody: true,
  };
  return judgeDelivery(await deps.outbound.post(call, signal));
}

async function secretsOf(deps: Deps, lease: EndpointLease, now: Date): Promise<string[]> {
  const { knex } = deps.database;
  const secrets: string[] = [];
  for (const { secret } of await listWebhookSecrets(knex, lease, now))
    secrets.push((await deps.secrets.decrypt(knex, lease.workspaceId, secret)).toString("utf8"));
  return secrets;
}

interface Made {
  delivery: DeliveryRow;
  attempt: DeliveryAttempt;
  at: Date;
  durationMs: number;
}

/** Writes down an attempt, under the lease. @returns whether the endpoint may be sent more. */
async function record(deps: Deps, lease: EndpointLease, made: Made): Promise<boolean> {
  const { delivery, attempt } = made;
  const progress = progressAfter(deps, made);
  return inTransaction(deps.database, async (tx) => {
    const endpoint = await lockLeased(tx, lease);
    if (!endpoint) return false;
    await updateDelivery(tx, { workspaceId: lease.workspaceId, id: delivery.id }, progress);
    const { exhausted, disabledReason } = endpointAfter(endpoint.exhausted, attempt, {
      status: progress.status,
      isRetried: delivery.event !== testEvent,
    });
    const failing = !attempt.delivered;
    if (exhausted === endpoint.exhausted && failing === endpoint.failing && disabledReason === null)
      return true;
    const now = deps.now();
    const disabled = { enabled: false, disabled_reason: disabledReason, disabled_at: now, updated_at: now };
    await updateWebhook(tx, lease, { exhausted, failing, ...(disabledReason !== null && disabled) });
    return disabledReason === null;
  });
}

function progressAfter(deps: Deps, { delivery, attempt, at, durationMs }: Made): DeliveryProgress {
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
