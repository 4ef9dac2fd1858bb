// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Settings alone: the methods of `assay.control.settings` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlSettings({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlSettings(options?: AssayOptions): resources.ControlSettings {
  const transport = connect(options);
  return {
    get: (own) => transport.call(["GET", "/api/settings"], {}, own),
    put: (body = {}, own) => transport.call(["PUT", "/api/settings"], { body }, own),
  };
}
