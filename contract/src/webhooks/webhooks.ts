import * as z from "zod";
import { answers, c, route } from "../platform/c.ts";
import { idempotencyHeaders, listOf, paging, pathId, reference } from "../platform/common.ts";
import { deliveryPath, deliveryStatus, exampleDelivery, webhookDelivery } from "./webhook-deliveries.ts";
import {
  createdWebhook,
  createWebhookBody,
  deletedWebhook,
  exampleWebhook,
  rotatedWebhook,
  rotateWebhookSecretBody,
  updateWebhookBody,
  webhook,
} from "./webhook-object.ts";

/** A validated request for a new endpoint, with its defaults. */
export type CreateWebhookBody = z.output<typeof createWebhookBody>;
/** A validated change of an endpoint. */
export type UpdateWebhookBody = z.output<typeof updateWebhookBody>;

const tag = "Webhooks";

export const webhookRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/webhooks",
    summary: "Register a webhook",
    description:
      "An endpoint of yours that is told of events by signed POST (Standard Webhooks). Its secret is in this answer only. `score.threshold_crossed` needs `config.thresholds`.",
    headers: idempotencyHeaders,
    body: createWebhookBody,
    responses: answers({ 201: createdWebhook }, 409, 422),
    metadata: {
      operationId: "createWebhook",
      tag,
      scope: "webhooks:write",
      sdk: "webhooks.create",
      secretBearing: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/v1/webhooks",
    summary: "List webhooks",
    description: "Newest first, disabled ones included, never with a secret.",
    query: z.strictObject({
      project: reference("project", "Only those of this project.").optional(),
      ...paging,
    }),
    responses: answers({ 200: listOf("WebhookList", webhook, exampleWebhook) }),
    metadata: {
      operationId: "listWebhooks",
      tag,
      scope: "webhooks:read",
      sdk: "webhooks.list",
      paginated: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/v1/webhooks/:id",
    summary: "Get a webhook",
    description: "One endpoint by its id: its settings, and why it is disabled when it is.",
    pathParams: pathId("webhook"),
    responses: answers({ 200: webhook }),
    metadata: { operationId: "getWebhook", tag, scope: "webhooks:read", sdk: "webhooks.get" },
  }),
  update: route({
    method: "PATCH",
    path: "/v1/webhooks/:id",
    summary: "Change a webhook",
    description:
      "Changes what is named and leaves the rest. `enabled: true` enables an endpoint again that was disabled, with a clean record. A threshold that changes begins anew: the next score is its first. Of an endpoint that is given another `config.project`, deliveries that tell of others are deleted.",
    pathParams: pathId("webhook"),
    body: updateWebhookBody,
    responses: answers({ 200: webhook }, 422),
    metadata: { operationId: "updateWebhook", tag, scope: "webhooks:write", sdk: "webhooks.update" },
  }),
  delete: route({
    method: "DELETE",
    path: "/v1/webhooks/:id",
    summary: "Delete a webhook",
    description: "Deletes the endpoint with its secrets and deliveries; nothing more is sent to it.",
    pathParams: pathId("webhook"),
    responses: answers({ 200: deletedWebhook }),
    metadata: { operationId: "deleteWebhook", tag, scope: "webhooks:write", sdk: "webhooks.delete" },
  }),
  test: route({
    method: "POST",
    path: "/v1/webhooks/:id/test",
    summary: "Send a test event",
    description:
      "Sends the event `webhook.test` once, whatever the endpoint subscribes to; the list of deliveries says how it went. Disabled: 409.",
    pathParams: pathId("webhook"),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 202: webhookDelivery }, 409),
    metadata: { operationId: "testWebhook", tag, scope: "webhooks:write", sdk: "webhooks.test" },
  }),
  rotateSecret: route({
    method: "POST",
    path: "/v1/webhooks/:id/rotate_secret",
    summary: "Give a webhook a new secret",
    description: "Messages are signed with both secrets until the grace is over.",
    pathParams: pathId("webhook"),
    headers: idempotencyHeaders,
    body: rotateWebhookSecretBody,
    responses: answers({ 200: rotatedWebhook }, 409),
    metadata: {
      operationId: "rotateWebhookSecret",
      tag,
      scope: "webhooks:write",
      sdk: "webhooks.rotateSecret",
      secretBearing: true,
    },
  }),
  deliveries: route({
    method: "GET",
    path: "/v1/webhooks/:id/deliveries",
    summary: "List a webhook's deliveries",
    description: "What was sent to the endpoint, and how it went; newest first, kept for 30 days.",
    pathParams: pathId("webhook"),
    query: z.strictObject({ status: deliveryStatus.optional(), ...paging }),
    responses: answers({ 200: listOf("WebhookDeliveryList", webhookDelivery, exampleDelivery) }),
    metadata: {
      operationId: "listWebhookDeliveries",
      tag,
      scope: "webhooks:read",
      sdk: "webhooks.deliveries",
      paginated: true,
    },
  }),
  redeliver: route({
    method: "POST",
    path: "/v1/webhooks/:id/deliveries/:delivery/redeliver",
    summary: "Send a delivery again",
    description:
      "Sends the same message again under the same `webhook-id`, and tries as often as a new one. One that waits is sent now. Disabled: 409.",
    pathParams: deliveryPath,
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 202: webhookDelivery }, 409),
    metadata: {
      operationId: "redeliverWebhookDelivery",
      tag,
      scope: "webhooks:write",
      sdk: "webhooks.redeliver",
    },
  }),
});
