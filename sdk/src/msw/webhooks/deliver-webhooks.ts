import { classifyDelivery, secretWorks } from "@assay/contract/domain";
import { decideAttempt, deliveryCall } from "@assay/contract/webhooks/delivery-attempt-rules";
import {
  type DeliveryRecord,
  dueDelivery,
  firstDue,
  isRecipient,
} from "@assay/contract/webhooks/delivery-rules";
import { postCall } from "../platform/outbound/post-call.ts";
import type { WebhookState, WebhookTables } from "./webhook-tables.ts";

type Clocked = Pick<WebhookState, "clock">;

/** Empties a workspace's outbox, and creates one delivery per event and recipient. */
export function queueDeliveries(
  { clock, newId }: Pick<WebhookState, "clock" | "newId">,
  { outbox, webhooks, deliveries }: WebhookTables,
): void {
  for (const { webhook: only, ...event } of outbox.splice(0)) {
    const { project } = event.data;
    const about = { ...event, webhook: only, project: typeof project === "string" ? project : null };
    for (const webhook of webhooks.values()) {
      if (webhook.disabled || !isRecipient(webhook, about)) continue;
      const delivery = { ...dueDelivery(webhook, { now: clock.now(), newId }), ...event };
      deliveries.set(delivery.id, delivery);
    }
  }
}

/** Sends due deliveries in the background, one after another for each endpoint. */
export function sendDueDeliveries({ clock }: Clocked, workspace: WebhookTables): void {
  for (const id of workspace.webhooks.keys()) {
    if (workspace.sending.has(id) || !dueNow({ clock }, workspace, id)) continue;
    const sending = { done: Promise.resolve(), delivery: "" };
    const sendAll = async (): Promise<void> => {
      for (let due = dueNow({ clock }, workspace, id); due; due = dueNow({ clock }, workspace, id)) {
        sending.delivery = due.id;
        await sendDelivery({ clock }, workspace, due);
      }
    };
    workspace.sending.set(id, sending);
    sending.done = sendAll().finally(() => workspace.sending.delete(id));
  }
}

/** Returns the running deliveries of all workspaces. */
export const sendingNow = ({ tables }: WebhookState): Promise<void>[] =>
  tables.workspaces.flatMap(({ sending }) => [...sending.values()].map(({ done }) => done));

/**
 * Returns an endpoint's first due delivery; undefined if none is due, or if the endpoint is disabled or
 * deleted.
 */
function dueNow({ clock }: Clocked, { webhooks, deliveries }: WebhookTables, id: string) {
  const webhook = webhooks.get(id);
  if (!webhook || webhook.disabled) return undefined;
  return firstDue(
    [...deliveries.values()].filter((one) => one.webhook === id),
    clock.now(),
  );
}

/** Sends a delivery, and stores the result. */
async function sendDelivery(
  { clock }: Clocked,
  workspace: WebhookTables,
  delivery: DeliveryRecord,
): Promise<void> {
  const { webhooks, deliveries } = workspace;
  const at = clock.now();
  const secrets = (workspace.webhookSecrets.get(delivery.webhook) ?? [])
    .filter((secret) => secretWorks(secret, at))
    .map(({ secret }) => secret);
  const url = webhooks.get(delivery.webhook)?.subscription.url ?? "";
  const call = await deliveryCall(delivery, { url, secrets, now: at });
  const reply = await postCall(call, new AbortController().signal);
  const now = clock.now();
  // Using the middle of the jitter range makes the mock deterministic.
  const ended = { attempt: classifyDelivery(reply), at, durationMs: Math.max(0, now - at), random: 0.5 };
  const [present, webhook] = [deliveries.get(delivery.id), webhooks.get(delivery.webhook)];
  if (!present || !webhook) return;
  const decision = decideAttempt({ delivery, triesNow: present.tries, webhook }, ended, now);
  deliveries.set(present.id, { ...present, ...decision.delivery });
  webhooks.set(webhook.id, { ...webhook, ...decision.webhook });
}
