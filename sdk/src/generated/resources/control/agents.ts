// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Agents alone: the methods of `assay.control.agents` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlAgents({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlAgents(options?: AssayOptions): resources.ControlAgents {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/api/agents"], { body }, own),
    list: (own) => transport.list(["GET", "/api/agents"], {}, own, ""),
    get: (id, own) => transport.call(["GET", "/api/agents/:id"], { params: { id } }, own),
    update: (id, body, own) => transport.call(["PATCH", "/api/agents/:id"], { params: { id }, body }, own),
    delete: (id, own) => transport.call(["DELETE", "/api/agents/:id"], { params: { id } }, own),
    setPolicies: (id, body, own) => transport.call(["PUT", "/api/agents/:id/policies"], { params: { id }, body }, own),
    effectivePolicies: (id, own) => transport.call(["GET", "/api/agents/:id/effective_policies"], { params: { id } }, own),
    suspend: (id, body = {}, own) => transport.call(["POST", "/api/agents/:id/suspend"], { params: { id }, body }, own),
    activate: (id, body = {}, own) => transport.call(["POST", "/api/agents/:id/activate"], { params: { id }, body }, own),
    quarantine: (id, body = {}, own) => transport.call(["POST", "/api/agents/:id/quarantine"], { params: { id }, body }, own),
    rotateKey: (id, body, own) => transport.call(["POST", "/api/agents/:id/rotate_key"], { params: { id }, body }, own),
  };
}
