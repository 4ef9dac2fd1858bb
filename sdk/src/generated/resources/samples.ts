// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-samples.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneSamples } from "../../extras/standalone/standalone-samples.ts";
import type * as resources from "../resources.ts";

/**
 * Samples alone: the methods of `assay.samples` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createSamples({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createSamples(options?: AssayOptions): StandaloneSamples {
  const transport = connect(options);
  const methods: resources.Samples = {
    create: (id, body, own) => transport.call(["POST", "/v1/datasets/:id/samples"], { params: { id }, body }, own),
    import: (id, body, query, own) => transport.call(["POST", "/v1/datasets/:id/samples/import"], { params: { id }, upload: body, query }, own),
    list: (id, query, own) => transport.list(["GET", "/v1/datasets/:id/samples"], { params: { id }, query }, own),
    get: (id, own) => transport.call(["GET", "/v1/samples/:id"], { params: { id } }, own),
    createOutputs: (id, body, own) => transport.call(["POST", "/v1/datasets/:id/outputs"], { params: { id }, body }, own),
  };
  return extend(methods, transport);
}
