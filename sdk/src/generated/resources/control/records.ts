// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Records alone: the methods of `assay.control.records` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlRecords({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlRecords(options?: AssayOptions): resources.ControlRecords {
  const transport = connect(options);
  return {
    sign: (body, own) => transport.call(["POST", "/api/verification-record/sign"], { body }, own),
    verify: (body, own) => transport.call(["POST", "/api/verification-record/verify"], { body }, own),
  };
}
