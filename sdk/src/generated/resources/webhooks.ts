// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-webhooks.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneWebhooks } from "../../extras/standalone/standalone-webhooks.ts";
import type * as resources from "../resources.ts";

/**
 * Webhooks alone: the methods of `assay.webhooks` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createWebhooks({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createWebhooks(options?: AssayOptions): StandaloneWebhooks {
  const transport = connect(options);
  const methods: resources.Webhooks = {
    create: (body, own) => transport.call(["POST", "/v1/webhooks"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/webhooks"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/webhooks/:id"], { params: { id } }, own),
    update: (id, body, own) => transport.call(["PATCH", "/v1/webhooks/:id"], { params: { id }, body }, own),
    delete: (id, own) => transport.call(["DELETE", "/v1/webhooks/:id"], { params: { id } }, own),
    test: (id, own) => transport.call(["POST", "/v1/webhooks/:id/test"], { params: { id } }, own),
    rotateSecret: (id, body = {}, own) => transport.call(["POST", "/v1/webhooks/:id/rotate_secret"], { params: { id }, body }, own),
    deliveries: (id, query, own) => transport.list(["GET", "/v1/webhooks/:id/deliveries"], { params: { id }, query }, own),
    redeliver: (id, delivery, own) => transport.call(["POST", "/v1/webhooks/:id/deliveries/:delivery/redeliver"], { params: { id, delivery } }, own),
  };
  return extend(methods);
}
