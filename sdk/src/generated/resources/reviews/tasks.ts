// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type * as resources from "../../resources.ts";

/**
 * Review tasks alone: the methods of `assay.reviews.tasks` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviewsTasks({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviewsTasks(options?: AssayOptions): resources.ReviewsTasks {
  const transport = connect(options);
  return {
    create: (body, own) => transport.call(["POST", "/v1/reviews/tasks"], { body }, own),
    list: (query, own) => transport.list(["GET", "/v1/reviews/tasks"], { query }, own),
    get: (id, own) => transport.call(["GET", "/v1/reviews/tasks/:id"], { params: { id } }, own),
    claim: (id, own) => transport.call(["POST", "/v1/reviews/tasks/:id/claim"], { params: { id } }, own),
    release: (id, own) => transport.call(["POST", "/v1/reviews/tasks/:id/release"], { params: { id } }, own),
    cancel: (id, own) => transport.call(["POST", "/v1/reviews/tasks/:id/cancel"], { params: { id } }, own),
    reassign: (id, body, own) => transport.call(["POST", "/v1/reviews/tasks/:id/reassign"], { params: { id }, body }, own),
    progress: (id, own) => transport.call(["GET", "/v1/reviews/tasks/:id/progress"], { params: { id } }, own),
  };
}
