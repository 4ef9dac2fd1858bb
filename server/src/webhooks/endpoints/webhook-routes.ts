import type { contract } from "@assay/contract/openapi/apis";
import { refuseBlindDeliveries } from "@assay/contract/webhooks/delivery-rules";
import {
  createdWebhookToWire,
  deletedWebhookToWire,
  deliveryToWire,
  rotatedWebhookToWire,
  webhookToWire,
} from "@assay/contract/webhooks/webhook-wire";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { allBlind } from "../../workspace/access/blind-access.ts";
import { listDeliveries } from "../deliveries/delivery-queries.ts";
import { commandDelivery } from "../deliveries/delivery-service.ts";
import { findSending } from "../deliveries/endpoint-leases.ts";
import { getWebhook } from "../webhook-access.ts";
import { keyOfWebhook, listWebhooks } from "../webhook-queries.ts";
import { commandWebhook } from "./webhook-service.ts";

/** Returns the handlers of the webhook routes. */
export function webhookHandlers(deps: PlatformDeps): Handlers<typeof contract.webhooks> {
  const { knex } = deps.database;
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const command = { type: "create", body } as const;
        const { decision, secret } = await commandWebhook(tx, deps, { caller, command });
        return { status: 201, body: createdWebhookToWire(decision.record, secret) };
      }),
    list: async ({ query }, { caller }) => {
      const { project, limit } = query;
      const identity = { list: "webhooks", filter: { project } };
      const projectId = idFilter("project", project);
      const page = { projectId, limit, position: positionOf(query, identity) };
      const rows = await listWebhooks(knex, caller, page);
      const shape = { toWire: webhookToWire, keyOf: recordKey("webhook") };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: webhookToWire(await getWebhook(knex, caller, params.id)),
    }),
    update: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => {
        const command = { type: "update", id: params.id, body } as const;
        const { decision } = await commandWebhook(tx, deps, { caller, command });
        return { status: 200, body: webhookToWire(decision.record) };
      }),
    delete: ({ params }, { caller, commit }) =>
      commit(async (tx) => {
        const command = { type: "delete", id: params.id } as const;
        const { decision } = await commandWebhook(tx, deps, { caller, command });
        return { status: 200, body: deletedWebhookToWire(decision.record) };
      }),
    test: ({ params }, { caller, commit }) =>
      commit(async (tx) => {
        const command = { type: "test", webhook: params.id } as const;
        const delivery = await commandDelivery(tx, deps, { caller, command });
        return { status: 202, body: deliveryToWire(delivery, null) };
      }),
    rotateSecret: ({ params, body }, { caller, commit }) =>
      commit(async (tx) => {
        const command = { type: "rotateSecret", id: params.id, graceSeconds: body.grace_seconds } as const;
        const { decision, secret } = await commandWebhook(tx, deps, { caller, command });
        return { status: 200, body: rotatedWebhookToWire(decision, secret) } as const;
      }),
    deliveries: async ({ params, query }, { caller }) => {
      const { id } = await getWebhook(knex, caller, params.id);
      refuseBlindDeliveries((await allBlind(knex, caller)).length > 0);
      const { status, limit } = query;
      const key = keyOfWebhook(caller.workspaceId, id);
      const identity = { list: "webhook_deliveries", filter: { webhook: key.webhookId, status } };
      const rows = await listDeliveries(knex, key, { status, limit, position: positionOf(query, identity) });
      const sendingId = await findSending(knex, key, deps.now());
      const shape = {
        toWire: (row: (typeof rows)[number]) => deliveryToWire(row, sendingId),
        keyOf: recordKey("delivery"),
      };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
    redeliver: ({ params }, { caller, commit }) =>
      commit(async (tx) => {
        const command = { type: "redeliver", webhook: params.id, id: params.delivery } as const;
        const delivery = await commandDelivery(tx, deps, { caller, command });
        return { status: 202, body: deliveryToWire(delivery, null) };
      }),
  };
}
