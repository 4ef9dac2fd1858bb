// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Adjudication alone: the methods of `assay.reviews.references` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsReferences({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsReferences(options?: AssayOptions): resources.ReviewsReferences {
  const transport = connect(options);
  return {
    list: (query, own) => transport.list(["GET", "/v1/reviews/references"], { query }, own),
    apply: (body, own) => transport.call(["POST", "/v1/reviews/references/apply"], { body }, own),
  };
}
