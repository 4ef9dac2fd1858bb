import { formatId } from "@assay/contract/platform/ids";
import { dueDelivery, isRecipient } from "@assay/contract/webhooks/delivery-rules";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { timeAndIds } from "../../platform/rule-context.ts";
import {
  hasPendingEvents,
  listPendingEvents,
  markDispatched,
  type PendingEvent,
} from "../../platform/outbox/outbox-queries.ts";
import { insertDeliveries, type NewDelivery } from "./delivery-queries.ts";
import { lockEnabledWebhooks } from "../webhook-queries.ts";

const batch = 500;

/**
 * Creates the deliveries of pending events to their endpoints, oldest events first. Only one process at a
 * time does this, so the deliveries to an endpoint have the same order as the events.
 *
 * @returns whether more events may be pending.
 */
export async function createDeliveries(deps: PlatformDeps): Promise<boolean> {
  if (!(await hasPendingEvents(deps.database.knex))) return false;
  const dispatched = await inTransaction(deps.database, async (tx) => {
    if (!(await tryLock(tx))) return [];
    const events = await listPendingEvents(tx, batch);
    if (events.length === 0) return [];
    await insertDeliveries(tx, deps.database, await deliveriesOf(tx, deps, events));
    await markDispatched(tx, events, deps.now());
    return events;
  });
  for (const { event } of dispatched) deps.metrics.events.inc({ event });
  return dispatched.length === batch;
}

async function tryLock(tx: Tx): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: { locked: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtextextended('assay events', 13)) as locked",
  );
  return rows[0]?.locked ?? false;
}

async function deliveriesOf(
  tx: Tx,
  deps: PlatformDeps,
  events: readonly PendingEvent[],
): Promise<NewDelivery[]> {
  const workspaces = [...new Set(events.map((event) => event.workspace_id))];
  const webhooks = await lockEnabledWebhooks(tx, workspaces);
  const context = timeAndIds(deps);
  return events.flatMap(({ workspace_id: workspaceId, id: eventId, webhook_id, ...rest }) => {
    const event = { ...rest, webhook: webhook_id && formatId("webhook", webhook_id) };
    return webhooks
      .filter((webhook) => webhook.workspaceId === workspaceId && isRecipient(webhook, event))
      .map((webhook) => ({ workspaceId, eventId, delivery: dueDelivery(webhook, context) }));
  });
}
