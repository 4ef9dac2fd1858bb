import { blindPending } from "@assay/contract/review/reviews/review-refusals";
import { configToWire } from "@assay/contract/webhooks/webhook-rules";
import type { contract } from "@assay/contract/openapi/apis";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { allBlind, type BlindCaller } from "../../workspace/access/blind-review.ts";
import { type DeliveryRow, listDeliveries } from "../deliveries/delivery-queries.ts";
import { redeliver, testWebhook } from "../deliveries/delivery-service.ts";
import { findSending } from "../deliveries/endpoint-leases.ts";
import { subscriptionOf } from "../webhook-access.ts";
import { listWebhooks, type WebhookRow } from "../webhook-queries.ts";
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  removeWebhook,
  rotateWebhookSecret,
} from "./webhook-service.ts";

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

const toWire = (row: WebhookRow) => ({
  id: formatId("webhook", row.id),
  object: "webhook" as const,
  event_types: row.event_types,
  url: row.url,
  config: configToWire(subscriptionOf(row)),
  enabled: row.enabled,
  disabled_reason: row.disabled_reason,
  disabled_at: instant(row.disabled_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** @param sendingId the message that is being sent to the endpoint. */
function deliveryToWire(row: DeliveryRow, sendingId?: string) {
  const last = row.attempt_log.at(-1);
  const sending = row.status === "pending" && row.id === sendingId;
  return {
    id: formatId("delivery", row.id),
    object: "webhook_delivery" as const,
    webhook: formatId("webhook", row.webhook_id),
    event: row.event,
    status: row.status,
    sending,
    attempts: row.attempts,
    response_status: last?.response_status ?? null,
    error: last?.error ?? null,
    duration_ms: last?.duration_ms ?? null,
    next_attempt_at: sending ? null : instant(row.next_attempt_at),
    delivered_at: instant(row.delivered_at),
    attempt_log: row.attempt_log,
    payload: {
      event: row.event,
      timestamp: row.event_at.toISOString(),
      // Events are written with objects for data.
      data: row.data as Record<string, unknown>,
    },
    created_at: row.created_at.toISOString(),
  };
}

/** What was told of reviews and overrides can tell of any sample. @throws {ApiError} 403 `blind_pending`. */
async function refuseWhileBlind(db: Knex, caller: BlindCaller): Promise<void> {
  if ((await allBlind(db, caller)).length > 0) throw blindPending();
}

/** The routes of webhooks. */
export function webhookHandlers(deps: PlatformDeps): Handlers<typeof contract.webhooks> {
  const { knex } = deps.database;
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const { row, secret } = await createWebhook(tx, deps, caller, body);
        return { status: 201, body: { ...toWire(row), secret } };
      }),
    list: async ({ query }, { caller }) => {
      const { project, limit } = query;
      const identity = { list: "webhooks", filter: { project } };
      const projectId = idFilter("project", project);
      const page = { projectId, limit, position: positionOf(query, identity) };
      const rows = await listWebhooks(knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: toWire(await getWebhook(knex, caller, params.id)),
    }),
    update: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => {
        const row = await changeWebhook(tx, deps, { reach: caller, publicId: params.id }, body);
        return { status: 200, body: toWire(row) };
      }),
    delete: ({ params }, { caller, commit }) =>
      commit(async (tx) => {
        await removeWebhook(tx, caller, params.id);
        return { status: 200, body: { id: params.id, object: "webhook", deleted: true } };
      }),
    test: ({ params }, { caller, commit }) =>
      commit(async (tx) => ({
        status: 202,
        body: deliveryToWire(await testWebhook(tx, deps, caller, params.id)),
      })),
    rotateSecret: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => {
        const asked = { publicId: params.id, graceSeconds: body.grace_seconds };
        const { row, secret, previousUntil } = await rotateWebhookSecret(tx, deps, caller, asked);
        const wire = { ...toWire(row), secret, previous_secret_expires_at: previousUntil.toISOString() };
        return { status: 200, body: wire } as const;
      }),
    deliveries: async ({ params, query }, { caller }) => {
      const webhook = await getWebhook(knex, caller, params.id);
      await refuseWhileBlind(knex, caller);
      const { status, limit } = query;
      const identity = { list: "webhook_deliveries", filter: { webhook: webhook.id, status } };
      const key = { workspaceId: webhook.workspace_id, webhookId: webhook.id };
      const rows = await listDeliveries(knex, key, { status, limit, position: positionOf(query, identity) });
      const sendingId = await findSending(knex, key, deps.now());
      const toDelivery = (row: DeliveryRow) => deliveryToWire(row, sendingId);
      const page = pageOf(rows, query, identity, { toWire: toDelivery, keyOf: datedKey });
      return { status: 200, body: page };
    },
    redeliver: ({ params }, { caller, commit }) =>
      commit(async (tx) => {
        await refuseWhileBlind(tx, caller);
        const asked = { publicId: params.id, deliveryId: params.delivery };
        return { status: 202, body: deliveryToWire(await redeliver(tx, deps, caller, asked)) };
      }),
  };
}
