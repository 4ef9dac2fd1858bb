// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import type { AssayOptions } from "../../client/options.ts";
import type * as resources from "../resources.ts";

/**
 * Guideline sets alone: the methods of `assay.guidelineSets` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createGuidelineSets({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createGuidelineSets(options?: AssayOptions): resources.GuidelineSets {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/v1/guideline_sets"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/guideline_sets"], { query }, own),
  };
}
