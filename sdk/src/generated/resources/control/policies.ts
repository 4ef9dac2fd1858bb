// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Policies alone: the methods of `assay.control.policies` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlPolicies({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlPolicies(options?: AssayOptions): resources.ControlPolicies {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/api/policies"], { body }, own),
    list: (own) => transport.list(["GET", "/api/policies"], {}, own, ""),
    validate: (body, own) => transport.call(["POST", "/api/policies/validate"], { body }, own),
    simulate: (body, own) => transport.call(["POST", "/api/policies/simulate"], { body }, own),
    get: (id, query, own) => transport.call(["GET", "/api/policies/:id"], { params: { id }, query }, own),
    replace: (id, body, own) => transport.call(["PUT", "/api/policies/:id"], { params: { id }, body }, own),
    versions: (id, query, own) => transport.list(["GET", "/api/policies/:id/versions"], { params: { id }, query }, own, "versions"),
    rollback: (id, body, own) => transport.call(["POST", "/api/policies/:id/rollback"], { params: { id }, body }, own),
    test: (id, body = {}, own) => transport.call(["POST", "/api/policies/:id/test"], { params: { id }, body }, own),
  };
}
