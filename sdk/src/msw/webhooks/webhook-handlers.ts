import { blindPending } from "@assay/contract/review/reviews/review-refusals";
import {
  changedSubscription,
  changedThresholds,
  configToWire,
  disabledByRequest,
  noSubscription,
  type Subscription,
} from "@assay/contract/webhooks/webhook-rules";
import { notFound, projectRestricted } from "@assay/contract/platform/refusals";
import { type TestEvent, testEvent } from "@assay/contract/webhooks/webhook-events";
import type { UpdateWebhookBody } from "@assay/contract/webhooks/webhooks";
import { webhookDisabled } from "@assay/contract/webhooks/webhook-refusals";
import { formatWebhookSecret } from "@assay/contract/wire";
import { blindSamples } from "../workspace/blind-review.ts";
import { instant, instantOrNull, newestFirst, pageOf } from "../platform/http/paging.ts";
import { reaches, referredProject } from "../workspace/reach.ts";
import { queueDelivery } from "./queue-events.ts";
import type {
  DeliveryRow,
  WebhookCall,
  WebhookCaller,
  WebhookHandlers,
  WebhookRow,
} from "./webhook-tables.ts";

const toWire = ({ id, subscription, disabled, createdAt, updatedAt }: WebhookRow) => ({
  id,
  object: "webhook" as const,
  event_types: [...subscription.eventTypes],
  url: subscription.url,
  config: configToWire(subscription),
  enabled: disabled === null,
  disabled_reason: disabled?.reason ?? null,
  disabled_at: instantOrNull(disabled?.at ?? null),
  created_at: instant(createdAt),
  updated_at: instant(updatedAt),
});

/** @param sending whether it is being sent: what is queued by this very request is not yet. */
function deliveryToWire(row: DeliveryRow, sending = false) {
  const last = row.log.at(-1);
  return {
    id: row.id,
    object: "webhook_delivery" as const,
    webhook: row.webhook,
    event: row.event,
    status: row.status,
    sending,
    attempts: row.attempts,
    response_status: last?.response_status ?? null,
    error: last?.error ?? null,
    duration_ms: last?.duration_ms ?? null,
    next_attempt_at: sending ? null : instantOrNull(row.nextAttemptAt),
    delivered_at: instantOrNull(row.deliveredAt),
    attempt_log: [...row.log],
    payload: { event: row.event, timestamp: instant(row.at), data: { ...row.data } },
    created_at: instant(row.createdAt),
  };
}

const listedToWire = (row: DeliveryRow) => deliveryToWire(row, row.sending);

function checkProject(caller: WebhookCaller, { project }: Subscription): void {
  if (project !== null) referredProject(caller, project, "/config/project");
  else if (caller.projects) throw projectRestricted();
}

/** Whether the caller's key reaches an endpoint: a restricted one those of its projects alone. */
const reachesWebhook = (caller: WebhookCaller, { subscription: { project } }: WebhookRow): boolean =>
  caller.projects === null || (project !== null && reaches(caller, project));

/** An endpoint that the caller can reach. @throws {ApiError} 404. */
function getWebhook(caller: WebhookCaller, id: string): WebhookRow {
  const row = caller.workspace.webhooks.get(id);
  if (!row || !reachesWebhook(caller, row)) throw notFound("webhook", id);
  return row;
}

/** The same, when it can be sent something. @throws {ApiError} 404; 409 when it is disabled. */
function enabledWebhook(caller: WebhookCaller, id: string): WebhookRow {
  const row = getWebhook(caller, id);
  if (row.disabled) throw webhookDisabled(id, row.disabled.reason);
  return row;
}

const newSecret = (): string => formatWebhookSecret(crypto.getRandomValues(new Uint8Array(32)));

function createWebhook({ caller, clock, newId }: WebhookCall, subscription: Subscription, secret: string) {
  checkProject(caller, subscription);
  const now = clock.now();
  const row: WebhookRow = {
    id: newId("webhook"),
    subscription,
    disabled: null,
    exhausted: 0,
    secrets: [{ secret, validUntil: null }],
    deliveries: new Map(),
    scores: new Map(),
    sending: null,
    createdAt: now,
    updatedAt: now,
  };
  caller.workspace.webhooks.set(row.id, row);
  return row;
}

