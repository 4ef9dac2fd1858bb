// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import type { AssayOptions } from "../../client/options.ts";
import type * as resources from "../resources.ts";

/**
 * API keys alone: the methods of `assay.apiKeys` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createApiKeys({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createApiKeys(options?: AssayOptions): resources.ApiKeys {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/v1/api_keys"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/api_keys"], { query }, own),
    revoke: (id, own) => transport.call(["DELETE", "/v1/api_keys/:id"], { params: { id } }, own),
    rotate: (id, body = {}, own) => transport.call(["POST", "/v1/api_keys/:id/rotate"], { params: { id }, body }, own),
  };
}
