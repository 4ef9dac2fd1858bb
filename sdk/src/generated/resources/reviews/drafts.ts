// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Review drafts alone: the methods of `assay.reviews.drafts` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsDrafts({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsDrafts(options?: AssayOptions): resources.ReviewsDrafts {
  const transport = connect(options);
  return {
    put: (id, sample, body = {}, own) => transport.call(["PUT", "/v1/reviews/tasks/:id/samples/:sample/draft"], { params: { id, sample }, body }, own),
    delete: (id, sample, own) => transport.call(["DELETE", "/v1/reviews/tasks/:id/samples/:sample/draft"], { params: { id, sample } }, own),
  };
}
