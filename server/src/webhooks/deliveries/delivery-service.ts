import { formatId, parseId } from "@assay/contract/platform/ids";
import {
  decideDelivery,
  type DeliveryCommand,
  type DeliveryRecord,
  type DeliveryState,
  dueDelivery,
  isRecipient,
} from "@assay/contract/webhooks/delivery-rules";
import type { TestEvent } from "@assay/contract/webhooks/webhook-events";
import {
  appendsNothing,
  commitDecision,
  emitsNothing,
  neverChanges,
} from "../../platform/db/commit-decision.ts";
import { inTransaction, type Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import {
  hasPendingEvents,
  insertEvent,
  listPendingEvents,
  markDispatched,
  notifyDispatchers,
  type PendingEvent,
} from "../../platform/outbox/outbox-queries.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { timeAndIds } from "../../platform/rule-context.ts";
import { allBlind } from "../../workspace/access/blind-access.ts";
import { lockNamedWebhook } from "../webhook-access.ts";
import { keyOfWebhook, lockEnabledWebhooks } from "../webhook-queries.ts";
import { findDelivery, insertDeliveries, type NewDelivery, updateDelivery } from "./delivery-queries.ts";

/** Maximum number of events per transaction that creates deliveries. */
const batch = 500;

/** A command on deliveries, with its caller. */
export interface DeliveryRequest {
  caller: Pick<Caller, "workspaceId" | "projects" | "reviewerId" | "scopes">;
  command: DeliveryCommand;
}

/**
 * Executes a command on the deliveries to an endpoint.
 *
 * @throws {ApiError} the refusals that `decideDelivery` returns.
 */
export async function commandDelivery(
  tx: Tx,
  deps: PlatformDeps,
  { caller, command }: DeliveryRequest,
): Promise<DeliveryRecord> {
  const { workspaceId } = caller;
  const state = await loadState(tx, { caller, command });
  const decision = decideDelivery(state, command, timeAndIds(deps));
  await commitDecision(decision, {
    insert: (delivery) => insertTest(tx, deps, { workspaceId, delivery, test: decision.test }),
    update: async (id, set) => {
      await updateDelivery(tx, { workspaceId, id }, set);
      await notifyDispatchers(tx);
    },
    delete: neverChanges,
    append: appendsNothing,
    emit: emitsNothing,
  });
  return decision.record;
}

async function loadState(tx: Tx, { caller, command }: DeliveryRequest): Promise<DeliveryState> {
  const redelivers = command.type === "redeliver";
  const isBlind = redelivers && (await allBlind(tx, caller)).length > 0;
  const webhook = await lockNamedWebhook(tx, caller, command.webhook);
  const id = redelivers ? parseId("delivery", command.id) : undefined;
  const key = webhook && keyOfWebhook(caller.workspaceId, webhook.id);
  return { isBlind, webhook, delivery: key && id ? await findDelivery(tx, key, id) : undefined };
}

/** Stores a test delivery with its event, which no other endpoint receives. */
async function insertTest(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, delivery, test }: { workspaceId: string; delivery: DeliveryRecord; test: TestEvent | null },
): Promise<void> {
  if (!test) throw new Error(`The new delivery ${delivery.id} has no event.`);
  const { webhookId } = keyOfWebhook(workspaceId, delivery.webhook);
  const eventId = deps.newId();
  await insertEvent<TestEvent>(tx, { workspaceId, id: eventId, webhookId }, test);
  await markDispatched(tx, [{ workspace_id: workspaceId, id: eventId }], new Date(test.at));
  await insertDeliveries(tx, deps.database, [{ workspaceId, eventId, delivery }]);
}

/**
 * Creates the deliveries of pending events to their endpoints, the oldest events first. Only one process at a
 * time does this, so the deliveries of an endpoint have the order of the events.
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
