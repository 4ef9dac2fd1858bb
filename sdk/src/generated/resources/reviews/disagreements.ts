// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Adjudication alone: the methods of `assay.reviews.disagreements` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsDisagreements({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsDisagreements(options?: AssayOptions): resources.ReviewsDisagreements {
  const transport = connect(options);
  return {
    list: (query, own) => transport.list(["GET", "/v1/reviews/disagreements"], { query }, own),
  };
}
