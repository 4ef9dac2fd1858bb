// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-control.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneControl } from "../../extras/standalone/standalone-control.ts";
import type * as resources from "../resources.ts";

/**
 * Authorize alone: the methods of `assay.control` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControl({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControl(options?: AssayOptions): StandaloneControl {
  const transport = connect(options);
  const methods: Omit<resources.Control, "agents" | "settings" | "entities" | "events" | "evidence" | "policies" | "approvals" | "records"> = {
    authorize: (body, own) => transport.call(["POST", "/api/policy/authorize"], { body }, own),
    authorizeBatch: (body, own) => transport.call(["POST", "/api/policy/authorize/batch"], { body }, own),
    settle: (id, body, own) => transport.call(["POST", "/api/policy/authorize/:id/settle"], { params: { id }, body }, own),
  };
  return extend(methods);
}