function changeWebhook({ caller, clock }: WebhookCall, id: string, body: UpdateWebhookBody): WebhookRow {
  const row = getWebhook(caller, id);
  const wanted = changedSubscription(row.subscription, body);
  checkProject(caller, wanted);
  const voided = changedThresholds(row.subscription.thresholds, wanted.thresholds);
  for (const place of row.scores.keys()) {
    const [, evaluator]: string[] = JSON.parse(place);
    if (evaluator !== undefined && voided.includes(evaluator)) row.scores.delete(place);
  }
  // Whoever may see the project alone sees the endpoint from now on, and may send it elsewhere.
  if (wanted.project !== null && wanted.project !== row.subscription.project)
    for (const { id: delivery, data } of row.deliveries.values())
      if (data["project"] !== wanted.project) row.deliveries.delete(delivery);
  row.subscription = wanted;
  row.updatedAt = clock.now();
  if (body.enabled === false) row.disabled ??= { reason: disabledByRequest, at: clock.now() };
  if (body.enabled === true) {
    row.disabled = null;
    row.exhausted = 0;
  }
  return row;
}

/** What was told of reviews and overrides can tell of any sample. @throws {ApiError} 403 `blind_pending`. */
function refuseWhileBlind(caller: WebhookCaller): void {
  if (blindSamples(caller).size > 0) throw blindPending();
}

/** The routes of webhooks. */
export const webhookHandlers: WebhookHandlers<"webhooks"> = {
  create: ({ body }, call) =>
    call.commit(() => {
      const secret = newSecret();
      const row = createWebhook(call, changedSubscription(noSubscription, body), secret);
      return { status: 201, body: { ...toWire(row), secret } };
    }),
  list: ({ query }, { caller }) => {
    const { project } = query;
    const rows = [...caller.workspace.webhooks.values()].filter(
      (row) => reachesWebhook(caller, row) && (project === undefined || row.subscription.project === project),
    );
    const identity = { list: "webhooks", filter: { project } };
    return { status: 200, body: pageOf(rows, query, { ...identity, toWire, ...newestFirst }) };
  },
  get: ({ params }, { caller }) => ({ status: 200, body: toWire(getWebhook(caller, params.id)) }),
  update: ({ params, body }, call) =>
    call.commit(() => ({ status: 200, body: toWire(changeWebhook(call, params.id, body)) })),
  delete: ({ params }, { caller, commit }) =>
    commit(() => {
      const { id, deliveries } = getWebhook(caller, params.id);
      caller.workspace.webhooks.delete(id);
      // What is being sent ends with the message under way.
      deliveries.clear();
      return { status: 200, body: { id, object: "webhook", deleted: true } };
    }),
  test: ({ params }, call) =>
    call.commit(() => {
      const row = enabledWebhook(call.caller, params.id);
      const data = { webhook: row.id, project: row.subscription.project };
      const event: TestEvent = { event: testEvent, at: call.clock.now(), data };
      const delivery = queueDelivery(call, row, event);
      return { status: 202, body: deliveryToWire(delivery) };
    }),
  rotateSecret: ({ params, body }, { caller, clock, commit }) =>
    commit(() => {
      const row = getWebhook(caller, params.id);
      const now = clock.now();
      const until = now + body.grace_seconds * 1000;
      const working = row.secrets.filter(({ validUntil }) => validUntil === null || validUntil > now);
      const ending = working.map(({ secret, validUntil }) => ({
        secret,
        validUntil: Math.min(validUntil ?? Infinity, until),
      }));
      const secret = newSecret();
      row.secrets = [{ secret, validUntil: null }, ...ending];
      row.updatedAt = now;
      const wire = { ...toWire(row), secret, previous_secret_expires_at: instant(until) };
      return { status: 200, body: wire };
    }),
  deliveries: ({ params, query }, { caller }) => {
    const { id, deliveries } = getWebhook(caller, params.id);
    refuseWhileBlind(caller);
    const { status } = query;
    const rows = [...deliveries.values()].filter((row) => status === undefined || row.status === status);
    const identity = { list: "webhook_deliveries", filter: { webhook: id, status } };
    return { status: 200, body: pageOf(rows, query, { ...identity, toWire: listedToWire, ...newestFirst }) };
  },
  redeliver: ({ params }, { caller, clock, commit }) =>
    commit(() => {
      refuseWhileBlind(caller);
      const delivery = enabledWebhook(caller, params.id).deliveries.get(params.delivery);
      if (!delivery) throw notFound("delivery", params.delivery);
      const again = { status: "pending", tries: 0, nextAttemptAt: clock.now(), deliveredAt: null };
      Object.assign(delivery, again);
      return { status: 202, body: deliveryToWire(delivery) };
    }),
};
