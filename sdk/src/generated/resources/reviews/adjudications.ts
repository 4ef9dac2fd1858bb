// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Adjudication alone: the methods of `assay.reviews.adjudications` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsAdjudications({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsAdjudications(options?: AssayOptions): resources.ReviewsAdjudications {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/v1/reviews/adjudications"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/reviews/adjudications"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/reviews/adjudications/:id"], { params: { id } }, own),
  };
}
