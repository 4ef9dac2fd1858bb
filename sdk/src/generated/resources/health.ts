// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import type { AssayOptions } from "../../client/options.ts";
import type * as resources from "../resources.ts";

/**
 * Health alone: the methods of `assay.health` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createHealth({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createHealth(options?: AssayOptions): resources.Health {
  const transport = connect(options);
  return {
    live: (own) => transport.call(["GET", "/healthz"], {}, own),
    ready: (own) => transport.call(["GET", "/readyz"], {}, own),
  };
}
