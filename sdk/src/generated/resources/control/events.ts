// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import { extend } from "../../../extras/standalone/standalone-control-events.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type { StandaloneControlEvents } from "../../../extras/standalone/standalone-control-events.ts";
import type * as resources from "../../resources.ts";

/**
 * Events alone: the methods of `assay.control.events` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlEvents({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlEvents(options?: AssayOptions): StandaloneControlEvents {
  const transport = connect(options);
  const methods: resources.ControlEvents = {
    create: (body, own) => transport.call(["POST", "/api/events"], { body }, own),
    list: (query, own) => transport.list(["GET", "/api/events"], { query }, own, "events"),
    get: (id, own) => transport.call(["GET", "/api/events/:id"], { params: { id } }, own),
  };
  return extend(methods, transport);
}
