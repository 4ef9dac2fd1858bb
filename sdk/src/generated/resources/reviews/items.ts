// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Review items alone: the methods of `assay.reviews.items` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsItems({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsItems(options?: AssayOptions): resources.ReviewsItems {
  const transport = connect(options);
  return {
    list: (id, query, own) => transport.list(["GET", "/v1/reviews/tasks/:id/samples"], { params: { id }, query }, own),
    get: (id, sample, own) => transport.call(["GET", "/v1/reviews/tasks/:id/samples/:sample"], { params: { id, sample } }, own),
    reveal: (id, sample, own) => transport.call(["POST", "/v1/reviews/tasks/:id/samples/:sample/reveal"], { params: { id, sample } }, own),
  };
}
