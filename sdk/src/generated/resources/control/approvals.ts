// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import { extend } from "../../../extras/standalone/standalone-control-approvals.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type { StandaloneControlApprovals } from "../../../extras/standalone/standalone-control-approvals.ts";
import type * as resources from "../../resources.ts";

/**
 * Approvals alone: the methods of `assay.control.approvals` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlApprovals({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlApprovals(options?: AssayOptions): StandaloneControlApprovals {
  const transport = connect(options);
  const methods: resources.ControlApprovals = {
    list: (query, own) => transport.list(["GET", "/api/approvals"], { query }, own, "approvals"),
    get: (id, own) => transport.call(["GET", "/api/approvals/:id"], { params: { id } }, own),
    decide: (id, body, own) => transport.call(["POST", "/api/approvals/:id/decision"], { params: { id }, body }, own),
    withdraw: (id, body = {}, own) => transport.call(["POST", "/api/approvals/:id/withdraw"], { params: { id }, body }, own),
  };
  return extend(methods, transport);
}
