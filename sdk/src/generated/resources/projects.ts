// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import type { AssayOptions } from "../../client/options.ts";
import type * as resources from "../resources.ts";

/**
 * Projects alone: the methods of `assay.projects` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createProjects({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createProjects(options?: AssayOptions): resources.Projects {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/v1/projects"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/projects"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/projects/:id"], { params: { id } }, own),
  };
}
