// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-exports.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneExports } from "../../extras/standalone/standalone-exports.ts";
import type * as resources from "../resources.ts";

/**
 * Exports alone: the methods of `assay.exports` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createExports({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createExports(options?: AssayOptions): StandaloneExports {
  const transport = connect(options);
  const methods: resources.Exports = {
    create: (body, own) => transport.call(["POST", "/v1/scores/export"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/scores/exports"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/scores/exports/:id"], { params: { id } }, own),
    content: (id, own) => transport.call(["GET", "/v1/scores/exports/:id/content"], { params: { id } }, own).asResponse(),
  };
  return extend(methods, transport);
}
