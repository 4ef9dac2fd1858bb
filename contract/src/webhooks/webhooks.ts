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

/** A validated request for a new endpoint, with defaults applied. */
export type CreateWebhookBody = z.output<typeof createWebhookBody>;
/** A validated request that changes an endpoint. */
export type UpdateWebhookBody = z.output<typeof updateWebhookBody>;

const tag = "Webhooks";

export const webhookRoutes = c.router({
  create: route({
    method: "POST",
    path: "/v1/webhooks",
    summary: "Register a webhook",
    description:
      "Registers an endpoint that receives events by signed POST (Standard Webhooks). Only this response contains the secret. `score.threshold_crossed` requires `config.thresholds`.",
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
    description:
      "Returns webhooks, newest first, including disabled webhooks. Responses do not contain secrets.",
    query: z.strictObject({
      project: reference("project", "Filter by project.").optional(),
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
    description:
      "Returns one endpoint with its settings. If the endpoint is disabled, the response contains the reason.",
    pathParams: pathId("webhook"),
    responses: answers({ 200: webhook }),
    metadata: { operationId: "getWebhook", tag, scope: "webhooks:read", sdk: "webhooks.get" },
  }),
  update: route({
    method: "PATCH",
    path: "/v1/webhooks/:id",
    summary: "Update a webhook",
    description:
      "Updates only the given members. `enabled: true` enables a disabled endpoint and resets its failure count. After a threshold changes, the next score is treated as the first. If `config.project` changes, deliveries for projects that the endpoint no longer covers are deleted.",
    pathParams: pathId("webhook"),
    body: updateWebhookBody,
    responses: answers({ 200: webhook }, 422),
    metadata: { operationId: "updateWebhook", tag, scope: "webhooks:write", sdk: "webhooks.update" },
  }),
  delete: route({
    method: "DELETE",
    path: "/v1/webhooks/:id",
    summary: "Delete a webhook",
    description: "Deletes the endpoint with its secrets and deliveries. Pending messages are not sent.",
    pathParams: pathId("webhook"),
    responses: answers({ 200: deletedWebhook }),
    metadata: { operationId: "deleteWebhook", tag, scope: "webhooks:write", sdk: "webhooks.delete" },
  }),
  test: route({
    method: "POST",
    path: "/v1/webhooks/:id/test",
    summary: "Send a test event",
    description:
      "Sends the event `webhook.test` once, regardless of the subscription. The list of deliveries shows the result. 409 if the endpoint is disabled.",
    pathParams: pathId("webhook"),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: answers({ 202: webhookDelivery }, 409),
    metadata: { operationId: "testWebhook", tag, scope: "webhooks:write", sdk: "webhooks.test" },
  }),
  rotateSecret: route({
    method: "POST",
    path: "/v1/webhooks/:id/rotate_secret",
    summary: "Rotate a webhook's secret",
    description: "Creates a new secret. Messages are signed with both secrets during the grace period.",
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
    description: "Returns deliveries with their results, newest first. Deliveries are retained for 30 days.",
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
    summary: "Redeliver a message",
    description:
      "Sends the message of the delivery again with its `webhook-id`, with as many attempts as for a new message. A pending message is sent immediately. 409 if the endpoint is disabled.",
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
