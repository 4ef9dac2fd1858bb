// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Reviewers alone: the methods of `assay.reviews.reviewers` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsReviewers({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsReviewers(options?: AssayOptions): resources.ReviewsReviewers {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/v1/reviews/reviewers"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/reviews/reviewers"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/reviews/reviewers/:id"], { params: { id } }, own),
    update: (id, body, own) => transport.call(["PATCH", "/v1/reviews/reviewers/:id"], { params: { id }, body }, own),
    statistics: (id, query, own) => transport.call(["GET", "/v1/reviews/reviewers/:id/statistics"], { params: { id }, query }, own),
  };
}
