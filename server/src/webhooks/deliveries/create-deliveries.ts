import { formatId } from "@assay/contract/platform/ids";
import { isSubscribed } from "@assay/contract/webhooks/webhook-rules";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  hasWaitingEvents,
  listWaitingEvents,
  markProcessed,
  type WaitingEvent,
} from "../../platform/outbox/outbox-queries.ts";
import { insertDeliveries, type NewDelivery } from "./delivery-queries.ts";
import { holdEnabledWebhooks } from "../webhook-queries.ts";

const batch = 500;

/**
 * Makes of waiting events the messages to the endpoints that are told of them, the oldest events first. One process at a
 * time does it, so that the messages of an endpoint have the order of the events.
 *
 * @returns whether more may be waiting.
 */
export async function spreadEvents(deps: PlatformDeps): Promise<boolean> {
  if (!(await hasWaitingEvents(deps.database.knex))) return false;
  const spread = await inTransaction(deps.database, async (tx) => {
    if (!(await isAlone(tx))) return [];
    const events = await listWaitingEvents(tx, batch);
    if (events.length === 0) return [];
    await insertDeliveries(tx, deps.database, await messagesOf(tx, deps, events));
    await markProcessed(tx, events, deps.now());
    return events;
  });
  for (const { event } of spread) deps.metrics.events.inc({ event });
  return spread.length === batch;
}

async function isAlone(tx: Tx): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: { locked: boolean }[] }>(
    "select pg_try_advisory_xact_lock(hashtextextended('assay events', 13)) as locked",
  );
  return rows[0]?.locked ?? false;
}

async function messagesOf(
  tx: Tx,
  deps: PlatformDeps,
  events: readonly WaitingEvent[],
): Promise<NewDelivery[]> {
  const workspaces = [...new Set(events.map((event) => event.workspace_id))];
  const endpoints = await holdEnabledWebhooks(tx, workspaces);
  const at = deps.now();
  return events.flatMap((event) =>
    endpoints.flatMap((endpoint) => {
      if (endpoint.workspace_id !== event.workspace_id) return [];
      const project = endpoint.project_id && formatId("project", endpoint.project_id);
      const isTold =
        event.webhook_id === null
          ? isSubscribed({ eventTypes: endpoint.event_types, project }, event)
          : event.webhook_id === endpoint.id;
      if (!isTold) return [];
      return [
        {
          workspace_id: event.workspace_id,
          id: deps.newId(),
          webhook_id: endpoint.id,
          event_id: event.id,
          at,
        },
      ];
    }),
  );
}
