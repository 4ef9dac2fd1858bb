// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Entities alone: the methods of `assay.control.entities` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlEntities({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlEntities(options?: AssayOptions): resources.ControlEntities {
  const transport = connect(options);
  return {
    list: (query, own) => transport.list(["GET", "/api/entities"], { query }, own, "entities"),
    put: (body = {}, own) => transport.call(["PUT", "/api/entities"], { body }, own),
    patch: (body, own) => transport.call(["PATCH", "/api/entities"], { body }, own),
    delete: (type, id, own) => transport.call(["DELETE", "/api/entities/:type/:id"], { params: { type, id } }, own),
  };
}
