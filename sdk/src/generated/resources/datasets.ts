// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-datasets.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneDatasets } from "../../extras/standalone/standalone-datasets.ts";
import type * as resources from "../resources.ts";

/**
 * Datasets alone: the methods of `assay.datasets` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createDatasets({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createDatasets(options?: AssayOptions): StandaloneDatasets {
  const transport = connect(options);
  const methods: resources.Datasets = {
    create: (body, own) => transport.call(["POST", "/v1/datasets"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/datasets"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/datasets/:id"], { params: { id } }, own),
    update: (id, body, own) => transport.call(["PATCH", "/v1/datasets/:id"], { params: { id }, body }, own),
    delete: (id, own) => transport.call(["DELETE", "/v1/datasets/:id"], { params: { id } }, own),
    versions: (id, query, own) => transport.list(["GET", "/v1/datasets/:id/versions"], { params: { id }, query }, own),
  };
  return extend(methods, transport);
}
