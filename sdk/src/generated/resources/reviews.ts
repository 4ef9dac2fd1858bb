// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../client/connect.ts";
import { extend } from "../../extras/standalone/standalone-reviews.ts";
import type { AssayOptions } from "../../client/options.ts";
import type { StandaloneReviews } from "../../extras/standalone/standalone-reviews.ts";
import type * as resources from "../resources.ts";

/**
 * Reviews alone: the methods of `assay.reviews` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createReviews({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createReviews(options?: AssayOptions): StandaloneReviews {
  const transport = connect(options);
  const methods: Omit<resources.Reviews, "reviewers" | "rubrics" | "tasks" | "items" | "drafts" | "disagreements" | "references" | "adjudications"> = {
    progress: (query, own) => transport.call(["GET", "/v1/reviews/progress"], { query }, own),
    submit: (id, body, own) => transport.call(["POST", "/v1/reviews/tasks/:id/reviews"], { params: { id }, body }, own),
    list: (query, own) => transport.list(["GET", "/v1/reviews"], { query }, own),
    queue: (query, own) => transport.call(["GET", "/v1/reviews/queue"], { query }, own),
    reliability: (body, own) => transport.call(["POST", "/v1/reviews/reliability"], { body }, own),
    get: (id, own) => transport.call(["GET", "/v1/reviews/:id"], { params: { id } }, own),
    revisions: (id, query, own) => transport.list(["GET", "/v1/reviews/revisions/:id"], { params: { id }, query }, own),
  };
  return extend(methods, transport);
}
