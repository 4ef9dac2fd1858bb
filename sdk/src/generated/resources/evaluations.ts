// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-evaluations.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneEvaluations } from "../../extras/standalone/standalone-evaluations.ts";
import type * as resources from "../resources.ts";

/**
 * Evaluations alone: the methods of `assay.evaluations` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createEvaluations({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createEvaluations(options?: AssayOptions): StandaloneEvaluations {
  const transport = connect(options);
  const methods: resources.Evaluations = {
    create: (body, own) => transport.call(["POST", "/v1/evaluations"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/evaluations"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/evaluations/:id"], { params: { id } }, own),
    results: (id, query, own) => transport.list(["GET", "/v1/evaluations/:id/results"], { params: { id }, query }, own),
    cancel: (id, own) => transport.call(["POST", "/v1/evaluations/:id/cancel"], { params: { id } }, own),
    compare: (body, own) => transport.call(["POST", "/v1/evaluations/compare"], { body }, own),
    compareCandidates: (body, own) => transport.call(["POST", "/v1/evaluations/compare/candidates"], { body }, own),
    comparePairs: (query, own) => transport.list(["GET", "/v1/evaluations/compare/pairs"], { query }, own),
  };
  return extend(methods, transport);
}
